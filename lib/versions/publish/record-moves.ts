import "server-only";
import type { ClientBase } from "pg";
import { isRedenominatedSql, redenominationSql } from "@/lib/catalogue/fx/redenomination-rules";
import { validRowsText } from "@/lib/versions/valid-rows-sql";

// Raw SQL, because changes need a window over observations.

const COLUMNS = [
  "series_id",
  "first_seen_on",
  "product",
  "country",
  "platform",
  "period",
  "amount",
  "currency",
  "source_url",
  "was_amount",
  "was_currency",
  "was_last_seen_on",
  "pct",
  "factor",
  "corrected_at",
];

/** Series of which a version recorded or superseded something: the changes of all others are those of the version before. */
const TOUCHED = (id: number) => `
  SELECT series_id FROM observation WHERE recorded_in = ${id}
  UNION SELECT series_id FROM observation WHERE superseded_in = ${id}
  UNION SELECT series_id FROM correction WHERE version_id = ${id} AND series_id IS NOT NULL`;

/** All changes of the series in `touched`. Pairs successive readings; a pair with a gap in between has no `factor`. */
const CHANGES = (id: number) => `
  WITH ${validRowsText(id)}, day AS (
    SELECT series_id, observed_on, amount, currency, source_url, lag(amount) OVER days IS NULL AS is_after_gap
    FROM observation WHERE series_id IN (SELECT series_id FROM touched)
    WINDOW days AS (PARTITION BY series_id ORDER BY observed_on)
  ), step AS (
    SELECT *, lag(amount) OVER days AS was_amount, lag(currency) OVER days AS was_currency, lag(observed_on) OVER days AS was_on
    FROM day WHERE amount IS NOT NULL WINDOW days AS (PARTITION BY series_id ORDER BY observed_on)
  ), change AS (
    SELECT *, amount * CASE WHEN currency = was_currency THEN 1
      ELSE ${redenominationSql("was_currency", "currency", "observed_on")} END AS in_old_unit
    FROM step WHERE was_amount IS NOT NULL AND (amount, currency) IS DISTINCT FROM (was_amount, was_currency)
      AND NOT ${isRedenominatedSql("was_", "", "observed_on")}
  )
  SELECT c.series_id, c.observed_on AS first_seen_on, s.product, s.country, s.platform, s.period, c.amount, c.currency, c.source_url,
    c.was_amount, c.was_currency, c.was_on AS was_last_seen_on, round(100 * (c.in_old_unit / c.was_amount - 1), 4) AS pct,
    CASE WHEN c.currency = c.was_currency AND NOT c.is_after_gap
      THEN greatest(c.amount, c.was_amount)::float8 / least(c.amount, c.was_amount)::float8 END AS factor,
    (SELECT max(v.published_at) FROM correction k JOIN dataset_version v ON v.id = k.version_id
     WHERE k.series_id = c.series_id AND k.day BETWEEN c.was_on AND c.observed_on) AS corrected_at
  FROM change c JOIN series s ON s.id = c.series_id`;

const listOf = (alias: string) => COLUMNS.map((column) => `${alias}.${column}`).join(", ");

/** Records in a version what is a change since, and supersedes what is none any more. Later versions must not be written yet. */
export async function recordMoves(client: ClientBase, id: number, touched = TOUCHED(id)): Promise<void> {
  await client.query(`CREATE TEMPORARY TABLE touched AS ${touched}`);
  await client.query("ANALYZE touched");
  await client.query(`CREATE TEMPORARY TABLE valid_change AS ${CHANGES(id)}`);
  await client.query("ANALYZE valid_change");
  await client.query(
    `UPDATE price_change c SET superseded_in = ${id} FROM touched t
     WHERE c.series_id = t.series_id AND c.superseded_in IS NULL AND NOT EXISTS (
       SELECT FROM valid_change s WHERE s.series_id = c.series_id AND s.first_seen_on = c.first_seen_on
         AND (${listOf("s")}) IS NOT DISTINCT FROM (${listOf("c")})
     )`,
  );
  await client.query(
    `INSERT INTO price_change (${COLUMNS.join(", ")}, recorded_in)
     SELECT ${listOf("s")}, ${id} FROM valid_change s WHERE NOT EXISTS (
       SELECT FROM price_change c
       WHERE c.series_id = s.series_id AND c.first_seen_on = s.first_seen_on AND c.superseded_in IS NULL
     )`,
  );
  await client.query("DROP TABLE touched, valid_change");
}

/** Writes the changes of series again as every version reads them, from the ledger. `series` is SQL. */
export async function rewriteMoves(client: ClientBase, series = "SELECT id FROM series"): Promise<void> {
  await client.query(`CREATE TEMPORARY TABLE rewritten AS ${series}`);
  await client.query("DELETE FROM price_change WHERE series_id IN (SELECT * FROM rewritten)");
  const { rows } = await client.query<{ id: number }>(
    `WITH own AS (SELECT recorded_in, superseded_in FROM observation WHERE series_id IN (SELECT * FROM rewritten))
     SELECT id FROM dataset_version WHERE id IN (
       SELECT recorded_in FROM own UNION SELECT superseded_in FROM own
       UNION SELECT version_id FROM correction WHERE series_id IN (SELECT * FROM rewritten)
     ) ORDER BY id`,
  );
  for (const { id } of rows)
    await recordMoves(client, id, `SELECT * FROM (${TOUCHED(id)}) AS t WHERE series_id IN (SELECT * FROM rewritten)`);
  await client.query("DROP TABLE rewritten");
}
