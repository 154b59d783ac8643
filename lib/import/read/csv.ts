import { CsvError, parse } from "csv-parse";
import { parse as parseAtOnce } from "csv-parse/sync";
import type { WholeFault } from "./faults";
import type { CsvFormat, CsvRow, FileReader, RowSink } from "./formats/format";

/** A longer record usually has a quote that is never closed. */
const MAX_RECORD_LENGTH = 65_536;
const MAX_CELL_LENGTH = 10_000;
const MAX_CELLS = 1_000;
const MAX_RECORDS = 10_000_000;
/** Limits unreadable records, for which csv-parse takes long. */
const MAX_UNREADABLE = 1_000;

/** RFC 4180. A misplaced quote ends no record, so that later records are read; `isWellQuoted` reports it. */
export const CSV_OPTIONS = {
  bom: true,
  record_delimiter: ["\r\n", "\n"],
  relax_column_count: true,
  relax_quotes: true,
  skip_empty_lines: true,
  max_record_size: MAX_RECORD_LENGTH,
  ignore_last_delimiters: MAX_CELLS,
};

export function readFirstRecord(text: string): string[] {
  try {
    return parseAtOnce(text, { ...CSV_OPTIONS, to: 1 })[0] ?? [];
  } catch (error) {
    if (error instanceof CsvError) return [];
    throw error;
  }
}

export function openCsv(format: CsvFormat, sink: RowSink, latestDay: string): FileReader {
  let row: CsvRow | undefined;
  let rows = 0;
  let unreadable = 0;
  const onFault = (line: number, text: string, whole?: WholeFault) => {
    rows += 1;
    unreadable += 1;
    sink.fault(line, null, text, whole);
    if (unreadable === MAX_UNREADABLE) throw new Unreadable(`has ${unreadable} lines or more that cannot be read`);
  };
  const onRecord = (cells: string[], line: number) => {
    if (row === undefined) row = openRow(cells, latestDay);
    else if (cells.length !== row.header.length)
      onFault(line, `has ${cells.length} columns, the header has ${row.header.length}`);
    else {
      rows += 1;
      format.readRow(Object.assign(row, { cells, line }), sink);
    }
  };
  const { write, end } = openRecords({ onRecord, onFault });
  return {
    write,
    async end() {
      await end();
      if (rows === 0) sink.fault(1, null, "has a header and no rows", "file");
    },
  };
}

function openRow(header: readonly string[], latestDay: string): CsvRow {
  const places = new Map(header.map((name, place) => [name, place]));
  const row: CsvRow = {
    header,
    latestDay,
    line: 1,
    cells: header,
    value: (name) => row.cells[places.get(name) ?? -1] ?? "",
  };
  return row;
}

interface RecordHandlers {
  /** `line`: first line of the record, from 1. */
  onRecord: (cells: string[], line: number) => void;
  onFault: (line: number, text: string, whole?: WholeFault) => void;
}

/**
 * csv-parse's `raw` includes preceding empty lines and the first character of each line break; lines are counted from
 * it.
 */
type RawRecord = { record: string[]; raw: string };

class Unreadable extends Error {}

/** Skips empty lines; stops after a record without an end. */
export function openRecords({ onRecord, onFault }: RecordHandlers, delimiter = ","): FileReader {
  const decoder = new TextDecoder("utf-8", { fatal: true });
  let line = 1;
  let isDamaged = false;
  let isOver = false;
  const parser = parse({
    ...CSV_OPTIONS,
    delimiter,
    raw: true,
    on_record(row: unknown, { records }) {
      const { record: cells, raw } = row as RawRecord;
      if (records > MAX_RECORDS) throw new Unreadable(`has more than ${MAX_RECORDS} rows: split the file`);
      if (cells.length === MAX_CELLS) throw new Unreadable(`has ${MAX_CELLS} columns or more`);
      const emptyLines = raw.search(/[^\r\n]/);
      const text = raw.slice(emptyLines).replace(/[\r\n]$/, "");
      const start = line + emptyLines;
      line = start + (text.includes('"') ? text.split("\n").length : 1);
      const isUndecodable = isDamaged && text.includes("\uFFFD");
      const wrong = isUndecodable ? "is not UTF-8" : findFault(cells, text);
      if (wrong === null) onRecord(cells, start);
      else if (isUndecodable) onFault(start, wrong, "file");
      else onFault(start, wrong);
      return null;
    },
  });
  // `pass` reports the error too.
  parser.on("error", () => {});
  const pass = async (chunk: Buffer | undefined) => {
    if (isOver) return;
    try {
      if (!isDamaged) decoder.decode(chunk, { stream: chunk !== undefined });
    } catch {
      isDamaged = true;
    }
    const error = await new Promise<Error | null | undefined>((resolve) => {
      if (chunk === undefined) parser.end(resolve);
      else parser.write(chunk, resolve);
    });
    isOver = chunk === undefined || error instanceof Error;
    if (error) onFault(line, describeEnd(error), "file");
  };
  return { write: pass, end: () => pass(undefined) };
}

function describeEnd(error: Error): string {
  if (error instanceof Unreadable) return error.message;
  if (!(error instanceof CsvError)) throw error;
  const isOpen = error.code === "CSV_QUOTE_NOT_CLOSED" || String(error.raw).split('"').length % 2 === 0;
  return isOpen ? "a quoted cell is never closed" : "the line is too long for a table";
}

function findFault(cells: readonly string[], text: string): string | null {
  if (text.includes('"') && !isWellQuoted(cells, text))
    return "a quote stands inside a cell that is not quoted, or text follows a closing quote";
  const isLong = text.length > MAX_CELL_LENGTH && cells.some((cell) => cell.length > MAX_CELL_LENGTH);
  return isLong ? `has a cell of more than ${MAX_CELL_LENGTH} characters` : null;
}

/** True when each cell is plain or wholly in quotes. */
function isWellQuoted(cells: readonly string[], text: string): boolean {
  let place = 0;
  return cells.every((cell) => {
    const isQuoted = text[place] === '"';
    const written = isQuoted ? `"${cell.replaceAll('"', '""')}"` : cell;
    const isWhole = text.startsWith(written, place) && (isQuoted || !cell.includes('"'));
    place += written.length + 1;
    return isWhole;
  });
}
