import { Parser } from "@json2csv/plainjs";
import type { Meta } from "@/lib/contract/envelope";

type Rows = AsyncIterable<readonly object[]>;

export const BYTE_ORDER_MARK = "\uFEFF";

/** What a spreadsheet takes for the beginning of a formula (OWASP CSV injection). */
export const FORMULA_STARTS = ["=", "+", "-", "@", "\t", "\r"];

/** RFC 4180 text of the rows, a piece for each batch; numbers in plain decimals. */
export async function* toCsv(columns: readonly string[], batches: Rows, bom: boolean): AsyncGenerator<string> {
  const parser = new Parser({
    fields: [...columns],
    header: false,
    eol: "\r\n",
    formatters: { string: toTextCell, number: toPlainDecimal },
  });
  yield `${bom ? BYTE_ORDER_MARK : ""}${columns.join(",")}\r\n`;
  for await (const rows of batches) {
    if (rows.length > 0) yield `${parser.parse([...rows])}\r\n`;
  }
}

/** The JSON envelope of the rows, one row a line, a piece for each batch. */
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

/** Text that begins like a formula gets an apostrophe, so that no spreadsheet runs it. */
function toTextCell(text: string): string {
  const guarded = FORMULA_STARTS.includes(text.charAt(0)) ? `'${text}` : text;
  return /[",\r\n]/.test(guarded) ? `"${guarded.replaceAll('"', '""')}"` : guarded;
}

/** JavaScript turns to exponents below 1e-6 and from 1e21; neither belongs in a table. */
function toPlainDecimal(value: number): string {
  const text = String(value);
  if (!text.includes("e")) return text;
  return value.toLocaleString("en-US", { useGrouping: false, maximumSignificantDigits: 17, minimumFractionDigits: 0 });
}
