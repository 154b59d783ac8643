import "server-only";
import { isUtf8 } from "node:buffer";
import { open } from "node:fs/promises";
import { basename } from "node:path";
import { type Detected, detectFormat } from "@/lib/import/read/formats/detect";
import type { FormatName } from "@/lib/import/read/formats/format";
import { compareText, type FaultList } from "@/lib/import/report/faults";

const START_BYTES = 65_536;
const MAX_JSON_BYTES = 10_485_760;

export interface ImportFile {
  /** Position in the list of files, which is sorted by path; faults and staged rows refer to it. */
  index: number;
  path: string;
  /** File name without folders: these stay private in the list of imports. */
  name: string;
  bytes: number;
  detected: Exclude<Detected, { kind: "unknown" }>;
}

export function formatOf({ detected }: ImportFile): FormatName {
  return detected.kind === "json" ? "currency-api" : detected.format.name;
}

/** Reads the beginning of each file and detects its format; files that cannot be imported become `faults`. */
export async function openFiles(
  paths: readonly string[],
  wanted: FormatName | undefined,
  faults: FaultList,
): Promise<ImportFile[]> {
  const files: ImportFile[] = [];
  for (const [index, path] of paths.entries()) {
    const fault = (text: string, column: string | null = null) => faults.add({ file: index, line: 1, column, text });
    const start = await readStart(path);
    const unreadable = typeof start === "string" ? start : describeBinary(start.bytes);
    if (typeof start === "string" || unreadable !== null) fault(unreadable ?? "");
    else {
      const detected = detectFormat(start.bytes.toString("utf8").replace(/^\uFEFF/, ""), wanted);
      if (detected.kind === "unknown") fault(detected.text, "header");
      else if (detected.kind === "json" && start.size > MAX_JSON_BYTES) fault("is too long for one day of rates");
      else files.push({ index, path, name: basename(path), bytes: start.size, detected });
    }
  }
  return files;
}

/** Removes duplicates and sorts, so that the order does not depend on the command line. */
export function sortPaths(paths: readonly string[]): string[] {
  return [...new Set(paths)].sort(compareText);
}

async function readStart(path: string): Promise<{ bytes: Buffer; size: number } | string> {
  try {
    const file = await open(path);
    try {
      const stat = await file.stat();
      if (!stat.isFile()) return "is not a file";
      const { buffer, bytesRead } = await file.read(Buffer.alloc(START_BYTES), 0, START_BYTES, 0);
      return { bytes: buffer.subarray(0, bytesRead), size: stat.size };
    } finally {
      await file.close();
    }
  } catch (error) {
    const code = error instanceof Error && "code" in error ? error.code : null;
    return code === "ENOENT" ? "does not exist" : `cannot be read (${String(code ?? "unknown error")})`;
  }
}

/** Says why bytes are no text that can be read; null where they are. */
function describeBinary(bytes: Buffer): string | null {
  if (bytes.length === 0) return "is empty";
  if (bytes.toString("latin1", 0, 4) === "PK\x03\x04") return "is a spreadsheet or an archive: save it as CSV in UTF-8";
  if (["\xff\xfe", "\xfe\xff"].includes(bytes.toString("latin1", 0, 2))) return "is UTF-16: save it as UTF-8";
  return isUtf8(firstLine(bytes)) ? null : "is not UTF-8";
}

function firstLine(bytes: Buffer): Buffer {
  const newline = bytes.indexOf(0x0a);
  if (newline !== -1) return bytes.subarray(0, newline);
  // A cut-off first line may end inside a character; it is shortened to its last comma.
  return bytes.length < START_BYTES ? bytes : bytes.subarray(0, bytes.lastIndexOf(0x2c) + 1);
}
