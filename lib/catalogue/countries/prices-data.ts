import "server-only";
import { z } from "zod";
import { isCurrent, priceOrder } from "@/lib/catalogue/prices/columns-sql";
import { Price } from "@/lib/catalogue/prices/schema";
import { db } from "@/lib/platform/db";

/** A price in a country, its product's name, and the US price it is compared with. */
export const CountryPrice = z.object({
  price: Price.omit({ tax: true, income_share_pct: true, income_year: true, fx_source: true }),
  name: z.string(),
  plan: z.string(),
  category: z.string(),
  us_usd_monthly: z
    .number()
    .nullable()
    .describe("US price of the same product, platform and period, US dollars a month; null where there is none."),
  pct: z.number().nullable().describe("Against that US price, per cent with at most 4 decimals."),
  is_relative: z
    .boolean()
    .describe(
      "This price is the product's one relative in the index: first by platform (ios, android, web, any), then period.",
    ),
});
export type CountryPrice = z.infer<typeof CountryPrice>;

/** A row as the database sends it: names of fields would be most of what thousands of rows take. */
type Sent = [
  ...[product: string, platform: Price["platform"], period: Price["period"], amount: number, currency: string],
  ...[usd: number | null, usdMonthly: number | null, fxRate: number | null, fxDate: string | null],
  ...[sourceUrl: string, verifiedOn: string, name: string, plan: string, category: string],
  ...[usUsdMonthly: number | null, pct: number | null, isRelative: boolean],
];

/** All current prices of a country beside those of the US, by product, platform and period. */
export async function findCountryPrices(country: string): Promise<CountryPrice[]> {
  const [row] = await db().$queryRaw<[{ data: Sent[] }]>`
    WITH ranked AS (
      SELECT p.*, u.usd_monthly AS us_usd_monthly,
        p.usd IS NOT NULL AND u.usd IS NOT NULL AND row_number() OVER (
          PARTITION BY p.product ORDER BY (p.usd IS NULL OR u.usd IS NULL),
            array_position(ARRAY['ios', 'android', 'web', 'any']::platform[], p.platform),
            array_position(ARRAY['monthly', 'yearly', 'semiannual', 'quarterly', 'weekly']::period[], p.period)
        ) = 1 AS is_relative
      FROM price p
      LEFT JOIN price u ON u.country = 'US' AND u.product = p.product AND u.platform = p.platform AND u.period = p.period
      WHERE p.country = ${country} AND ${isCurrent}
    )
    SELECT coalesce(json_agg(json_build_array(
      p.product, p.platform, p.period, trim_scale(p.amount), p.currency, trim_scale(p.usd), trim_scale(p.usd_monthly),
      trim_scale(p.fx_rate), p.fx_date, p.source_url, p.verified_on, pr.name, pr.plan, pr.category,
      trim_scale(p.us_usd_monthly), trim_scale(round(100 * (p.usd_monthly / nullif(p.us_usd_monthly, 0) - 1), 4)),
      p.is_relative AND pr.in_basket
    ) ORDER BY ${priceOrder}), '[]') AS data
    FROM ranked p JOIN product pr ON pr.slug = p.product`;
  return row.data.map((sent) => toCountryPrice(country, sent));
}

function toCountryPrice(country: string, sent: Sent): CountryPrice {
  const [product, platform, period, amount, currency, usd, usd_monthly, fx_rate, fx_date, ...rest] = sent;
  const [source_url, verified_on, name, plan, category, us_usd_monthly, pct, is_relative] = rest;
  const local = { product, country, platform, period, amount, currency };
  const price = { ...local, usd, usd_monthly, fx_rate, fx_date, source_url, verified_on };
  return { price, name, plan, category, us_usd_monthly, pct, is_relative };
}
