import { quote } from "@/lib/import/read/cell-rules";
import { CsvReader } from "@/lib/import/read/csv";
import { ecb } from "./ecb";
import type { CsvFormat, FormatName } from "./format";
import { NATIVE_HEADERS, nativeFormats } from "./native";
import { opentherank } from "./opentherank";

const csvFormats: readonly CsvFormat[] = [...nativeFormats, opentherank, ecb];

/** Format of a file, by its first line; or the reason why it is none of them. */
export type Detected =
  | { kind: "csv"; format: CsvFormat; header: readonly string[] }
  | { kind: "json" }
  | { kind: "unknown"; text: string };

/**
 * Detects the format. `start` is the beginning of the file's text, at least its first line; `wanted` is the format that
 * the caller requires, if any.
 */
export function detectFormat(start: string, wanted: FormatName | undefined): Detected {
  if (/^\s*[{[]/.test(start)) {
    return wanted === undefined || wanted === "currency-api"
      ? { kind: "json" }
      : { kind: "unknown", text: `is JSON, which is not the format ${wanted}` };
  }
  const header = readHeader(start);
  const format = csvFormats.find((candidate) => candidate.isHeader(header));
  if (format && (wanted === undefined || wanted === format.name)) return { kind: "csv", format, header };
  if (format) return { kind: "unknown", text: `is the header of the format ${format.name}, not of ${wanted}` };
  return { kind: "unknown", text: describeUnknown(header) };
}

function readHeader(start: string): string[] {
  let header: string[] = [];
  const reader = new CsvReader({
    onRecord: (cells) => {
      if (header.length === 0) header = cells;
    },
    onFault: () => {},
  });
  reader.read(start);
  return header;
}

const SEPARATORS = [
  [";", "semicolons"],
  ["\t", "tabs"],
] as const;

/** Names the separator that is none of ours, or the wrong columns of a header that is nearly one. */
function describeUnknown(header: readonly string[]): string {
  const [nearest = []] = NATIVE_HEADERS.toSorted((a, b) => countShared(b, header) - countShared(a, header));
  const separator = SEPARATORS.find(([character]) => header.join(",").split(character).length > 2);
  if (separator) return `has ${separator[1]} between its cells: save the file with commas`;
  if (/^sep=/i.test(header[0] ?? ""))
    return "is a line for Excel alone: leave it out, and separate the cells by commas";
  if (countShared(nearest, header) < 2) return "is the header of no known format";
  const missing = nearest.filter((name) => !header.includes(name));
  const unknown = header.filter((name) => !nearest.includes(name));
  const repeated = header.filter((name, place) => header.indexOf(name) !== place);
  const slips = [
    missing.length > 0 ? `missing ${missing.join(", ")}` : "",
    unknown.length > 0 ? `unknown ${unknown.map(quote).join(", ")}` : "",
    repeated.length > 0 ? `repeated ${repeated.join(", ")}` : "",
  ];
  return `is the header of no known format; for ${nearest.join(",")}: ${slips.filter((slip) => slip !== "").join("; ")}`;
}

function countShared(a: readonly string[], b: readonly string[]): number {
  return a.filter((name) => b.includes(name)).length;
}
