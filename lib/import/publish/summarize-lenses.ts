import "server-only";
import type { ClientBase } from "pg";
import { isComparable } from "@/lib/dataset/rate-rules";

const ORDER = "country, platform, period";

/**
 * Rebuilds `product_lens`: lowest, middle and highest price a month of each product without tax, over the prices where
 * it is known. As for prices as shown, the median is over the cheapest price of each country, and ties go to the lower
 * country code, then platform, then period. Runs inside the caller's transaction, after `price_lens`.
 */
export async function summarizeLenses(client: ClientBase): Promise<void> {
  await client.query("DELETE FROM product_lens");
  await client.query(
    `WITH known AS (
       SELECT p.id, p.product, p.country, p.platform, p.period, l.ex_tax_usd_monthly AS usd
       FROM price p JOIN price_lens l ON l.price_id = p.id WHERE l.ex_tax_usd_monthly IS NOT NULL AND ${isComparable("p")}
     ), ranked AS (
       SELECT product, usd, row_number() OVER (PARTITION BY product ORDER BY usd) AS place,
         count(*) OVER (PARTITION BY product) AS places
       FROM (SELECT product, country, min(usd) AS usd FROM known GROUP BY product, country) AS cheapest
     ), middle AS (
       SELECT product, round_usd(avg(usd)) AS median FROM ranked
       WHERE place IN ((places + 1) / 2, (places + 2) / 2) GROUP BY product
     ), ends AS (
       SELECT product, min(usd) AS lowest, max(usd) AS highest, (array_agg(id ORDER BY usd, ${ORDER}))[1] AS cheapest,
         (array_agg(id ORDER BY usd DESC, ${ORDER}))[1] AS dearest
       FROM known GROUP BY product
     )
     INSERT INTO product_lens (product, usd_monthly_min, usd_monthly_median, usd_monthly_max, cheapest_id, most_expensive_id)
     SELECT product, lowest, median, highest, cheapest, dearest FROM ends JOIN middle USING (product)`,
  );
}
