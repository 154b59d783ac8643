import writeExcelFile, { type SheetData } from "write-excel-file/node";
import { makeCsvWriter, writeCsvHead } from "@/lib/contract/csv-text";

export type TableColumn = { head: string; kind: "text" | "amount" | "percent" | "count" | "day"; width?: number };

/** Days are YYYY-MM-DD, missing cells null. */
export type TableFile = {
  title: string;
  columns: readonly TableColumn[];
  rows: readonly (readonly (string | number | null)[])[];
  about: readonly (readonly [name: string, text: string])[];
};

const FORMATS = { amount: "#,##0.00##", percent: "+0.0;-0.0;0.0", count: "0", day: "yyyy-mm-dd" } as const;
const WIDTHS: Record<TableColumn["kind"], number> = { text: 22, amount: 14, percent: 16, count: 10, day: 12 };

/**
 * Makes an XLSX file with a second sheet for sources and licence. Cells are text, so that none can run as a formula.
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
  /** Spreadsheets recognize UTF-8 by a byte order mark. */
  bom: boolean;
  /** Semicolons between cells and decimal commas, as spreadsheets in much of Europe expect. */
  semicolons: boolean;
};

export function toPeopleCsv({ columns, rows }: TableFile, { bom, semicolons }: CsvOptions): string {
  const heads = columns.map(({ head }) => head);
  const separator = semicolons ? ";" : ",";
  const records = rows.map((row) => Object.fromEntries(heads.map((head, i) => [head, row[i] ?? undefined])));
  return writeCsvHead(heads, bom, separator) + makeCsvWriter(heads, separator)(records);
}

export const MAX_TABLE_ROWS = 20_000;
