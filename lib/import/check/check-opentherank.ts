import "server-only";
import type { ClientBase } from "pg";
import { RATE_SOURCE_ORDER, RATE_VALID_DAYS } from "@/lib/dataset/rate-rules";
import { describeOpentherank } from "@/lib/import/read/known-sources";
import type { FaultList } from "@/lib/import/report/faults";
import { stageSources } from "@/lib/import/stage/stage-sources";
import { collectFaults } from "./collect-faults";

/** The publisher converts at one day's rates for a whole snapshot: ours of that day, or else the newest. */
const RATED = `
  WITH known AS (
    SELECT currency, date, source_id, usd_per_unit FROM fx_rate
    UNION ALL SELECT currency, date, source_id, usd_per_unit FROM rate
  ), rated AS (
    SELECT needed.*, CASE needed.currency WHEN 'USD' THEN 1 ELSE (
      SELECT usd_per_unit FROM known WHERE known.currency = needed.currency
      ORDER BY date BETWEEN snapshot_date - ${RATE_VALID_DAYS} AND snapshot_date DESC, date DESC, ${RATE_SOURCE_ORDER} LIMIT 1
    ) END AS usd_per_unit
    FROM (SELECT DISTINCT currency, snapshot_date FROM stage_opentherank) needed
  )`;

/** price_usd has two decimals: within 2 %, or half a cent where that is wider. */
const agrees = (amount: string) =>
  `coalesce(abs(${amount} * usd_per_unit - price_usd) <= greatest(0.02 * price_usd, 0.005), false)`;

/**
 * Settles which reading of each printed price holds, by our exchange rates against price_usd, and passes
 * rows with exactly one on to the staged prices, with the product and the source where they are new.
 */
export async function settleOpentherank(client: ClientBase, faults: FaultList): Promise<void> {
  await client.query(
    `CREATE TEMPORARY TABLE settled ON COMMIT DROP AS ${RATED}
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
     FROM settled WHERE amount_agrees = other_agrees`,
  );
  await client.query(
    `INSERT INTO stage_price
     SELECT file, line, product, country, platform, period, CASE WHEN amount_agrees THEN amount ELSE other_amount END,
       currency, observed_on, 'opentherank-' || snapshot_date, source_url
     FROM settled WHERE amount_agrees <> other_agrees`,
  );
  await client.query(
    `INSERT INTO stage_product (slug, name, category, plan, in_basket)
     SELECT DISTINCT ON (product) product, name, category, plan, in_basket FROM settled
     WHERE product NOT IN (SELECT slug FROM product UNION SELECT slug FROM stage_product)
     ORDER BY product, snapshot_date DESC, name, category, plan, in_basket`,
  );
  const { rows } = await client.query<{ day: string }>("SELECT DISTINCT snapshot_date::text AS day FROM settled");
  await stageSources(
    client,
    rows.map(({ day }) => describeOpentherank(day)),
  );
}
