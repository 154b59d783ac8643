import { Parser } from "@json2csv/plainjs";
import type { Meta } from "@/lib/contract/envelope";

type Rows = AsyncIterable<readonly object[]>;

export const BYTE_ORDER_MARK = "\uFEFF";

// Regular expressions that JavaScript and PostgreSQL read alike: copy.ts guards the same cells in SQL.
const FORMULA = `[ "]*[=+@＝＋－＠-]`;
/** Beginnings that a spreadsheet reads as a formula (OWASP CSV injection), including full-width signs. */
export const FORMULA_AT_START = String.raw`^([\t\r]|${FORMULA})`;
/**
 * Formulas after a character at which a program may begin another cell: line ends, and list separators of other
 * locales, which some programs obey even inside quotes that do not begin the line.
 */
export const FORMULA_INSIDE = String.raw`([;\t\r\n])(?=${FORMULA})`;

/**
 * RFC 4180 text of the rows, one chunk per batch: text in quotes, numbers as plain decimals without quotes, and TRUE or
 * FALSE in capitals, as R and spreadsheets read them.
 */
export async function* toCsv(columns: readonly string[], batches: Rows, bom: boolean): AsyncGenerator<string> {
  const parser = new Parser({
    fields: [...columns],
    header: false,
    eol: "\r\n",
    formatters: { string: toTextCell, number: toPlainDecimal, boolean: (value: boolean) => (value ? "TRUE" : "FALSE") },
  });
  yield `${bom ? BYTE_ORDER_MARK : ""}${columns.join(",")}\r\n`;
  for await (const rows of batches) {
    if (rows.length > 0) yield `${parser.parse([...rows])}\r\n`;
  }
}

/** JSON envelope of the rows, one row a line, one chunk per batch. */
export async function* toJson(batches: Rows, meta: Meta): AsyncGenerator<string> {
  yield '{"data":[';
  let separator = "\n";
  for await (const rows of batches) {
    for (let start = 0; start < rows.length; start += 500) {
      const part = rows.slice(start, start + 500).map((row) => JSON.stringify(row));
      yield separator + part.join(",\n");
      separator = ",\n";
    }
  }
  yield `\n],"meta":${JSON.stringify(meta)}}\n`;
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
