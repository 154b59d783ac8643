import "server-only";
import type { ClientBase } from "pg";
import { isRedenominatedSql, redenominationSql } from "@/lib/catalogue/fx/redenomination-rules";
import { COMPUTED_ONCE } from "@/lib/dataset/computed-once-sql";
import { RATE_SOURCE_ORDER } from "@/lib/dataset/rate-rules";
import type { AmountChange, CheapestChange } from "@/lib/import/report/result";

/** Most price changes and warnings that are listed one by one. */
export const LISTED = 10;

/** Saves, before anything is merged, the values that warnings compare with. */
export async function saveProductsBefore(client: ClientBase): Promise<void> {
  await client.query(
    `CREATE TEMPORARY TABLE products_before ON COMMIT DROP AS
     SELECT p.slug, p.vendor, c.country AS cheapest_country, coalesce(n.prices, 0) AS prices
     FROM product p LEFT JOIN price c ON c.id = p.cheapest_id
     LEFT JOIN (SELECT product, count(amount)::int AS prices FROM price GROUP BY product) n ON n.product = p.slug`,
  );
}

/**
 * SQL of the US dollars for one unit of a currency on a day: the newest rate up to then, else the first after; null
 * without any. `currency` is a column with the name of its table, since that of rates has one of this name, too.
 */
const rateOf = (currency: string, day: string) => `CASE WHEN ${currency} = 'USD' THEN 1 ELSE coalesce(
  (SELECT usd_per_unit FROM fx_rate r WHERE r.currency = ${currency} AND date <= ${day} ORDER BY date DESC, ${RATE_SOURCE_ORDER} LIMIT 1),
  (SELECT usd_per_unit FROM fx_rate r WHERE r.currency = ${currency} AND date > ${day} ORDER BY date, ${RATE_SOURCE_ORDER} LIMIT 1)) END`;

/**
 * Creates `price_changes`: each pair of successive prices of a series with different amounts, of which this import
 * added at least one; and of each reading that a correction replaced, its amount before and after (`is_correction`), the
 * larger change where a day has both. Skips days on which the price was not listed. Compares amounts in two currencies in US dollars of
 * their days, or by the factor of a redenomination, which is no change itself; skips pairs without a rate. `size`:
 * ratio of the higher to the lower.
 */
export async function findPriceChanges(client: ClientBase): Promise<void> {
  await client.query(
    `CREATE TEMPORARY TABLE price_changes ON COMMIT DROP AS
     WITH gapped AS MATERIALIZED (
       -- Only in these the row before may not be the previous price, so only these are sorted again.
       SELECT DISTINCT price_id FROM staged_observations WHERE amount IS NULL OR is_repeat
     ), listed AS (
       SELECT price_id, is_new, observed_on, amount, currency, file IS NOT NULL AS is_added FROM staged_observations
       WHERE amount IS NOT NULL AND NOT is_repeat AND price_id IN (SELECT price_id FROM gapped)
         AND price_id IN (SELECT price_id FROM staged_observations WHERE is_other)
     ), gapped_pair AS (
       SELECT *, lag(amount) OVER days AS previous_amount, lag(currency) OVER days AS previous_currency,
         lag(observed_on) OVER days AS previous_on, lag(is_added) OVER days AS is_previous_added
       FROM listed WINDOW days AS (PARTITION BY price_id ORDER BY observed_on)
     ), pair AS (
       SELECT price_id, is_new, observed_on, amount, currency, previous_amount, previous_currency, previous_on, false AS is_correction
       FROM staged_observations
       WHERE is_other AND (file IS NOT NULL OR previous_file IS NOT NULL) AND price_id NOT IN (SELECT price_id FROM gapped)
       UNION ALL
       SELECT price_id, is_new, observed_on, amount, currency, previous_amount, previous_currency, previous_on, false
       FROM gapped_pair
       WHERE (is_added OR is_previous_added) AND (amount, currency) <> (previous_amount, previous_currency)
       UNION ALL
       SELECT price_id, is_new, observed_on, c.amount, c.currency, old_amount, old_currency, observed_on, true
       FROM price_correction c JOIN series USING (product, country, platform, period)
       WHERE stands AND action = 'replace' AND (c.amount, c.currency) <> (old_amount, old_currency)
     ), valued AS (
       SELECT price_id, is_new, observed_on, amount, currency, previous_amount, previous_currency, previous_on, is_correction,
         CASE WHEN currency = previous_currency THEN amount
           ELSE amount * coalesce(${redenominationSql("previous_currency", "currency", "observed_on")}, ${rateOf("pair.currency", "observed_on")})
         END AS value,
         CASE WHEN currency = previous_currency OR ${redenominationSql("previous_currency", "currency", "observed_on")} IS NOT NULL
           THEN previous_amount ELSE previous_amount * ${rateOf("pair.previous_currency", "previous_on")} END AS previous_value
       FROM pair WHERE NOT ${isRedenominatedSql("previous_", "", "observed_on")}
     )
     SELECT *, value / previous_value AS factor, greatest(value, previous_value) / least(value, previous_value) AS size
     FROM (
       SELECT price_id, is_new, observed_on, amount, currency, previous_amount, previous_currency, previous_on, is_correction,
         value::float8, previous_value::float8
       FROM valued WHERE value IS NOT NULL AND previous_value IS NOT NULL ${COMPUTED_ONCE}
     ) AS compared`,
  );
  await client.query(
    `DELETE FROM price_changes m USING price_changes o
     WHERE m.is_correction <> o.is_correction AND (m.price_id, m.observed_on) = (o.price_id, o.observed_on)
       AND (m.size, m.is_correction) < (o.size, o.is_correction)
       AND EXISTS (SELECT FROM price_correction)`,
  );
}

/** Largest ratios first; `condition` uses the columns of `price_changes`. */
export async function listLargestChanges(client: ClientBase, condition = "true"): Promise<AmountChange[]> {
  const { rows } = await client.query<AmountChange>(
    `SELECT p.product, p.country, p.platform, p.period, m.currency, m.previous_currency AS "previousCurrency",
       trim_scale(m.previous_amount)::text AS "previousAmount",
       m.previous_on::text AS "previousOn", trim_scale(m.amount)::text AS amount, m.observed_on::text AS "observedOn",
       to_char(100 * (m.factor - 1), 'FMSG999999999999990.0') AS percent
     FROM price_changes m JOIN price p ON p.id = m.price_id
     -- Bounded first: FETCH FIRST WITH TIES would sort all of them.
     WHERE ${condition} AND size >= (
       SELECT min(size) FROM (SELECT size FROM price_changes WHERE ${condition} ORDER BY size DESC LIMIT ${LISTED}) AS largest
     )
     ORDER BY m.size DESC, p.product, p.country, p.platform, p.period, m.observed_on LIMIT ${LISTED}`,
  );
  return rows;
}

export async function findCheapestChanges(client: ClientBase): Promise<CheapestChange[]> {
  const { rows } = await client.query<CheapestChange>(
    `SELECT p.slug AS product, b.cheapest_country AS "from", c.country AS "to"
     FROM product p JOIN products_before b USING (slug) JOIN price c ON c.id = p.cheapest_id
     WHERE b.cheapest_country <> c.country ORDER BY p.slug`,
  );
  return rows;
}

/** Counts series that had a price before this import and have none now, and new ones that have already ended. */
export async function countEndedSeries(client: ClientBase): Promise<number> {
  const { rows } = await client.query<{ count: number }>(
    `SELECT count(*)::int AS count FROM new_states
     WHERE amount IS NULL AND observed_on IS NOT NULL AND (is_new OR amount_before IS NOT NULL)`,
  );
  return rows[0]?.count ?? 0;
}
