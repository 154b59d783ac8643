import "server-only";
import type { ClientBase } from "pg";
import { RATE_VALID_DAYS } from "@/lib/contract/days";
import { isComparable } from "@/lib/dataset/rate-rules";
import { isOffMedianSql, JUMP_FACTOR } from "@/lib/dataset/rules";
import { samePlans } from "@/lib/dataset/warnings/same-plan-sql";
import { WHOLE_TABLES } from "@/lib/import/stage/tables";
import { clockDay } from "@/lib/platform/clock";
import { decimalsSql, goesBackSql, newUnexpectedSql, otherCurrencySql } from "./find-unexpected";
import { describeRateMove } from "./rate-move-text";
import type { CheapestChange, RateMove, Warning } from "./result";

export const LISTED = 10;
const FALL_SHARE = 0.3;

// Raw SQL: joins two versions on the connection of the import.

const versions = (id: number) => `
  newest AS (SELECT max(id) AS id FROM dataset_version WHERE id < ${id}),
  price_before AS (SELECT * FROM price WHERE version_id = (SELECT id FROM newest)),
  price_now AS (SELECT * FROM price WHERE version_id = ${id}),
  product_before AS (
    SELECT p.*, c.country AS cheapest FROM product p LEFT JOIN price_before c ON c.series_id = p.cheapest_id
    WHERE p.version_id = (SELECT id FROM newest)
  ),
  product_now AS (
    SELECT p.*, c.country AS cheapest FROM product p LEFT JOIN price_now c ON c.series_id = p.cheapest_id WHERE p.version_id = ${id}
  ),
  off_median AS (
    SELECT n.*, t.usd_monthly_median, n.usd_monthly / t.usd_monthly_median AS ratio
    FROM price_now n JOIN product_now t ON t.slug = n.product LEFT JOIN price_before b ON b.series_id = n.series_id
    WHERE (n.amount, n.currency) IS DISTINCT FROM (b.amount, b.currency)
      AND ${isComparable("n")} AND n.usd_monthly > 0 AND ${isOffMedianSql("n", "t")}
  )`;

export async function findCheapestChanges(client: ClientBase, versionId: number): Promise<CheapestChange[]> {
  const { rows } = await client.query<CheapestChange>(
    `WITH ${versions(versionId)} SELECT slug AS product, b.cheapest AS "from", n.cheapest AS "to"
     FROM product_before b JOIN product_now n USING (slug) WHERE b.cheapest <> n.cheapest ORDER BY slug`,
  );
  return rows;
}

/** Also counts new series that have already ended. */
export async function countEndedSeries(client: ClientBase, versionId: number): Promise<number> {
  const { rows } = await client.query<{ count: number }>(
    `WITH ${versions(versionId)}, touched AS (
       SELECT DISTINCT ON (series_id) series_id, amount FROM observation WHERE superseded_in IS NULL
         AND series_id IN (SELECT series_id FROM observation WHERE recorded_in = ${versionId} OR superseded_in = ${versionId})
       ORDER BY series_id, observed_on DESC
     )
     SELECT count(*)::int AS count FROM touched t WHERE amount IS NULL AND (
       series_id IN (SELECT series_id FROM price_before)
       OR NOT EXISTS (SELECT FROM observation o WHERE o.series_id = t.series_id AND o.recorded_in < ${versionId})
     )`,
  );
  return rows[0]?.count ?? 0;
}

/** Finds unusual values in a version for a person to check. Runs after findPriceChanges, findUnexpected and findOutliers. */
export async function findWarnings(client: ClientBase, versionId: number): Promise<Warning[]> {
  const list = async (kind: Warning["kind"], isBlocking: boolean, query: string): Promise<Warning> => {
    const { rows } = await client.query<{ line: string; total: number }>(
      `WITH ${versions(versionId)} SELECT line, (count(*) OVER ())::int AS total FROM (${query}) AS found ORDER BY place LIMIT ${LISTED}`,
    );
    return { kind, isBlocking, count: rows[0]?.total ?? 0, lines: rows.map(({ line }) => line) };
  };
  const isFirst = (await client.query("SELECT FROM dataset_version WHERE id < $1 LIMIT 1", [versionId])).rowCount === 0;
  const warnings = [
    await list("unexpected", !isFirst, newUnexpectedSql(versionId)),
    await list("other-currency", !isFirst, otherCurrencySql(versionId)),
    await list("goes-back", false, goesBackSql(versionId)),
    await list("decimals", false, decimalsSql(versionId)),
    await list("jump", true, JUMPS(false)),
    await list("jump", false, JUMPS(true)),
    await list("rate-jump", true, RATE_JUMPS(versionId)),
    await list("fall", true, FALLS(versionId)),
    await list("off-median", false, OFF_MEDIAN),
    await list("outlier", false, OUTLIERS),
    await list("same-plan", false, SAME_PLANS),
    await findStaleRates(client, versionId),
  ];
  return warnings.filter(({ count }) => count > 0);
}

/** Of rates that are not held back: a person has to look at them before they count. */
export function listRateWarnings(moves: readonly RateMove[]): Warning[] {
  const free = moves.filter(({ isHeld }) => !isHeld);
  return (["rate-bounds", "rate-missing"] as const).flatMap((kind) => {
    const ofKind = free.filter(({ usdPerUnit }) => (usdPerUnit === null) === (kind === "rate-missing"));
    const lines = ofKind
      .toSorted((a, b) => Math.abs(b.percent ?? 0) - Math.abs(a.percent ?? 0))
      .slice(0, LISTED)
      .map(describeRateMove);
    return ofKind.length === 0 ? [] : [{ kind, isBlocking: true, count: ofKind.length, lines }];
  });
}

/** Jumps of known series stop an import; those of new series are only reported. */
const JUMPS = (isNew: boolean) => `
  SELECT format('%s %s %s %s: from %s %s (%s) to %s %s (%s)', product, country, platform, period, trim_scale(previous_amount),
      previous_currency, previous_on, trim_scale(amount), currency, observed_on) AS line,
    row_number() OVER (ORDER BY size DESC, product, country, platform, period, observed_on) AS place
  FROM found_change JOIN series ON series.id = series_id WHERE size > ${JUMP_FACTOR} AND is_new = ${isNew}`;

/** A corrected rate moves all prices of its currency. */
const RATE_JUMPS = (id: number) => `
  SELECT format('%s %s %s: from %s to %s USD', currency, date, source_id, trim_scale(o.usd_per_unit), trim_scale(n.usd_per_unit)) AS line,
    row_number() OVER (ORDER BY currency, date, source_id) AS place
  FROM rate o JOIN rate n USING (currency, date, source_id)
  WHERE o.superseded_in = ${id} AND o.recorded_in < ${id} AND n.recorded_in = ${id} AND n.superseded_in IS NULL
    AND greatest(n.usd_per_unit, o.usd_per_unit) > ${JUMP_FACTOR} * least(n.usd_per_unit, o.usd_per_unit)`;

const FALLS = (id: number) => `
  SELECT format('%s: %s %s, before %s', name, now, unit, before) AS line, row_number() OVER (ORDER BY before - now DESC, name) AS place
  FROM (
    SELECT 'product ' || slug AS name, 'current prices' AS unit, b.prices AS before, n.prices AS now
    FROM product_before b JOIN product_now n USING (slug)
    UNION ALL
    SELECT 'vendor ' || b.vendor, 'current prices', sum(b.prices), sum(n.prices)
    FROM product_before b JOIN product_now n USING (slug) WHERE b.vendor IS NOT NULL AND b.prices > 0 GROUP BY b.vendor
    ${WHOLE_TABLES.map(
      ({ name }) => `UNION ALL
    SELECT 'table ${name}', 'rows', count(*) FILTER (WHERE recorded_in < ${id} AND (superseded_in IS NULL OR superseded_in = ${id})),
      count(*) FILTER (WHERE superseded_in IS NULL) FROM ${name}`,
    ).join(" ")}
  ) AS counted WHERE now < before * (1 - ${FALL_SHARE})`;

const OFF_MEDIAN = `
  SELECT format('%s %s %s %s: %s USD a month, the median is %s', product, country, platform, period,
      trim_scale(usd_monthly::numeric), trim_scale(usd_monthly_median::numeric)) AS line,
    row_number() OVER (ORDER BY greatest(ratio, 1 / ratio) DESC, product, country, platform, period) AS place
  FROM off_median`;

/** What goes to the reports, for the first time. */
const OUTLIERS = `
  SELECT format('%s %s %s %s: %s', product, country, platform, period, finding) AS line,
    row_number() OVER (ORDER BY size DESC, series_id, kind) AS place FROM found_outlier`;

/** Where one of the prices is new or moved. */
const IS_MOVED = `bool_or(NOT EXISTS (
  SELECT FROM price_before b WHERE b.series_id = p.series_id AND (b.amount, b.currency) = (p.amount, p.currency)))`;
const SAME_PLANS = `
  SELECT line, row_number() OVER (ORDER BY places DESC, line) AS place
  FROM (${samePlans("price_now", "product_now", IS_MOVED)}) AS found`;

async function findStaleRates(client: ClientBase, versionId: number): Promise<Warning> {
  const { rows } = await client.query<{ count: number; oldest: string | null }>(
    `SELECT count(DISTINCT currency)::int AS count, min(fx_date)::text AS oldest FROM price
     WHERE version_id = $2 AND fx_date < $1::date - ${RATE_VALID_DAYS} AND currency <> 'USD'`,
    [clockDay(), versionId],
  );
  const { count = 0, oldest } = rows[0] ?? {};
  const line = `the rates of ${count} currencies are older than ${RATE_VALID_DAYS} days, the oldest is of ${oldest}`;
  return { kind: "stale-rates", isBlocking: false, count, lines: [line] };
}
