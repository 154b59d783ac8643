import "server-only";
import type { ClientBase } from "pg";
import { isRedenominatedSql } from "@/lib/catalogue/fx/redenomination-rules";
import { perMonthSql } from "@/lib/contract/period-rules";
import { COMPUTED_ONCE } from "@/lib/dataset/computed-once-sql";
import { stageVersionRates } from "./rate-day";

/** Columns that the first release filled. Others are empty in its databases; that is no change to report. */
const SHOWN = [
  "amount",
  "currency",
  "source_id",
  "source_url",
  "verified_on",
  "fx_rate",
  "fx_date",
  "fx_stale",
  "usd",
  "usd_monthly",
];
const WRITTEN = [...SHOWN, "fx_source_id"];
export const STATE = [...WRITTEN, "changed_on"];

const columnsOf = (columns: readonly string[], table: string) =>
  columns.map((column) => `${table}.${column}`).join(", ");

/**
 * Creates `new_states` of the series whose newest day is in `stated_observations`, and without a price of corrected
 * series that have no observation left, in US dollars at the rates of the version (see rate-day.ts); and `newest_days`:
 * the newest day of each of these and of every series in `staged_observations`, with its last day on which the amount
 * differed from the day before.
 */
export async function findNewStates(client: ClientBase): Promise<void> {
  await client.query(
    `CREATE TEMPORARY TABLE newest_days ON COMMIT DROP AS
     SELECT price_id, max(observed_on) AS observed_on, max(observed_on)
       FILTER (WHERE is_other AND NOT ${isRedenominatedSql("previous_", "", "observed_on")}) AS changed_on
     FROM staged_observations GROUP BY price_id
     UNION ALL
     SELECT price_id, NULL, NULL FROM series s
     WHERE is_corrected AND NOT EXISTS (SELECT FROM staged_observations o WHERE o.price_id = s.price_id)`,
  );
  await client.query("ANALYZE newest_days");
  await client.query(
    `CREATE TEMPORARY TABLE new_local_states ON COMMIT DROP AS
     SELECT s.*, n.observed_on, n.amount, n.currency, CASE WHEN n.amount IS NOT NULL THEN n.source_id END AS source_id,
       CASE WHEN n.amount IS NOT NULL THEN n.source_url END AS source_url,
       CASE WHEN n.amount IS NOT NULL THEN n.observed_on END AS verified_on, d.changed_on
     FROM stated_observations n JOIN newest_days d USING (price_id, observed_on) JOIN series s USING (price_id)
     UNION ALL
     SELECT s.*, NULL, NULL, NULL, NULL, NULL, NULL, NULL FROM newest_days d JOIN series s USING (price_id) WHERE d.observed_on IS NULL`,
  );
  await client.query("ANALYZE new_local_states (price_id, is_new)");
  await stageVersionRates(client, CURRENCIES_AFTER);
  await client.query(
    `CREATE TEMPORARY VIEW new_states AS
     SELECT exact.*, round_usd(exact_usd) AS usd, round_usd(exact_monthly) AS usd_monthly FROM (
       SELECT l.*, r.usd_per_unit AS fx_rate, CASE WHEN r.currency IS NOT NULL THEN coalesce(r.date, l.observed_on) END AS fx_date,
         coalesce(r.is_stale, false) AS fx_stale, r.source_id AS fx_source_id,
         l.amount * r.usd_per_unit AS exact_usd, ${perMonthSql("l.amount * r.usd_per_unit", "l.period")} AS exact_monthly
       FROM new_local_states l LEFT JOIN version_rate r ON r.currency = l.currency
       ${COMPUTED_ONCE}
     ) AS exact`,
  );
}

/** Currency of each price that is current once `new_local_states` is written. */
const CURRENCIES_AFTER = `
  SELECT currency FROM new_local_states WHERE amount IS NOT NULL
  UNION ALL
  SELECT currency FROM price WHERE amount IS NOT NULL AND NOT EXISTS (SELECT FROM new_local_states l WHERE l.price_id = price.id)`;

/** Writes `new_states` into existing prices. Returns the number of visible changes. */
export async function updateStates(client: ClientBase): Promise<number> {
  const { rowCount } = await client.query(
    `UPDATE price p SET (${STATE.join(", ")}) = ROW(${columnsOf(STATE, "s")}) FROM new_states s
     WHERE NOT s.is_new AND p.id = s.price_id AND (${columnsOf(SHOWN, "p")}) IS DISTINCT FROM (${columnsOf(SHOWN, "s")})`,
  );
  return rowCount ?? 0;
}

/**
 * Writes the day of the last change of the other series in `staged_observations`: a late reading may lie before the newest
 * one, and leave everything else as it was.
 */
export async function updateChangedOn(client: ClientBase): Promise<void> {
  // Joins `series` first: when all series are new, as in a first import, nothing needs to be looked up.
  await client.query(
    `UPDATE price p SET changed_on = d.changed_on FROM series s JOIN newest_days d USING (price_id)
     WHERE NOT s.is_new AND p.id = s.price_id AND p.changed_on IS DISTINCT FROM d.changed_on`,
  );
}

/** Converts every price that is not at the version's rate of its currency; without any rate it has no US dollars. */
export async function updateDollars(client: ClientBase): Promise<void> {
  await client.query(
    `UPDATE price p SET fx_rate = e.fx_rate, fx_date = e.fx_date, fx_stale = e.is_stale, fx_source_id = e.fx_source_id,
       usd = round_usd(e.usd), usd_monthly = round_usd(e.monthly)
     FROM (
       SELECT p.id, r.usd_per_unit AS fx_rate, CASE WHEN r.currency IS NOT NULL THEN coalesce(r.date, p.verified_on) END AS fx_date,
         coalesce(r.is_stale, false) AS is_stale, r.source_id AS fx_source_id,
         p.amount * r.usd_per_unit AS usd, ${perMonthSql("p.amount * r.usd_per_unit", "p.period")} AS monthly
       FROM price p LEFT JOIN version_rate r ON p.currency = r.currency
       WHERE p.amount IS NOT NULL AND (p.fx_rate, p.fx_date, p.fx_stale, p.fx_source_id)
         IS DISTINCT FROM (r.usd_per_unit, CASE WHEN r.currency IS NOT NULL THEN coalesce(r.date, p.verified_on) END,
           coalesce(r.is_stale, false), r.source_id)
       ${COMPUTED_ONCE}
     ) AS e WHERE p.id = e.id`,
  );
}
