import { quote } from "./cell-rules";
import type { CsvFormat, CsvRow, FileReader, RowSink } from "./formats/format";

const MAX_LINE_LENGTH = 65_536;
const MAX_LINES = 10_000_000;
/** Beyond, a file is no NDJSON, and its other lines are not looked at. */
const MAX_UNREADABLE = 1_000;
const MAX_PROBLEM_CHARS = 300;
/** Name in a line, and column of its fault. */
export const PROBLEM = "problem";

/**
 * Reads a row from each line: a JSON object whose names are columns of the format, in any order. Numbers and null stand for
 * their text and for an empty cell; a column that may be empty may be left out. A line with `problem` is no row: whoever
 * wrote the file says in it what could not be read, which is a fault, so that people decide what becomes of the rest.
 */
export function openNdjson(
  format: CsvFormat,
  columns: readonly string[],
  sink: RowSink,
  latestDay: string,
): FileReader {
  const known = new Set(columns);
  const decoder = new TextDecoder("utf-8", { fatal: true });
  let rest = "";
  let line = 0;
  let rows = 0;
  let unreadable = 0;
  let isOver = false;

  const end = (text: string) => {
    sink.fault(Math.max(line, 1), null, text, "file");
    isOver = true;
  };
  const refuse = (text: string) => {
    sink.fault(line, null, text);
    unreadable += 1;
    if (unreadable === MAX_UNREADABLE) end(`has ${unreadable} lines or more that cannot be read`);
  };
  const readLine = (text: string) => {
    line += 1;
    if (text.trim() === "") return;
    rows += 1;
    if (rows > MAX_LINES) return end(`has more than ${MAX_LINES} rows: split the file`);
    const cells = readCells(text);
    if (typeof cells === "string") return refuse(cells);
    const problem = cells[PROBLEM];
    if (problem !== undefined) return sink.fault(line, PROBLEM, describeProblem(problem));
    const unknown = Object.keys(cells).find((name) => !known.has(name));
    if (unknown !== undefined) return sink.fault(line, unknown, `is no column of readings: ${columns.join(", ")}`);
    const row: CsvRow = {
      line,
      header: columns,
      cells: columns.map((name) => cells[name] ?? ""),
      latestDay,
      value: (name) => cells[name] ?? "",
    };
    format.readRow(row, sink);
  };
  const take = (text: string) => {
    const lines = (rest + text).split("\n");
    rest = lines.pop() ?? "";
    for (const one of lines) if (!isOver) readLine(one);
    if (!isOver && rest.length > MAX_LINE_LENGTH) {
      line += 1;
      end(`has a line of more than ${MAX_LINE_LENGTH} characters`);
    }
  };
  return {
    async write(chunk) {
      if (isOver) return;
      try {
        take(decoder.decode(chunk, { stream: true }));
      } catch (error) {
        if (!(error instanceof TypeError)) throw error;
        line += 1;
        end("is not UTF-8");
      }
    },
    async end() {
      if (!isOver && rest !== "") readLine(rest);
      if (!isOver && rows === 0) sink.fault(1, null, "has no rows", "file");
    },
  };
}

const describeProblem = (text: string): string =>
  `was told by whoever collects: ${text
    .replace(/[\s\p{Cc}]+/gu, " ")
    .trim()
    .slice(0, MAX_PROBLEM_CHARS)}`;

/** Text of each cell, or what is wrong with the line. */
function readCells(text: string): Record<string, string> | string {
  let parsed: unknown;
  try {
    parsed = JSON.parse(text);
  } catch {
    return "is no JSON: each line is an object of its own";
  }
  if (typeof parsed !== "object" || parsed === null || Array.isArray(parsed)) return "is no object";
  const cells: Record<string, string> = Object.create(null);
  for (const [name, value] of Object.entries(parsed)) {
    if (typeof value === "object" && value !== null) return `${quote(name)} is a list or an object, not a value`;
    cells[name] = value === null ? "" : String(value);
  }
  return cells;
}
