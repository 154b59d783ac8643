import "server-only";
import type { ClientBase } from "pg";
import { RATE_VALID_DAYS } from "@/lib/contract/days";
import { isComparable } from "@/lib/dataset/rate-rules";
import { ABOVE_MEDIAN_FACTOR, JUMP_FACTOR } from "@/lib/dataset/rules";
import type { Warning } from "@/lib/import/report/result";
import { LISTED, listLargestChanges } from "./find-price-changes";

const FALL_SHARE = 0.3;

/** Condition on the columns of `price_changes`; index and queries must use the same text, or the index is not used. */
const IS_JUMP = `(size > ${JUMP_FACTOR})`;

/** Finds unusual values in the merged data for a person to check. */
export async function findWarnings(client: ClientBase, now: Date): Promise<Warning[]> {
  // Jumps are few, and four queries look for them.
  await client.query(`CREATE INDEX ON price_changes (is_new) WHERE ${IS_JUMP}`);
  const warnings = [
    await findJumps(client, { ofNewSeries: false }),
    await findJumps(client, { ofNewSeries: true }),
    await findRateJumps(client),
    await findFalls(client),
    await findAboveMedian(client),
    await findStaleRates(client, now),
  ];
  return warnings.filter((warning) => warning.count > 0);
}

/** Jumps of known series stop an import; those in the history of new series are only reported. */
async function findJumps(client: ClientBase, { ofNewSeries }: { ofNewSeries: boolean }): Promise<Warning> {
  const isJump = `${IS_JUMP} AND is_new = ${ofNewSeries}`;
  const { rows } = await client.query<{ count: number }>(
    `SELECT count(*)::int AS count FROM price_changes WHERE ${isJump}`,
  );
  const changes = await listLargestChanges(client, isJump);
  return {
    kind: "jump",
    isBlocking: !ofNewSeries,
    count: rows[0]?.count ?? 0,
    lines: changes.map(
      (change) =>
        `${change.product} ${change.country} ${change.platform} ${change.period}: from ${change.previousAmount} ${change.previousCurrency} ` +
        `(${change.previousOn}) to ${change.amount} ${change.currency} (${change.observedOn})`,
    ),
  };
}

/** Finds corrected rates, at which the US dollars of all prices in a currency jump. */
async function findRateJumps(client: ClientBase): Promise<Warning> {
  const { rows } = await client.query<{ line: string; total: number }>(
    `SELECT format('%s %s %s: from %s to %s USD', currency, date, source_id, trim_scale(old_usd_per_unit), trim_scale(usd_per_unit)) AS line,
       (count(*) OVER ())::int AS total
     FROM rate_correction WHERE stands AND action = 'replace'
       AND greatest(usd_per_unit, old_usd_per_unit) > ${JUMP_FACTOR} * least(usd_per_unit, old_usd_per_unit)
     ORDER BY currency, date, source_id LIMIT ${LISTED}`,
  );
  return { kind: "rate-jump", isBlocking: true, count: rows[0]?.total ?? 0, lines: rows.map(({ line }) => line) };
}

async function findFalls(client: ClientBase): Promise<Warning> {
  const { rows } = await client.query<{ name: string; unit: string; before: number; now: number; total: number }>(
    `WITH now AS (
       SELECT b.slug, b.vendor, b.prices AS before, (SELECT count(amount) FROM price WHERE product = b.slug) AS now
       FROM products_before b WHERE b.prices > 0
     ), counted AS (
       SELECT 'product ' || slug AS name, 'current prices' AS unit, before, now FROM now
       UNION ALL SELECT 'table ' || name, 'rows', before, now FROM lens_change
       UNION ALL SELECT 'vendor ' || vendor, 'current prices', sum(before), sum(now) FROM now WHERE vendor IS NOT NULL GROUP BY vendor
     )
     SELECT name, unit, before::int, now::int, (count(*) OVER ())::int AS total FROM counted
     WHERE now < before * (1 - ${FALL_SHARE}) ORDER BY before - now DESC, name LIMIT ${LISTED}`,
  );
  return {
    kind: "fall",
    isBlocking: true,
    count: rows[0]?.total ?? 0,
    lines: rows.map(({ name, unit, before, now }) => `${name}: ${now} ${unit}, before ${before}`),
  };
}

async function findAboveMedian(client: ClientBase): Promise<Warning> {
  const { rows } = await client.query<{ line: string; total: number }>(
    `SELECT format('%s %s %s %s: %s USD a month, the median is %s', p.product, p.country, p.platform, p.period,
       trim_scale(p.usd_monthly), trim_scale(t.usd_monthly_median)) AS line, (count(*) OVER ())::int AS total
     FROM price p JOIN product t ON t.slug = p.product
     WHERE ${isComparable("p")} AND p.usd_monthly > ${ABOVE_MEDIAN_FACTOR} * t.usd_monthly_median
       AND p.id IN (
         SELECT price_id FROM new_states WHERE is_new OR (amount, currency) IS DISTINCT FROM (amount_before, currency_before)
       )
     ORDER BY p.usd_monthly / t.usd_monthly_median DESC, p.product, p.country, p.platform, p.period LIMIT ${LISTED}`,
  );
  return { kind: "above-median", isBlocking: false, count: rows[0]?.total ?? 0, lines: rows.map(({ line }) => line) };
}

async function findStaleRates(client: ClientBase, now: Date): Promise<Warning> {
  const { rows } = await client.query<{ count: number; oldest: string | null }>(
    `SELECT count(DISTINCT currency)::int AS count, min(fx_date)::text AS oldest FROM price
     WHERE fx_date < $1::date - ${RATE_VALID_DAYS} AND currency <> 'USD'`,
    [now.toISOString().slice(0, 10)],
  );
  const { count = 0, oldest } = rows[0] ?? {};
  return {
    kind: "stale-rates",
    isBlocking: false,
    count,
    lines: [`the rates of ${count} currencies are older than ${RATE_VALID_DAYS} days, the oldest is of ${oldest}`],
  };
}
