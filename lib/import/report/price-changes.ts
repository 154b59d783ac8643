import "server-only";
import type { ClientBase } from "pg";
import { isRedenominatedSql, redenominationSql } from "@/lib/catalogue/fx/redenomination-rules";
import type { Period, Platform } from "@/lib/contract/codes";
import { COMPUTED_ONCE } from "@/lib/dataset/computed-once-sql";
import { RATE_SOURCE_ORDER } from "@/lib/dataset/rate-rules";
import { JUMP_FACTOR } from "@/lib/dataset/rules";
import type { AmountChange, RateMove } from "./result";

/** Days are YYYY-MM-DD. */
export interface ImportedChange extends AmountChange {
  seriesId: number;
  platform: Platform;
  period: Period;
  /** Ratio of amounts, in US dollars where currencies differ; `size` is higher to lower. */
  factor: number;
  size: number;
  isNew: boolean;
  isCorrection: boolean;
  /** Position in `ImportResult.files`, and line; null for stored readings. */
  file: number | null;
  line: number | null;
}

export const toAmountChange = ({
  seriesId,
  factor,
  size,
  isNew,
  isCorrection,
  file,
  line,
  ...change
}: ImportedChange): AmountChange => change;

/**
 * Newest rate up to the day, else the first after; null without any. `currency` includes its table, because rates
 * have that column too.
 */
const rateOf = (currency: string, day: string) => `CASE WHEN ${currency} = 'USD' THEN 1 ELSE coalesce(
  (SELECT usd_per_unit FROM rate r WHERE superseded_in IS NULL AND r.currency = ${currency} AND date <= ${day}
   ORDER BY date DESC, ${RATE_SOURCE_ORDER} LIMIT 1),
  (SELECT usd_per_unit FROM rate r WHERE superseded_in IS NULL AND r.currency = ${currency} AND date > ${day}
   ORDER BY date, ${RATE_SOURCE_ORDER} LIMIT 1)) END`;

/** Both amounts of `pair` in US dollars at the rates of their days, or both in one currency. */
const VALUED = `
       SELECT *, (CASE WHEN currency = previous_currency THEN amount
           ELSE amount * coalesce(${redenominationSql("previous_currency", "currency", "observed_on")}, ${rateOf("pair.currency", "observed_on")})
         END)::float8 AS value,
         (CASE WHEN currency = previous_currency OR ${redenominationSql("previous_currency", "currency", "observed_on")} IS NOT NULL
           THEN previous_amount ELSE previous_amount * ${rateOf("pair.previous_currency", "previous_on")} END)::float8 AS previous_value
       FROM pair WHERE NOT ${isRedenominatedSql("previous_", "", "observed_on")} ${COMPUTED_ONCE}`;

/**
 * Creates `found_step`: each reading of a version against a figure of `figures`, a query for series with amount, currency
 * and day ($1 is the version).
 */
export async function findSteps(client: ClientBase, versionId: number, figures: string): Promise<void> {
  await client.query(
    `CREATE TEMPORARY TABLE found_step ON COMMIT DROP AS
     WITH seen AS (${figures.replaceAll("$1", String(versionId))}), pair AS (
       SELECT o.series_id, o.observed_on, o.amount, o.currency, s.amount AS previous_amount, s.currency AS previous_currency,
         s.observed_on AS previous_on
       FROM observation o JOIN seen s USING (series_id)
       WHERE o.recorded_in = ${versionId} AND o.superseded_in IS NULL AND o.amount IS NOT NULL
     ), valued AS (${VALUED})
     SELECT series_id, observed_on, greatest(value, previous_value) / least(value, previous_value) AS size
     FROM valued WHERE value IS NOT NULL AND previous_value IS NOT NULL`,
  );
}

/**
 * Creates `found_change`: successive prices that differ, at least one of them new, and corrected readings; the larger
 * of two on a day. Leaves out redenominations and pairs without a rate.
 */
export async function findPriceChanges(client: ClientBase, versionId: number): Promise<void> {
  await client.query(
    `CREATE TEMPORARY TABLE found_change ON COMMIT DROP AS
     WITH touched AS MATERIALIZED (
       SELECT series_id, NOT EXISTS (SELECT FROM observation b WHERE b.series_id = t.series_id AND b.recorded_in < ${versionId}) AS is_new
       FROM (SELECT DISTINCT series_id FROM observation WHERE recorded_in = ${versionId}) AS t
     ), replaced AS MATERIALIZED (
       SELECT series_id, observed_on, amount, currency FROM observation
       WHERE superseded_in = ${versionId} AND recorded_in < ${versionId}
     ), listed AS (
       SELECT o.series_id, t.is_new, o.observed_on, o.amount, o.currency, r.amount AS old_amount, r.currency AS old_currency,
         o.recorded_in = ${versionId} AND (o.amount, o.currency) IS DISTINCT FROM (r.amount, r.currency) AS is_added
       FROM observation o JOIN touched t USING (series_id) LEFT JOIN replaced r USING (series_id, observed_on)
       WHERE o.superseded_in IS NULL AND o.amount IS NOT NULL
     ), step AS (
       SELECT *, lag(amount) OVER days AS previous_amount, lag(currency) OVER days AS previous_currency,
         lag(observed_on) OVER days AS previous_on, lag(is_added) OVER days AS is_previous_added
       FROM listed WINDOW days AS (PARTITION BY series_id ORDER BY observed_on)
     ), pair AS (
       SELECT series_id, is_new, observed_on, amount, currency, previous_amount, previous_currency, previous_on, false AS is_correction
       FROM step WHERE (is_added OR is_previous_added) AND (amount, currency) <> (previous_amount, previous_currency)
       UNION ALL
       SELECT series_id, is_new, observed_on, amount, currency, old_amount, old_currency, observed_on, true
       FROM listed WHERE (amount, currency) <> (old_amount, old_currency)
     ), valued AS (${VALUED})
     SELECT DISTINCT ON (series_id, observed_on) *, value / previous_value AS factor,
       greatest(value, previous_value) / least(value, previous_value) AS size
     FROM valued WHERE value IS NOT NULL AND previous_value IS NOT NULL
     ORDER BY series_id, observed_on, size DESC, is_correction DESC`,
  );
  await client.query("ANALYZE found_change");
}

export async function countPriceChanges(client: ClientBase) {
  const { rows } = await client.query<{ count: number; jumps: number; otherCurrency: number }>(
    `SELECT count(*)::int AS count, (count(*) FILTER (WHERE size > ${JUMP_FACTOR}))::int AS jumps,
       (count(*) FILTER (WHERE currency <> previous_currency))::int AS "otherCurrency" FROM found_change`,
  );
  return rows[0] ?? { count: 0, jumps: 0, otherCurrency: 0 };
}

export async function listLargestChanges(client: ClientBase, { limit }: { limit: number }): Promise<ImportedChange[]> {
  // Limited first, because describing is slow and few have the last size.
  const largest = "SELECT size FROM found_change ORDER BY size DESC LIMIT $1";
  const { rows } = await client.query<ImportedChange>(
    `${describe(`WHERE size >= (SELECT min(size) FROM (${largest}) AS largest)`)} LIMIT $1`,
    [limit],
  );
  return rows;
}

/** Largest first, in bounded memory. */
export async function* readPriceChanges(client: ClientBase): AsyncGenerator<ImportedChange> {
  await client.query(`DECLARE described_change NO SCROLL CURSOR FOR ${describe("")}`);
  while (true) {
    const { rows } = await client.query<ImportedChange>("FETCH 1000 FROM described_change");
    if (rows.length === 0) break;
    yield* rows;
  }
  await client.query("CLOSE described_change");
}

const describe = (condition: string) => `
  SELECT c.series_id AS "seriesId", s.product, s.country, s.platform, s.period, trim_scale(c.amount)::text AS amount, c.currency,
    c.observed_on::text AS "observedOn", trim_scale(c.previous_amount)::text AS "previousAmount",
    c.previous_currency AS "previousCurrency", c.previous_on::text AS "previousOn", c.factor, c.size,
    to_char(100 * (c.factor - 1), 'FMSG999999999999990.0') AS percent, c.is_new AS "isNew", c.is_correction AS "isCorrection",
    c.place[1] AS file, c.place[2] AS line
  FROM (
    SELECT found_change.*, (
      SELECT min(ARRAY[file, line]) FROM read_price r WHERE r.series_id = found_change.series_id
        AND r.observed_on = found_change.observed_on
    ) AS place FROM found_change ${condition}
  ) AS c JOIN series s ON s.id = c.series_id
  ORDER BY c.size DESC, s.product, s.country, s.platform, s.period, c.observed_on`;

/** Rates that are held back were read, too. */
export async function countReadRows(client: ClientBase, moves: readonly RateMove[]) {
  const held = moves.filter(({ isHeld, usdPerUnit }) => isHeld && usdPerUnit !== null);
  const { rows } = await client.query<{ kind: "price" | "rate"; source: string; day: string; rows: number }>(
    `WITH rated AS (
       SELECT source_id, date, currency FROM read_rate
       UNION SELECT source, date, currency FROM jsonb_to_recordset($1::jsonb) AS held(source text, date date, currency text)
     )
     SELECT 'price' AS kind, source_id AS source, max(observed_on)::text AS day, count(*)::int AS rows
     FROM read_price GROUP BY source_id
     UNION ALL
     SELECT 'rate', source_id, date::text, count(DISTINCT currency)::int FROM rated r
     WHERE date = (SELECT max(date) FROM rated n WHERE n.source_id = r.source_id) GROUP BY source_id, date ORDER BY 2`,
    [JSON.stringify(held)],
  );
  return rows;
}
