import { Parser } from "@json2csv/plainjs";

const BYTE_ORDER_MARK = "\uFEFF";

// JavaScript and PostgreSQL must read these alike: lib/exports/copy.ts uses them in SQL.
const FORMULA = `[ "]*[=+@＝＋－＠-]`;
/** Starts that a spreadsheet reads as a formula (OWASP CSV injection), including full-width signs. */
export const FORMULA_AT_START = String.raw`^([\t\r]|${FORMULA})`;
/** Formulas after line ends and other locales' separators, which some programs obey even inside quotes. */
export const FORMULA_INSIDE = String.raw`([;\t\r\n])(?=${FORMULA})`;

/** With semicolons, numbers have a decimal comma. */
export const CSV_SEPARATORS = [",", ";"] as const;
export type CsvSeparator = (typeof CSV_SEPARATORS)[number];

export const writeCsvHead = (columns: readonly string[], hasBom: boolean, separator: CsvSeparator = ","): string =>
  `${hasBom ? BYTE_ORDER_MARK : ""}${columns.join(separator)}\r\n`;

/** Writes RFC 4180: text in quotes, plain decimals, TRUE or FALSE as R and spreadsheets read them, nothing for null. */
export function makeCsvWriter(
  columns: readonly string[],
  separator: CsvSeparator = ",",
): (rows: readonly object[]) => string {
  const toNumber = (value: number) =>
    separator === ";" ? toPlainDecimal(value).replace(".", ",") : toPlainDecimal(value);
  const parser = new Parser({
    fields: [...columns],
    header: false,
    delimiter: separator,
    eol: "\r\n",
    formatters: { string: toTextCell, number: toNumber, boolean: (value: boolean) => (value ? "TRUE" : "FALSE") },
  });
  return (rows) => (rows.length > 0 ? `${parser.parse([...rows])}\r\n` : "");
}

export async function* toCsv(
  columns: readonly string[],
  batches: AsyncIterable<readonly object[]>,
  hasBom: boolean,
): AsyncGenerator<string> {
  const write = makeCsvWriter(columns);
  yield writeCsvHead(columns, hasBom);
  for await (const rows of batches) yield write(rows);
}

const AT_START = new RegExp(FORMULA_AT_START);
const INSIDE = new RegExp(FORMULA_INSIDE, "g");

/** Quotes text, so that no separator opens another cell, and puts an apostrophe before formulas. */
function toTextCell(text: string): string {
  const guarded = `${AT_START.test(text) ? "'" : ""}${text.replace(INSIDE, "$1'")}`;
  return `"${guarded.replaceAll('"', '""')}"`;
}

/** JavaScript uses exponents below 1e-6 and from 1e21. */
function toPlainDecimal(value: number): string {
  const text = String(value);
  if (!text.includes("e")) return text;
  return value.toLocaleString("en-US", { useGrouping: false, maximumSignificantDigits: 17, minimumFractionDigits: 0 });
}
