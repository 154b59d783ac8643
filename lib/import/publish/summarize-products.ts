import "server-only";
import type { ClientBase } from "pg";
import { isComparable } from "@/lib/dataset/rate-rules";

const PRICE_ORDER = "country, platform, period";

/**
 * Computes the figures of each product from its current prices. The median is over the cheapest price of each country,
 * rounded half to even, without prices at stale rates; ties for the cheapest and the dearest go to the lower country
 * code, then platform, then period.
 */
export async function summarizeProducts(client: ClientBase): Promise<void> {
  await client.query(
    `WITH current AS NOT MATERIALIZED (
       SELECT *, CASE WHEN ${isComparable("price")} THEN usd_monthly END AS compared FROM price WHERE amount IS NOT NULL
     ), listed AS (
       SELECT product, count(DISTINCT country)::int AS countries, max(verified_on) AS verified_on,
         max(changed_on) AS changed_on, min(compared) AS lowest, max(compared) AS highest
       FROM current GROUP BY product
     ), ranked AS (
       SELECT product, compared, row_number() OVER (PARTITION BY product ORDER BY compared) AS place,
         count(*) OVER (PARTITION BY product) AS places
       FROM (SELECT product, country, min(compared) AS compared FROM current WHERE compared IS NOT NULL GROUP BY product, country) AS cheapest
     ), middle AS (
       SELECT product, round_usd(avg(compared)) AS median FROM ranked
       WHERE place IN ((places + 1) / 2, (places + 2) / 2) GROUP BY product
     ), cheapest AS (
       SELECT DISTINCT ON (product) product, id FROM current JOIN listed USING (product) WHERE compared = lowest
       ORDER BY product, ${PRICE_ORDER}
     ), dearest AS (
       SELECT DISTINCT ON (product) product, id FROM current JOIN listed USING (product) WHERE compared = highest
       ORDER BY product, ${PRICE_ORDER}
     ), figures AS (
       SELECT p.slug, coalesce(l.countries, 0) AS countries, l.lowest, m.median, l.highest, l.verified_on, l.changed_on,
         c.id AS cheapest_id, d.id AS most_expensive_id
       FROM product p LEFT JOIN listed l ON l.product = p.slug LEFT JOIN middle m ON m.product = p.slug
       LEFT JOIN cheapest c ON c.product = p.slug LEFT JOIN dearest d ON d.product = p.slug
     )
     UPDATE product p SET countries = f.countries, usd_monthly_min = f.lowest, usd_monthly_median = f.median,
       usd_monthly_max = f.highest, verified_on = f.verified_on, changed_on = f.changed_on, cheapest_id = f.cheapest_id, most_expensive_id = f.most_expensive_id
     FROM figures f
     WHERE p.slug = f.slug AND
       (p.countries, p.usd_monthly_min, p.usd_monthly_median, p.usd_monthly_max, p.verified_on, p.changed_on, p.cheapest_id, p.most_expensive_id)
       IS DISTINCT FROM (f.countries, f.lowest, f.median, f.highest, f.verified_on, f.changed_on, f.cheapest_id, f.most_expensive_id)`,
  );
}
