import "server-only";
import { quote } from "@/lib/import/read/cell-rules";
import { openRecords } from "@/lib/import/read/csv";
import type { WholeFault } from "@/lib/import/read/faults";
import type { CsvRow, FileReader, RowSink } from "@/lib/import/read/formats/format";
import { columnNamesOf } from "@/lib/import/read/formats/native";
import type { DecimalMark } from "@/lib/printed/amount-rules";
import type { DayOrder } from "@/lib/printed/day-rules";
import { type Choices, type OpenChoice, type ReadCell, readCell } from "./cells-rules";
import type { Heads } from "./heads-rules";
import type { Rewritings } from "./rewriting-rules";
import type { SheetRow } from "./sheet";

/** Rows that wait for what decides a reading; more are asked for without looking further. */
const MOST_WAITING = 200_000;

export type Layout = Heads & {
  /** Records above the header. */
  above: number;
  rewritings: Rewritings;
};

type Question = {
  choice: OpenChoice;
  line: number;
  column: string;
  text: string;
  readings: readonly string[];
  count: number;
};

type Waiting = { line: number; cells: string[]; exact: readonly boolean[] };

/**
 * Takes records of a file as people have it, and hands rows of the native format to its checks. A cell with two readings
 * waits for the end of the file: the others decide, or `onQuestion` is told once for each choice.
 */
class PeopleRows {
  #records = 0;
  #rows = 0;
  #isOver = false;
  readonly #questions = new Map<OpenChoice, Question>();
  readonly #decided = { decimal: new Set<DecimalMark>(), dates: new Set<DayOrder>() };
  #waiting: Waiting[] = [];

  constructor(
    readonly layout: Layout,
    readonly given: Choices,
    readonly sink: RowSink,
    readonly latestDay: string,
    readonly onQuestion: (question: Question) => void,
  ) {}

  take(cells: readonly string[], line: number, exact: readonly boolean[] = []): void {
    const { above, rewritings } = this.layout;
    const place = this.#records++;
    if (place < above) rewritings.add("Lines above the header left out", line, cells.join(" ").trim(), "");
    else if (place === above) this.#takeHeads(cells, line);
    else this.#takeRow(cells, line, exact);
  }

  #takeRow(cells: readonly string[], line: number, exact: readonly boolean[]): void {
    const { columns, rewritings } = this.layout;
    const trimmed = cells.map((cell) => cell.trim());
    if (trimmed.every((cell) => cell === "")) return;
    if (this.#isRemark(trimmed)) {
      rewritings.add("Lines that are no rows left out", line, trimmed.filter(Boolean).join(" "), "");
      return;
    }
    const surplus = trimmed.slice(columns.length).find((cell) => cell !== "");
    if (surplus !== undefined || trimmed.length < this.#neededLength()) {
      this.#rows += 1;
      this.sink.fault(line, null, `has ${trimmed.length} columns, the header has ${columns.length}`);
      return;
    }
    for (const [i, cell] of cells.entries())
      if (columns[i] != null && cell !== trimmed[i])
        rewritings.add("Spaces around cells", line, cell, trimmed[i] ?? "");
    this.#rows += 1;
    this.#read({ line, cells: trimmed, exact }, this.given);
  }

  fault(line: number, text: string, whole?: WholeFault): void {
    this.#records += 1;
    this.#rows += 1;
    this.sink.fault(line, null, text, whole);
  }

  end(): void {
    const decided = this.#decide();
    const waiting = this.#waiting;
    this.#waiting = [];
    this.#isOver = true;
    for (const row of waiting) this.#read(row, decided);
    for (const question of this.#questions.values()) this.onQuestion(question);
    if (this.#rows === 0) this.sink.fault(1, null, "has a header and no rows", "file");
  }

  #takeHeads(cells: readonly string[], line: number): void {
    const { columns, rewritings } = this.layout;
    for (const [i, head] of cells.entries()) {
      const column = columns[i];
      if (column == null) {
        if (head.trim() !== "") rewritings.add("Columns left out", line, head.trim(), "");
      } else if (column !== head) rewritings.add("Heads", line, head, column);
    }
  }

  /** Up to the last column that the format has. */
  #neededLength(): number {
    return this.layout.columns.findLastIndex((column) => column !== null) + 1;
  }

  /** A line of a total or of words: fewer than three cells, and none of what names a price or a question. */
  #isRemark(cells: readonly string[]): boolean {
    const filled = cells.flatMap((cell, i) => (cell === "" ? [] : [this.layout.columns[i] ?? null]));
    const isNamed = ["country", "platform", "period", "currency", "question"].some((name) => filled.includes(name));
    return columnNamesOf(this.layout.format, "needed").length > 3 && filled.length < 3 && !isNamed;
  }

  #read(row: Waiting, choices: Choices): void {
    const { columns, rewritings, format } = this.layout;
    const currency = row.cells[columns.indexOf("currency")]?.toUpperCase() ?? "";
    const read: (readonly [column: string, from: string, cell: ReadCell])[] = [];
    for (const [i, column] of columns.entries()) {
      if (column === null) continue;
      const text = row.cells[i] ?? "";
      read.push([column, text, readCell(column, text, { ...choices, currency, isExact: row.exact[i] ?? false })]);
    }
    // What is certain decides, also in a row that waits.
    for (const [, , cell] of read) if (cell.is === "read" && !this.#isOver) this.#note(cell.decides ?? {});
    const open = read.filter(([, , cell]) => cell.is === "open");
    if (open.length > 0 && !this.#isOver && this.#waiting.length < MOST_WAITING) {
      this.#waiting.push(row);
      return;
    }
    if (open.length > 0) {
      this.#ask(row.line, open);
      return;
    }
    const values = new Map<string, string>();
    const wrong = new Set<string>();
    for (const [column, from, cell] of read) {
      if (cell.is === "read" && cell.kind !== null) rewritings.add(cell.kind, row.line, from, cell.text);
      if (cell.is === "wrong") {
        this.sink.fault(row.line, column, cell.text);
        wrong.add(column);
      }
      values.set(column, cell.is === "read" ? cell.text : from);
    }
    format.readRow(this.#toRow(row.line, values), wrong.size === 0 ? this.sink : this.#withoutFaultsOf(wrong));
  }

  #note({ decimal, dates }: Choices): void {
    if (decimal !== undefined) this.#decided.decimal.add(decimal);
    if (dates !== undefined) this.#decided.dates.add(dates);
  }

  /** What is given goes before what the cells say; cells that disagree decide nothing. */
  #decide(): Choices {
    return {
      decimal: this.given.decimal ?? findOnly(this.#decided.decimal),
      dates: this.given.dates ?? findOnly(this.#decided.dates),
    };
  }

  #ask(line: number, open: readonly (readonly [column: string, from: string, cell: ReadCell])[]): void {
    for (const [column, text, cell] of open) {
      if (cell.is !== "open") continue;
      const { choice, readings } = cell;
      const known = this.#questions.get(choice);
      if (known === undefined) this.#questions.set(choice, { choice, line, column, text, readings, count: 1 });
      else known.count += 1;
    }
  }

  #toRow(line: number, values: ReadonlyMap<string, string>): CsvRow {
    const header = columnNamesOf(this.layout.format, "all");
    const value = (column: string) => values.get(column) ?? "";
    return { line, header, cells: header.map(value), latestDay: this.latestDay, value };
  }

  /** The other cells of a row are checked too; it is not staged. */
  #withoutFaultsOf(columns: ReadonlySet<string>): RowSink {
    const { sink } = this;
    return {
      stage: () => {},
      skip: () => {},
      fault: (line, column, text, whole) => {
        if (column === null || !columns.has(column)) sink.fault(line, column, text, whole);
      },
    };
  }
}

function findOnly<T>(values: ReadonlySet<T>): T | undefined {
  const [one, ...others] = values;
  return others.length === 0 ? one : undefined;
}

type PeopleOptions = {
  layout: Layout;
  choices: Choices;
  sink: RowSink;
  latestDay: string;
};

const toRows = ({ layout, choices, sink, latestDay }: PeopleOptions) =>
  new PeopleRows(layout, choices, sink, latestDay, (question) =>
    sink.fault(question.line, question.column, describeQuestion(question), question.choice),
  );

function describeQuestion({ choice, text, readings, count }: Question): string {
  const what = choice === "decimal" ? "amount" : "day";
  const how = choice === "decimal" ? "which mark the decimals have" : "whether the day or the month comes first";
  const others = count > 1 ? `, as ${count - 1} more can` : "";
  return `${quote(text)} can be ${readings.join(" or ")}${others}, and no other ${what} of the file decides: say once ${how}`;
}

/** Of text in any encoding and with any separator and line ends. */
export function openPeopleText(
  options: PeopleOptions & { encoding: string; separator: string; hasSeparatorLine: boolean },
): FileReader {
  const rows = toRows(options);
  // UTF-8 passes byte by byte, so that damaged lines are found.
  const isUtf8 = options.encoding === "utf-8";
  const decoder = new TextDecoder(options.encoding);
  const decode = (chunk: Buffer) => (isUtf8 ? chunk.toString("latin1") : decoder.decode(chunk, { stream: true }));
  const skip = options.hasSeparatorLine ? 1 : 0;
  const { write, end } = openRecords(
    {
      onRecord: (cells, line) => rows.take(cells, line + skip),
      onFault: (line, text, whole) => rows.fault(line + skip, text, whole),
    },
    options.separator,
  );
  let held = "";
  let isStart = options.hasSeparatorLine;
  const pass = async (text: string) => {
    let whole = held + text;
    held = whole.endsWith("\r") ? "\r" : "";
    whole = whole.slice(0, whole.length - held.length).replace(/\r\n?/g, "\n");
    if (isStart && whole.includes("\n")) {
      whole = whole.slice(whole.indexOf("\n") + 1);
      isStart = false;
    }
    if (whole !== "") await write(Buffer.from(whole, isUtf8 ? "latin1" : "utf8"));
  };
  return {
    write: (chunk) => pass(decode(chunk)),
    async end() {
      if (!isUtf8) await pass(decoder.decode());
      if (held !== "") await write(Buffer.from("\n"));
      await end();
      rows.end();
    },
  };
}

export function openPeopleSheet(options: PeopleOptions & { rows: readonly SheetRow[] }): FileReader {
  const rows = toRows(options);
  return {
    async write() {},
    async end() {
      for (const { line, cells, exact } of options.rows) rows.take(cells, line, exact);
      rows.end();
    },
  };
}
