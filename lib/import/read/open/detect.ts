import "server-only";
import { isUtf8 } from "node:buffer";
import { open } from "node:fs/promises";
import { basename } from "node:path";
import { quote } from "@/lib/import/read/cell-rules";
import { openCsv, readFirstRecord } from "@/lib/import/read/csv";
import { compareText, type FaultList } from "@/lib/import/read/faults";
import type { CsvFormat, FileFormat, FileReader, FormatName, RowSink } from "@/lib/import/read/formats/format";
import { columnNamesOf, nativeFormats } from "@/lib/import/read/formats/native";
import { opentherank } from "@/lib/import/read/formats/opentherank";
import { currencyApi, ecb, openCurrencyApi } from "@/lib/import/read/formats/rates";
import { openNdjson } from "@/lib/import/read/ndjson";
import type { Choices } from "@/lib/import/read/people/cells-rules";
import { findLayout } from "@/lib/import/read/people/find-layout";
import type { Rewriting } from "@/lib/import/read/people/rewriting-rules";

const START_BYTES = 65_536;
const NDJSON = /\.(?:ndjson|jsonl)$/i;
const MAX_JSON_BYTES = 262_144;
const MAX_COLUMNS = 100;

const csvFormats: readonly CsvFormat[] = [...nativeFormats, opentherank, ecb];
const SEPARATORS = [
  [";", "semicolons"],
  ["\t", "tabs"],
] as const;

interface Readable {
  format: FileFormat;
  /** Complete once the file is read. */
  rewritten(): Rewriting[];
  open(sink: RowSink, latestDay: string): FileReader;
}
export type Detected = (Readable & { kind: "csv" | "json" | "ndjson" }) | { kind: "unknown"; text: string };

export interface ImportFile extends Readable {
  /** Position in the list sorted by path. */
  index: number;
  path: string;
  /** Without folders, which stay private. */
  name: string;
  bytes: number;
}

/** Sorted without duplicates, so that the command line's order does not matter. */
export const sortPaths = (paths: readonly string[]): string[] => [...new Set(paths)].sort(compareText);

export async function openFiles(
  paths: readonly string[],
  wanted: FormatName | undefined,
  faults: FaultList,
  people: Choices | undefined,
): Promise<ImportFile[]> {
  const files: ImportFile[] = [];
  for (const [index, path] of paths.entries()) {
    const fault = (text: string, column: string | null = null) =>
      faults.add({ file: index, line: 1, column, text, whole: "file" });
    const start = await readStart(path);
    if (typeof start === "string") {
      fault(start);
      continue;
    }
    const { bytes, size } = start;
    const file = { index, path, name: basename(path), bytes: size };
    const isNdjson = NDJSON.test(path);
    const mayRewrite = wanted === undefined && people !== undefined && !isNdjson;
    const detected = mayRewrite ? await detectPeople(path, bytes, people) : null;
    const found = detected ?? detectStrict(bytes, isNdjson ? (wanted ?? "native") : wanted);
    if (typeof found === "string") fault(found);
    else if (found.kind === "unknown") fault(found.text, "header");
    else if (found.kind === "json" && size > MAX_JSON_BYTES) fault("is too long for one day of rates");
    else files.push({ ...file, ...found });
  }
  return files;
}

async function readStart(path: string): Promise<{ bytes: Buffer; size: number } | string> {
  try {
    await using file = await open(path);
    const stat = await file.stat();
    if (!stat.isFile()) return "is not a file";
    const { buffer, bytesRead } = await file.read(Buffer.alloc(START_BYTES), 0, START_BYTES, 0);
    const bytes = buffer.subarray(0, bytesRead);
    return bytes.length === 0 ? "is empty" : { bytes, size: stat.size };
  } catch (error) {
    const code = error instanceof Error && "code" in error ? error.code : null;
    return code === "ENOENT" ? "does not exist" : `cannot be read (${String(code ?? "unknown error")})`;
  }
}

/** Files of other formats than ours are never rewritten. */
async function detectPeople(path: string, start: Buffer, choices: Choices): Promise<Detected | string | null> {
  const strict = describeBinary(start) === null ? detectFormat(new TextDecoder().decode(start), undefined) : null;
  if (strict !== null && strict.kind !== "unknown" && strict.format.name !== "native") return strict;
  const layout = await findLayout(path, start, choices);
  return layout === null || typeof layout === "string" ? layout : { kind: "csv", ...layout };
}

const detectStrict = (start: Buffer, wanted: FormatName | undefined): Detected | string =>
  describeBinary(start) ?? detectFormat(new TextDecoder().decode(start), wanted);

function describeBinary(bytes: Buffer): string | null {
  if (bytes.toString("latin1", 0, 4) === "PK\x03\x04") return "is a spreadsheet or an archive: save it as CSV in UTF-8";
  if (["\xff\xfe", "\xfe\xff"].includes(bytes.toString("latin1", 0, 2))) return "is UTF-16: save it as UTF-8";
  const newline = bytes.indexOf(0x0a);
  // A cut-off line may end inside a character, so it is cut at its last comma.
  const end = newline === -1 && bytes.length === START_BYTES ? bytes.lastIndexOf(0x2c) + 1 : newline;
  return isUtf8(end === -1 ? bytes : bytes.subarray(0, end)) ? null : "is not UTF-8";
}

/** `start` has at least the first line; `wanted`: the required format. JSON of the native format is readings, one a line. */
export function detectFormat(start: string, wanted: FormatName | undefined): Detected {
  const isJson = /^\s*[{[]/.test(start);
  if (isJson && wanted === "native") return detectReadings();
  const header = isJson ? [] : readFirstRecord(start);
  if (header.length > MAX_COLUMNS) return { kind: "unknown", text: `has more than ${MAX_COLUMNS} columns` };
  const format = csvFormats.find((candidate) => candidate.isHeader(header));
  const found = isJson ? currencyApi : format;
  if (found === undefined) return { kind: "unknown", text: describeUnknown(header) };
  if (wanted !== undefined && wanted !== found.name) {
    const other = isJson
      ? `JSON, which is not the format ${wanted}`
      : `the header of the format ${found.name}, not of ${wanted}`;
    return { kind: "unknown", text: `is ${other}` };
  }
  if (format === undefined) return { kind: "json", format: currencyApi, open: openCurrencyApi, rewritten: () => [] };
  return {
    kind: "csv",
    format,
    open: (sink, latestDay) => openCsv(format, sink, latestDay),
    rewritten: () => [],
  };
}

function detectReadings(): Detected {
  const format = nativeFormats.find(({ table }) => table === "stage_price");
  if (format === undefined) throw new Error("there is no format of readings");
  const open = (sink: RowSink, latestDay: string) => openNdjson(format, columnNamesOf(format, "all"), sink, latestDay);
  return { kind: "ndjson", format, open, rewritten: () => [] };
}

function describeUnknown(header: readonly string[]): string {
  const countShared = (names: readonly string[]) => names.filter((name) => header.includes(name)).length;
  const known = nativeFormats.map((format) => ({
    needed: columnNamesOf(format, "needed"),
    all: columnNamesOf(format, "all"),
  }));
  const [best] = known.toSorted((a, b) => countShared(b.needed) - countShared(a.needed));
  const nearest = best?.needed ?? [];
  const separator = SEPARATORS.find(([character]) => header.join(",").split(character).length > 2);
  if (separator) return `has ${separator[1]} between its cells: save the file with commas`;
  if (/^sep=/i.test(header[0] ?? ""))
    return "is a line for Excel alone: leave it out, and separate the cells by commas";
  if (countShared(nearest) < 2) return "is the header of no known format";
  const slips: [string, string[]][] = [
    ["missing", nearest.filter((name) => !header.includes(name))],
    ["unknown", header.filter((name) => !best?.all.includes(name)).map(quote)],
    ["repeated", header.filter((name, place) => header.indexOf(name) !== place)],
  ];
  const told = slips.filter(([, names]) => names.length > 0).map(([slip, names]) => `${slip} ${names.join(", ")}`);
  return `is the header of no known format; for ${nearest.join(",")}: ${told.join("; ")}`;
}
