import "server-only";
import type { ClientBase } from "pg";
import { middleDayOf } from "@/lib/catalogue/prices/ranking/sql";
import { LOCKS } from "@/lib/platform/advisory-locks";
import { currentTime } from "@/lib/platform/clock";
import { countChanges } from "./count-changes";
import { PRICE_AND_PRODUCT_ROWS, stageStates } from "./prices-sql";
import { describeRates, rateDay, stageVersionRates } from "./rate-day";
import { recordMoves, rewriteMoves } from "./record-moves";
import { SOURCE_ROWS } from "./sources-sql";
import { stageUsualRatios } from "./usual-ratios";
import { writeCountries } from "./write-countries";

export interface PublishedVersion {
  id: number;
  version: string;
  publishedAt: Date;
  prices: number;
  products: number;
  countries: number;
  endedSeries: number;
  rateWarnings: string[];
}

/** Tables that refer to others come first. */
const PUBLISHED = ["product", "price", "country", "median_index", "category", "level_difference", "source"] as const;

/** Countries stay, because their rows are the index over time. */
export const PRUNABLE = PUBLISHED.filter((table) => table !== "country");

/** Certain, because only one import runs at a time. */
export async function nextVersionId(client: ClientBase): Promise<number> {
  const { rows } = await client.query<{ id: number }>(
    "SELECT coalesce(max(id), 0)::int + 1 AS id FROM dataset_version",
  );
  return rows[0]?.id ?? 1;
}

/** Runs inside the caller's transaction. Null when no price was ever observed. */
export async function publishVersion(client: ClientBase, id: number): Promise<PublishedVersion | null> {
  await stageStates(client, id);
  const { rows } = await client.query<Omit<PublishedVersion, "rateWarnings">>(
    `INSERT INTO dataset_version (id, version, published_at, data_date, fx_date, prices, products, countries, ended_series)
     SELECT ${id}, data_date || '.' || ${id}, published_at, data_date, ${rateDay(id)}, prices, products, countries, ended_series
     FROM (
       SELECT count(amount)::int AS prices, count(DISTINCT country) FILTER (WHERE amount IS NOT NULL)::int AS countries,
         (count(*) FILTER (WHERE amount IS NULL))::int AS ended_series,
         (SELECT count(*)::int FROM product_entry WHERE superseded_in IS NULL) AS products,
         coalesce(
           max(observed_on) FILTER (WHERE amount IS NOT NULL), max(observed_on),
           -- Without any observation left, by corrections: the day does not go back.
           (SELECT data_date FROM dataset_version ORDER BY id DESC LIMIT 1)
         ) AS data_date,
         -- Unique and ascending, even when the clock is set back.
         (SELECT greatest($1::timestamptz, max(published_at) + interval '1 millisecond') FROM dataset_version) AS published_at
       FROM state
     ) AS content WHERE data_date IS NOT NULL
     RETURNING id, version, published_at AS "publishedAt", prices, products, countries, ended_series AS "endedSeries"`,
    [currentTime()],
  );
  const [published] = rows;
  if (published) {
    await writeRows(client, id);
    await recordMoves(client, id);
    await client.query("ANALYZE price_change");
    await countChanges(client, id);
  }
  await client.query("DROP TABLE state");
  return published ? { ...published, rateWarnings: await describeRates(client, id) } : null;
}

/** Writes the same rows again, without what was erased since; changes of prices belong to no version. */
export async function republish(client: ClientBase, id: number): Promise<void> {
  await removeRows(client, id);
  await stageStates(client, id);
  await writeRows(client, id);
  await client.query("DROP TABLE state");
  await client.query("UPDATE dataset_version SET is_pruned = false WHERE id = $1", [id]);
}

/** Writes the rows of versions again that were written by older rules, and all changes of prices. Returns their number. */
export async function republishOlderEditions(client: ClientBase): Promise<number> {
  const { rows } = await client.query<{ id: number }>(
    "SELECT id FROM dataset_version WHERE NOT is_pruned AND edition < $1 ORDER BY id",
    [EDITION],
  );
  // First, because what is cut off is begun again as long as there are versions of an older edition.
  if (rows.length > 0) await inTransaction(client, () => rewriteMoves(client));
  for (const { id } of rows) await inTransaction(client, () => republish(client, id));
  return rows.length;
}

async function inTransaction(client: ClientBase, work: () => Promise<void>): Promise<void> {
  await client.query("BEGIN");
  try {
    await client.query("SET LOCAL statement_timeout = 0");
    await client.query("SELECT pg_advisory_xact_lock($1)", [LOCKS.import]);
    await work();
    await client.query("COMMIT");
  } catch (error) {
    await client.query("ROLLBACK");
    throw error;
  }
}

export async function removeRows(
  client: ClientBase,
  id: number,
  tables: readonly string[] = PUBLISHED,
): Promise<number> {
  let bytes = 0;
  for (const table of tables) {
    const { rows } = await client.query<{ bytes: number }>(
      `WITH removed AS (DELETE FROM ${table} WHERE version_id = $1 RETURNING pg_column_size(${table}) AS bytes)
       SELECT coalesce(sum(bytes), 0)::float8 AS bytes FROM removed`,
      [id],
    );
    bytes += rows[0]?.bytes ?? 0;
  }
  return bytes;
}

/** Of the rules by which rows are written. A higher one lets the next start write those of all versions again. */
const EDITION = 3;

/** Statement that says in a version on which days its prices were read, and by which rules its rows were written. */
const DATA_DAYS = `
  WITH published AS (SELECT * FROM price WHERE version_id = $1), middle AS (${middleDayOf("published")})
  UPDATE dataset_version SET (data_from, data_to, data_median) = (
    SELECT min(verified_on), max(verified_on), (SELECT day FROM middle) FROM published
  ), edition = ${EDITION} WHERE id = $1`;

/** Writes all published rows of the version whose `state` is staged. */
async function writeRows(client: ClientBase, id: number): Promise<void> {
  await writePrices(client, id);
  await client.query(DATA_DAYS, [id]);
  const before = await findBefore(client, id);
  if (before?.isPruned) {
    // A running prune may not have removed them yet.
    await removeRows(client, before.id, PRUNABLE);
    await client.query("DROP TABLE state");
    await stageStates(client, before.id);
    await writePrices(client, before.id);
  }
  await writeCountries(client, id, before);
  if (before?.isPruned) await removeRows(client, before.id, PRUNABLE);
  await client.query(SOURCE_ROWS(id));
  // Otherwise the planner expects no rows and joins them one by one. Prices are done.
  await client.query(`ANALYZE ${PUBLISHED.filter((table) => table !== "price").join(", ")}`);
}

async function writePrices(client: ClientBase, id: number): Promise<void> {
  await stageVersionRates(client, id);
  await stageUsualRatios(client);
  await client.query(PRICE_AND_PRODUCT_ROWS(id));
  await client.query("ANALYZE price");
  await client.query("DROP TABLE version_rate, usual");
}

async function findBefore(client: ClientBase, id: number) {
  const { rows } = await client.query<{ id: number; version: string; isPruned: boolean }>(
    `SELECT id, version, is_pruned AS "isPruned" FROM dataset_version
     WHERE id = (SELECT max(id) FROM dataset_version WHERE id < $1)`,
    [id],
  );
  return rows[0] ?? null;
}
