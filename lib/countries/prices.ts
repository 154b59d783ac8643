import "server-only";
import { z } from "zod";
import { db } from "@/lib/db";
import { isCurrent, priceJson, priceOrder } from "@/lib/prices/columns";
import { Price } from "@/lib/prices/schema";

/** A price in a country, its product's name, and the US price it is compared with. */
export const CountryPrice = z.object({
  price: Price,
  name: z.string(),
  plan: z.string(),
  category: z.string(),
  us_usd_monthly: z
    .number()
    .nullable()
    .describe("US price of the same product, platform and period, US dollars a month; null where there is none."),
  is_relative: z
    .boolean()
    .describe(
      "This price is the product's one relative in the index: first by platform (ios, android, web, any), then period.",
    ),
});
export type CountryPrice = z.infer<typeof CountryPrice>;

/** All current prices of a country beside those of the US, by product, platform and period. */
export async function findCountryPrices(country: string): Promise<CountryPrice[]> {
  const [row] = await db().$queryRaw<[{ data: CountryPrice[] }]>`
    WITH ranked AS (
      SELECT p.id, u.usd_monthly AS us_usd_monthly,
        p.usd IS NOT NULL AND u.usd IS NOT NULL AND row_number() OVER (
          PARTITION BY p.product ORDER BY (p.usd IS NULL OR u.usd IS NULL),
            array_position(ARRAY['ios', 'android', 'web', 'any']::platform[], p.platform),
            array_position(ARRAY['monthly', 'yearly', 'semiannual', 'quarterly', 'weekly']::period[], p.period)
        ) = 1 AS is_relative
      FROM price p
      LEFT JOIN price u ON u.country = 'US' AND u.product = p.product AND u.platform = p.platform AND u.period = p.period
      WHERE p.country = ${country} AND ${isCurrent}
    )
    SELECT coalesce(json_agg(json_build_object(
      'price', ${priceJson}, 'name', pr.name, 'plan', pr.plan, 'category', pr.category,
      'us_usd_monthly', trim_scale(r.us_usd_monthly), 'is_relative', r.is_relative AND pr.in_basket
    ) ORDER BY ${priceOrder}), '[]') AS data
    FROM ranked r JOIN price p ON p.id = r.id JOIN product pr ON pr.slug = p.product`;
  return row.data;
}
