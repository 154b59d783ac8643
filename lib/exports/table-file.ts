import writeExcelFile, { type SheetData } from "write-excel-file/node";
import { makeCsvWriter, writeCsvHead } from "@/lib/contract/csv-text";

/** A column of a table for people: its head, and how its cells are written. */
export type TableColumn = { head: string; kind: "text" | "amount" | "percent" | "count" | "day"; width?: number };

/** Table of a page as a file for people; days are YYYY-MM-DD, a missing cell is null. */
export type TableFile = {
  title: string;
  columns: readonly TableColumn[];
  rows: readonly (readonly (string | number | null)[])[];
  /** Facts about the table: name and text of each. */
  about: readonly (readonly [name: string, text: string])[];
};

const FORMATS = { amount: "#,##0.00##", percent: "+0.0;-0.0;0.0", count: "0", day: "yyyy-mm-dd" } as const;
const WIDTHS: Record<TableColumn["kind"], number> = { text: 22, amount: 14, percent: 16, count: 10, day: 12 };

/**
 * Spreadsheet (XLSX) with the table, and a second sheet with its sources, version and licence. Text is written as text,
 * so that nothing in it can run as a formula.
 */
export function toSpreadsheet({ title, columns, rows, about }: TableFile): Promise<Buffer> {
  const head = columns.map(({ head: value }) => ({ value, type: String, fontWeight: "bold" as const, wrap: true }));
  const data: SheetData = [head, ...rows.map((row) => row.map((cell, i) => toCell(cell, columns[i]?.kind ?? "text")))];
  const facts: SheetData = [["Title", title] as const, ...about].map(([name, text]) => [
    { value: name, type: String, fontWeight: "bold" as const },
    { value: text, type: String },
  ]);
  return writeExcelFile([
    {
      data,
      sheet: "Table",
      stickyRowsCount: 1,
      columns: columns.map(({ kind, width }) => ({ width: width ?? WIDTHS[kind] })),
    },
    { data: facts, sheet: "About", columns: [{ width: 18 }, { width: 100 }] },
  ]).toBuffer();
}

function toCell(cell: string | number | null, kind: TableColumn["kind"]) {
  if (cell === null) return null;
  if (kind === "day" && typeof cell === "string") return { value: new Date(cell), type: Date, format: FORMATS.day };
  if (typeof cell === "string") return { value: cell, type: String };
  return { value: cell, type: Number, ...(kind !== "text" && { format: FORMATS[kind] }) };
}

type CsvOptions = {
  /** Begins with a byte order mark, by which spreadsheets recognize UTF-8. */
  bom: boolean;
  /** Semicolons between the cells and a comma in numbers, as spreadsheets of much of Europe read. */
  semicolons: boolean;
};

/** The table as CSV (RFC 4180), guarded against formulas. */
export function toPeopleCsv({ columns, rows }: TableFile, { bom, semicolons }: CsvOptions): string {
  const heads = columns.map(({ head }) => head);
  const separator = semicolons ? ";" : ",";
  const records = rows.map((row) => Object.fromEntries(heads.map((head, i) => [head, row[i] ?? undefined])));
  return writeCsvHead(heads, bom, separator) + makeCsvWriter(heads, separator)(records);
}

export const MAX_TABLE_ROWS = 20_000;
