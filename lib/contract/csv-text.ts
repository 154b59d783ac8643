import { Parser } from "@json2csv/plainjs";

const BYTE_ORDER_MARK = "\uFEFF";

// Regular expressions that JavaScript and PostgreSQL read alike: lib/exports/copy.ts guards the same cells in SQL.
const FORMULA = `[ "]*[=+@＝＋－＠-]`;
/** Beginnings that a spreadsheet reads as a formula (OWASP CSV injection), including full-width signs. */
export const FORMULA_AT_START = String.raw`^([\t\r]|${FORMULA})`;
/**
 * Formulas after a character at which a program may begin another cell: line ends, and list separators of other
 * locales, which some programs obey even inside quotes that do not begin the line.
 */
export const FORMULA_INSIDE = String.raw`([;\t\r\n])(?=${FORMULA})`;

/** Character between cells; with semicolons, numbers have a comma, as spreadsheets of much of Europe read. */
export type CsvSeparator = "," | ";";

/** Header row of a CSV file. `hasBom`: a byte-order mark comes first, by which spreadsheets recognize UTF-8. */
export const writeCsvHead = (columns: readonly string[], hasBom: boolean, separator: CsvSeparator = ","): string =>
  `${hasBom ? BYTE_ORDER_MARK : ""}${columns.join(separator)}\r\n`;

/**
 * Function that writes rows as RFC 4180 text: text in quotes, numbers as plain decimals without quotes, TRUE or FALSE in
 * capitals, as R and spreadsheets read them, and nothing for null and for a missing column.
 */
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

/** CSV of rows that come in batches, one chunk per batch. */
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

/**
 * Quotes every text, so that no separator in it opens another cell, and puts an apostrophe before everything that a
 * spreadsheet would run as a formula.
 */
function toTextCell(text: string): string {
  const guarded = `${AT_START.test(text) ? "'" : ""}${text.replace(INSIDE, "$1'")}`;
  return `"${guarded.replaceAll('"', '""')}"`;
}

/** Writes a number without an exponent, which JavaScript uses below 1e-6 and from 1e21. */
function toPlainDecimal(value: number): string {
  const text = String(value);
  if (!text.includes("e")) return text;
  return value.toLocaleString("en-US", { useGrouping: false, maximumSignificantDigits: 17, minimumFractionDigits: 0 });
}
