import { makeCsvWriter, writeCsvHead } from "@/lib/contract/csv-text";
import type { Meta } from "@/lib/contract/envelope";

type Rows = AsyncIterable<readonly object[]>;

/** CSV of the rows, one chunk per batch. */
export async function* toCsv(columns: readonly string[], batches: Rows, bom: boolean): AsyncGenerator<string> {
  const write = makeCsvWriter(columns);
  yield writeCsvHead(columns, bom);
  for await (const rows of batches) if (rows.length > 0) yield write(rows);
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
