import "server-only";
import { createReadStream } from "node:fs";
import { parse } from "csv-parse/sync";
import { CSV_OPTIONS } from "@/lib/import/read/csv";
import type { CsvFormat, FileReader, RowSink } from "@/lib/import/read/formats/format";
import type { Choices } from "./cells-rules";
import { type Heads, matchHeads } from "./heads-rules";
import { type Layout, openPeopleSheet, openPeopleText } from "./open-people";
import { type Rewriting, Rewritings } from "./rewriting-rules";
import { readSheetRows } from "./sheet";

const SAMPLE_CHARS = 60_000;
/** A header stands among the first records. */
const LOOKED_AT = 15;
const SEPARATORS = [
  [",", "commas"],
  [";", "semicolons"],
  ["\t", "tabs"],
  ["|", "strokes"],
] as const;

type PeopleFile = {
  format: CsvFormat;
  open(sink: RowSink, latestDay: string): FileReader;
  rewritten(): Rewriting[];
};

/**
 * How a file is laid out that people made: XLSX, or text in any usual encoding, separator, order and spelling of heads,
 * with lines above the header. Null where no format fits, words where the file is refused.
 */
export async function findLayout(path: string, start: Buffer, choices: Choices): Promise<PeopleFile | string | null> {
  const rewritings = new Rewritings();
  if (start.toString("latin1", 0, 4) === "PK\x03\x04") return findInSheet(path, choices, rewritings);
  const encoding = await findEncoding(path, start);
  if (encoding === "utf-8" && start.subarray(0, 3).equals(Buffer.from([0xef, 0xbb, 0xbf])))
    rewritings.add("Byte-order mark left out", 1, "", "");
  if (encoding !== "utf-8") rewritings.add(`Read as ${NAMES[encoding]}`, 1, "", "");
  const sample = new TextDecoder(encoding).decode(start).slice(0, SAMPLE_CHARS).replace(/\r\n?/g, "\n");
  const declared = /^"?sep=(.)"?\n/i.exec(sample);
  const text = declared === null ? sample : sample.slice(declared[0].length);
  const found = findHeads(text, declared?.[1]);
  if (found === null) return null;
  const { heads, above, separator } = found;
  if (declared !== null) rewritings.add("Line for Excel left out", 1, `sep=${separator}`, "");
  const name = SEPARATORS.find(([one]) => one === separator)?.[1] ?? JSON.stringify(separator);
  if (separator !== ",") rewritings.add(`Cells separated by ${name}`, 1, "", "");
  const layout: Layout = { ...heads, above, rewritings };
  return {
    format: heads.format,
    rewritten: () => rewritings.list(),
    open: (sink, latestDay) =>
      openPeopleText({
        layout,
        choices,
        sink,
        latestDay,
        encoding,
        separator,
        hasSeparatorLine: declared !== null,
      }),
  };
}

async function findInSheet(
  path: string,
  choices: Choices,
  rewritings: Rewritings,
): Promise<PeopleFile | string | null> {
  const rows = await readSheetRows(path);
  if (typeof rows === "string") return rows;
  rewritings.add("First sheet of a spreadsheet", 1, "", "");
  for (const [above, { cells }] of rows.slice(0, LOOKED_AT).entries()) {
    const heads = matchHeads(cells);
    if (heads === null) continue;
    const layout: Layout = { ...heads, above, rewritings };
    return {
      format: heads.format,
      rewritten: () => rewritings.list(),
      open: (sink, latestDay) => openPeopleSheet({ layout, choices, sink, latestDay, rows }),
    };
  }
  return null;
}

function findHeads(
  text: string,
  declared: string | undefined,
): { heads: Heads; above: number; separator: string } | null {
  const separators = declared === undefined ? SEPARATORS.map(([one]) => one) : [declared];
  for (const separator of separators) {
    const records = readRecords(text, separator);
    for (const [above, cells] of records.entries()) {
      const heads = matchHeads(cells);
      if (heads !== null) return { heads, above, separator };
    }
  }
  return null;
}

function readRecords(text: string, separator: string): string[][] {
  try {
    return parse(text, { ...CSV_OPTIONS, delimiter: separator, to: LOOKED_AT, relax_quotes: true });
  } catch {
    return [];
  }
}

const NAMES = { "utf-16le": "UTF-16", "utf-16be": "UTF-16", "windows-1252": "Windows-1252" } as const;
type Encoding = "utf-8" | keyof typeof NAMES;

/** Bytes that Windows-1252 does not have. */
const UNASSIGNED = /[\x81\x8d\x8f\x90\x9d]/;
const UTF8_SEQUENCE = /[\xc3-\xf4][\x80-\xbf]/;

/** A file with characters of UTF-8 stays UTF-8, so that its damaged lines are faults. */
async function findEncoding(path: string, start: Buffer): Promise<Encoding> {
  const mark = start.toString("latin1", 0, 2);
  if (mark === "\xff\xfe") return "utf-16le";
  if (mark === "\xfe\xff") return "utf-16be";
  if (start.length > 3 && start[1] === 0 && start[3] === 0) return "utf-16le";
  if (start.length > 3 && start[0] === 0 && start[2] === 0) return "utf-16be";
  const decoder = new TextDecoder("utf-8", { fatal: true });
  let isUtf8 = true;
  let isMixed = false;
  const chunks: AsyncIterable<Buffer> = createReadStream(path, { highWaterMark: 262_144 });
  for await (const chunk of chunks) {
    const text = chunk.toString("latin1");
    isMixed ||= UTF8_SEQUENCE.test(text) || UNASSIGNED.test(text);
    try {
      decoder.decode(chunk, { stream: true });
    } catch {
      isUtf8 = false;
    }
  }
  return isUtf8 || isMixed ? "utf-8" : "windows-1252";
}
