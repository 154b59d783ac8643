import { inflateRawSync } from "node:zlib";

export type SheetCell = { text: string; type: string; style: number };

/** Reads the central directory of the archive. */
function unzip(bytes: Buffer): Map<string, string> {
  const end = bytes.lastIndexOf(Buffer.from([0x50, 0x4b, 5, 6]));
  const count = bytes.readUInt16LE(end + 10);
  const files = new Map<string, string>();
  for (let i = 0, at = bytes.readUInt32LE(end + 16); i < count; i++) {
    const method = bytes.readUInt16LE(at + 10);
    const size = bytes.readUInt32LE(at + 20);
    const [name, extra, comment] = [28, 30, 32].map((offset) => bytes.readUInt16LE(at + offset));
    const local = bytes.readUInt32LE(at + 42);
    const from = local + 30 + bytes.readUInt16LE(local + 26) + bytes.readUInt16LE(local + 28);
    const packed = bytes.subarray(from, from + size);
    files.set(
      bytes.toString("utf8", at + 46, at + 46 + (name ?? 0)),
      (method === 0 ? packed : inflateRawSync(packed)).toString("utf8"),
    );
    at += 46 + (name ?? 0) + (extra ?? 0) + (comment ?? 0);
  }
  return files;
}

const unescapeXml = (text: string) =>
  text.replaceAll("&lt;", "<").replaceAll("&gt;", ">").replaceAll("&quot;", '"').replaceAll("&amp;", "&");

export function readSheets(bytes: Buffer): { sheets: SheetCell[][][]; files: Map<string, string> } {
  const files = unzip(bytes);
  const shared = [...(files.get("xl/sharedStrings.xml") ?? "").matchAll(/<si>(.*?)<\/si>/gs)].map(([, si = ""]) =>
    unescapeXml([...si.matchAll(/<t[^>]*>(.*?)<\/t>/gs)].map(([, text]) => text).join("")),
  );
  const sheets = [...files.keys()]
    .filter((name) => /^xl\/worksheets\/sheet\d+\.xml$/.test(name))
    .sort()
    .map((name) =>
      [...(files.get(name) ?? "").matchAll(/<row [^>]*>(.*?)<\/row>/gs)].map(([, row = ""]) =>
        [...row.matchAll(/<c ([^>]*?)(?:\/>|>(.*?)<\/c>)/gs)].map(([, attributes = "", content = ""]): SheetCell => {
          const type = /\bt="(\w+)"/.exec(attributes)?.[1] ?? "n";
          const value = /<v>(.*?)<\/v>/s.exec(content)?.[1] ?? /<t[^>]*>(.*?)<\/t>/s.exec(content)?.[1] ?? "";
          const style = Number(/\bs="(\d+)"/.exec(attributes)?.[1] ?? 0);
          return { type, style, text: type === "s" ? (shared[Number(value)] ?? "") : unescapeXml(value) };
        }),
      ),
    );
  return { sheets, files };
}
