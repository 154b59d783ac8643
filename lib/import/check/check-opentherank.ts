import "server-only";
import type { ClientBase } from "pg";
import { RATE_VALID_DAYS } from "@/lib/contract/days";
import { RATE_SOURCE_ORDER } from "@/lib/dataset/rate-rules";
import { describeOpentherank } from "@/lib/import/read/known-sources";
import type { FaultList } from "@/lib/import/report/faults";
import { stageSources } from "@/lib/import/stage/stage-sources";
import { collectFaults } from "./collect-faults";

/**
 * Adds our rate: the publisher converts a whole snapshot at the rates of one day, so ours of that day, or else the
 * newest.
 */
const RATED = `
  WITH known AS (SELECT currency, date, source_id, usd_per_unit FROM rates_after), rated AS (
    SELECT needed.*, CASE needed.currency WHEN 'USD' THEN 1 ELSE (
      SELECT usd_per_unit FROM known WHERE known.currency = needed.currency
      ORDER BY date BETWEEN snapshot_date - ${RATE_VALID_DAYS} AND snapshot_date DESC, date DESC, ${RATE_SOURCE_ORDER} LIMIT 1
    ) END AS usd_per_unit
    FROM (SELECT DISTINCT currency, snapshot_date FROM stage_opentherank) needed
  )`;

/** price_usd has two decimals: it agrees within 2 %, or half a cent if that is more. */
const agrees = (amount: string) =>
  `coalesce(abs(${amount} * usd_per_unit - price_usd) <= greatest(0.02 * price_usd, 0.005), false)`;

/**
 * Decides which reading of each printed price is right, by our exchange rates and price_usd. Adds rows with exactly one
 * matching reading to the staged prices, with their product and source where these are new.
 */
export async function resolveOpentherank(client: ClientBase, faults: FaultList): Promise<void> {
  await client.query(
    `CREATE TEMPORARY TABLE resolved_prices ON COMMIT DROP AS ${RATED}
     SELECT s.*, usd_per_unit, ${agrees("amount")} AS amount_agrees, ${agrees("other_amount")} AS other_agrees
     FROM stage_opentherank s JOIN rated USING (currency, snapshot_date)`,
  );
  await collectFaults(
    client,
    faults,
    `SELECT file, line, CASE WHEN usd_per_unit IS NULL THEN 'currency' ELSE 'price_local' END AS "column",
       CASE WHEN usd_per_unit IS NULL THEN format('no exchange rate of %s is known to check the price with', currency)
         WHEN amount_agrees THEN format('%s and %s both agree with price_usd %s', trim_scale(amount), trim_scale(other_amount), price_usd)
         ELSE format('reads as %s %s = %s USD, but price_usd is %s', concat_ws(' or ', trim_scale(amount), trim_scale(other_amount)), currency,
           concat_ws(' or ', round(amount * usd_per_unit, 2), round(other_amount * usd_per_unit, 2)), price_usd)
       END AS text
     FROM resolved_prices WHERE amount_agrees = other_agrees`,
  );
  await client.query(
    `INSERT INTO stage_price
     SELECT file, line, product, country, platform, period, CASE WHEN amount_agrees THEN amount ELSE other_amount END,
       currency, observed_on, 'opentherank-' || snapshot_date, source_url
     FROM resolved_prices WHERE amount_agrees <> other_agrees`,
  );
  await client.query(
    `INSERT INTO stage_product (slug, name, category, plan, in_basket)
     SELECT DISTINCT ON (product) product, name, category, plan, in_basket FROM resolved_prices
     WHERE product NOT IN (SELECT slug FROM product UNION SELECT slug FROM stage_product)
     ORDER BY product, snapshot_date DESC, name, category, plan, in_basket`,
  );
  const { rows } = await client.query<{ day: string }>(
    "SELECT DISTINCT snapshot_date::text AS day FROM resolved_prices",
  );
  await stageSources(
    client,
    rows.map(({ day }) => describeOpentherank(day)),
  );
}
