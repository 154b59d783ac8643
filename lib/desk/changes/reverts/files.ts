import "server-only";
import type { ClientBase } from "pg";
import QueryStream from "pg-query-stream";
import { CORRECTION_COLUMNS, toCsvLine } from "@/lib/desk/changes/files/desk-files";
import { writeFile } from "@/lib/desk/changes/files/write-files";
import type { Preview } from "@/lib/desk/changes/schema";
import { columnNamesOf, nativeFormats } from "@/lib/import/read/formats/native";
import { type ReferenceTable, WHOLE_TABLES } from "@/lib/import/stage/tables";
import { connectClient } from "@/lib/platform/database-client";
import { env } from "@/lib/platform/env";
import {
  addedEntries,
  ENTRY_TABLES,
  formerEntries,
  formerTable,
  isWithdrawable,
  PRICE_CORRECTIONS,
  RATE_CORRECTIONS,
} from "./sql";

type Row = Readonly<Record<string, string | boolean | null>>;
/** `columns` are those of the statement, `header` their names in the file. */
type Written = {
  name: string;
  header: readonly string[];
  columns: readonly string[];
  sql: string;
  nameOf: (row: Row) => string;
};

const RATE_COLUMNS = ["currency", "date", "source", "action", "usd_per_unit", "reason", "note"];
const BATCH_ROWS = 1_000;
const LISTED = 50;

/** What a taking back leaves as it is, in words. */
class Staying {
  count = 0;
  readonly first: string[] = [];

  add(text: string): void {
    this.count += 1;
    if (this.first.length < LISTED) this.first.push(text);
  }
}

/**
 * Writes the files that undo what the version wrote, in place of those that are there. Returns what stays, because a later
 * version changed it again or no file can take it away. Throws errors of pg.
 */
export async function writeRevertFiles(changeSetId: number, versionId: number): Promise<Preview["stays"]> {
  const [client, reader] = await Promise.all([connect(), connect()]);
  const stays = new Staying();
  try {
    await client.query("BEGIN");
    await client.query("DELETE FROM change_set_file WHERE change_set_id = $1", [changeSetId]);
    for (const written of [...CORRECTIONS, ...ENTRY_TABLES.map(toEntries), ...WHOLE_TABLES.map(toWhole)]) {
      const rows = takeRows(reader, versionId, written, stays);
      const first = await rows.next();
      if (first.done) continue;
      const content = toCsv(written, first.value, rows);
      await writeFile(client, changeSetId, { name: written.name, content });
    }
    for (const table of ENTRY_TABLES.filter((one) => !isWithdrawable(one))) {
      const { rows } = await reader.query<{ named: string }>(addedEntries(table), [versionId]);
      for (const { named } of rows) stays.add(`${toWords(table)} ${named}: no file takes it away`);
    }
    await client.query("COMMIT");
    return { count: stays.count, first: stays.first };
  } finally {
    await Promise.all([client.end(), reader.end()]);
  }
}

const connect = () => connectClient(env().DATABASE_URL, "revert");
const toWords = ({ name }: ReferenceTable) => name.replace("_entry", "").replaceAll("_", " ");

const CORRECTIONS: readonly Written[] = [
  {
    name: "corrections.csv",
    header: CORRECTION_COLUMNS,
    columns: CORRECTION_COLUMNS,
    sql: PRICE_CORRECTIONS,
    nameOf: ({ product, country, platform, period, observed_on }) =>
      `${product} ${country} ${platform} ${period} of ${observed_on}`,
  },
  {
    name: "rate-corrections.csv",
    header: RATE_COLUMNS,
    columns: RATE_COLUMNS,
    sql: RATE_CORRECTIONS,
    nameOf: ({ currency, date, source }) => `the rate of ${currency} on ${date} from ${source}`,
  },
];

function formatOf({ staged }: ReferenceTable) {
  const format = nativeFormats.find(({ table }) => table === staged);
  if (format === undefined) throw new Error(`no file fills ${staged}`);
  return { header: columnNamesOf(format, "all"), columns: format.columns };
}

const toEntries = (table: ReferenceTable): Written => ({
  ...formatOf(table),
  name: `${toWords(table)}.csv`.replaceAll(" ", "-"),
  sql: formerEntries(table),
  nameOf: ({ named }) => `${toWords(table)} ${named}`,
});

const toWhole = (table: ReferenceTable): Written => ({
  ...formatOf(table),
  name: `${toWords(table)}.csv`.replaceAll(" ", "-"),
  sql: formerTable(table),
  nameOf: () => `the table of ${toWords(table)}`,
});

/** Rows that can be taken back; the others are noted, a whole table once. */
async function* takeRows(client: ClientBase, versionId: number, { sql, nameOf }: Written, stays: Staying) {
  const noted = new Set<string>();
  const rows: AsyncIterable<Row> = client.query(new QueryStream(sql, [versionId], { batchSize: BATCH_ROWS }));
  for await (const row of rows) {
    const reason = row.isErased
      ? "it was erased, because its licence asked for it"
      : row.later !== null && `version ${row.later} changed it again`;
    if (!reason) {
      yield row;
      continue;
    }
    const name = nameOf(row);
    if (!noted.has(name)) stays.add(`${name}: ${reason}`);
    noted.add(name);
  }
}

async function* toCsv({ header, columns }: Written, first: Row, others: AsyncIterable<Row>): AsyncGenerator<Buffer> {
  yield Buffer.from(`${header.join(",")}\n${toCsvLine(columns, first)}\n`);
  for await (const row of others) yield Buffer.from(`${toCsvLine(columns, row)}\n`);
}
