import "server-only";
import type { ClientBase } from "pg";
import { to as copyTo } from "pg-copy-streams";
import type { Meta } from "@/lib/contract/envelope";
import { BYTE_ORDER_MARK, FORMULA_STARTS } from "./encode";
import type { Recipe } from "./recipe";

// PostgreSQL writes the text of long exports: three to four times as fast as its rows can be read here and
// written by json2csv. Both write the same bytes; tests hold them together.

/** The only column of the long datasets that is words; codes, numbers and days cannot begin like a formula. */
const TEXT_COLUMN = "source_url";
/** Quotes and delimiters that no JSON text contains: each line is one value, as it is. */
const RAW_LINES = String.raw`FORMAT csv, DELIMITER E'\x02', QUOTE E'\x01'`;
const LINE_END_BYTES = 2;

/** The CSV of a long export, in pieces as they come from the database. */
export async function* copyCsv(client: ClientBase, { columns, rows, hasBom }: Recipe): AsyncGenerator<Buffer> {
  const starts = FORMULA_STARTS.map((start) => `chr(${start.charCodeAt(0)})`).join(", ");
  const cells = columns.map((column) =>
    column === TEXT_COLUMN
      ? `CASE WHEN left(${column}, 1) IN (${starts}) THEN '''' || ${column} ELSE ${column} END`
      : column,
  );
  yield Buffer.from(`${hasBom ? BYTE_ORDER_MARK : ""}${columns.join(",")}\r\n`);
  const sql = `COPY (SELECT ${cells.join(", ")} FROM (${rows.select}) AS r) TO STDOUT (FORMAT csv)`;
  const lines: AsyncIterable<Buffer> = client.query(copyTo(sql));
  // Byte for byte: latin1 keeps them, and is the fastest way to double a line's end.
  for await (const chunk of lines) yield Buffer.from(chunk.toString("latin1").replaceAll("\n", "\r\n"), "latin1");
}

/** The JSON envelope of a long export, one row a line, in pieces as they come from the database. */
export async function* copyJson(client: ClientBase, { rows }: Recipe, meta: Meta): AsyncGenerator<Buffer> {
  const sql = `COPY (SELECT row_to_json(r)::text || ',' FROM (${rows.select}) AS r) TO STDOUT (${RAW_LINES})`;
  const lines: AsyncIterable<Buffer> = client.query(copyTo(sql));
  yield Buffer.from('{"data":[\n');
  // Every row ends with ",\n", which the last one must not.
  let held = Buffer.alloc(0);
  for await (const chunk of lines) {
    const text = Buffer.concat([held, chunk]);
    const end = Math.max(0, text.length - LINE_END_BYTES);
    held = text.subarray(end);
    yield text.subarray(0, end);
  }
  yield Buffer.from(`\n],"meta":${JSON.stringify(meta)}}\n`);
}
