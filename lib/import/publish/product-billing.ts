import "server-only";
import type { ClientBase } from "pg";
import { isComparable } from "@/lib/dataset/rate-rules";

const COLUMNS =
  "platform, period, product, countries, low, high, verified_on, changed_on, low_id, high_id, prices, us_low";

/**
 * Rebuilds `product_billing`: figures of each product in the price browser for a platform, a period, both or neither.
 * Among equal lowest or highest prices the lower country code counts, then platform, then period.
 */
export async function buildProductBilling(client: ClientBase): Promise<void> {
  await client.query("DELETE FROM product_billing");
  await client.query(`INSERT INTO product_billing (${COLUMNS}) ${OF_BOTH}`);
  // Most products have one period per platform, or one platform per period, and need no summing.
  for (const column of ["platform", "period"] as const)
    await client.query(`INSERT INTO product_billing (${COLUMNS}) ${ofSingle(column)} UNION ALL ${ofSeveral(column)}`);
  await client.query(`INSERT INTO product_billing (${COLUMNS}) ${OF_ALL}`);
}

/** Current prices with comparable US dollars. */
const CURRENT = `(
  SELECT *, CASE WHEN ${isComparable("price")} THEN usd_monthly END AS compared FROM price WHERE amount IS NOT NULL
)`;

const OF_BOTH = `
  WITH kind AS (
    SELECT product, platform, period, count(*)::int AS countries, min(compared) AS low, max(compared) AS high,
      max(verified_on) AS verified_on, max(changed_on) AS changed_on,
      min(compared) FILTER (WHERE country = 'US') AS us_low
    FROM ${CURRENT} AS p GROUP BY product, platform, period
  ), lowest AS (
    SELECT DISTINCT ON (product, platform, period) product, platform, period, id
    FROM ${CURRENT} AS p JOIN kind USING (product, platform, period) WHERE compared = low
    ORDER BY product, platform, period, country
  ), highest AS (
    SELECT DISTINCT ON (product, platform, period) product, platform, period, id
    FROM ${CURRENT} AS p JOIN kind USING (product, platform, period) WHERE compared = high
    ORDER BY product, platform, period, country
  )
  SELECT platform::text, period::text, product, countries, low, high, verified_on, changed_on, lowest.id, highest.id,
    countries, us_low
  FROM kind LEFT JOIN lowest USING (product, platform, period) LEFT JOIN highest USING (product, platform, period)`;

/** Figures for a platform (or a period) alone, of products with only one period (or platform) there. */
const ofSingle = (column: "platform" | "period") => `
  SELECT ${asAny(column, "min(platform)", "min(period)")}, product, min(countries), min(low), min(high), min(verified_on),
    min(changed_on), min(low_id), min(high_id), min(prices), min(us_low)
  FROM product_billing WHERE platform <> '*' AND period <> '*' GROUP BY product, ${column} HAVING count(*) = 1`;

const ofSeveral = (column: "platform" | "period") => `
  SELECT ${asAny(column, "p.platform::text", "p.period::text")}, p.product, count(DISTINCT p.country)::int,
    min(p.compared), max(p.compared), max(p.verified_on), max(p.changed_on),
    (array_agg(p.id ORDER BY p.compared, p.country, p.platform, p.period) FILTER (WHERE p.compared IS NOT NULL))[1],
    (array_agg(p.id ORDER BY p.compared DESC, p.country, p.platform, p.period) FILTER (WHERE p.compared IS NOT NULL))[1],
    count(*)::int, min(p.compared) FILTER (WHERE p.country = 'US')
  FROM ${CURRENT} AS p
  JOIN (
    SELECT product, ${column} FROM product_billing WHERE platform <> '*' AND period <> '*'
    GROUP BY product, ${column} HAVING count(*) > 1
  ) AS several ON several.product = p.product AND several.${column} = p.${column}::text
  GROUP BY p.product, p.${column}`;

const OF_ALL = `
  SELECT '*', '*', pr.slug, pr.countries, pr.usd_monthly_min, pr.usd_monthly_max, pr.verified_on, pr.changed_on,
    pr.cheapest_id, pr.most_expensive_id, sum(b.prices)::int, min(b.us_low)
  FROM product pr JOIN product_billing b ON b.product = pr.slug AND b.platform <> '*' AND b.period <> '*'
  GROUP BY pr.slug`;

const asAny = (column: "platform" | "period", platform: string, period: string) =>
  column === "platform" ? `${platform}, '*'` : `'*', ${period}`;
