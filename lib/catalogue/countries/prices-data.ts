import "server-only";
import { comparedPrices, priceJsonOf, usdMonthly } from "@/lib/catalogue/prices/columns-sql";
import { readLens, toTaxView } from "@/lib/catalogue/tax/lens-rules";
import type { TaxView } from "@/lib/catalogue/tax/schema";
import { isComparable } from "@/lib/dataset/rate-rules";
import { readRow } from "@/lib/platform/read-row";
import { Prisma } from "@/prisma/client/client";
import type { CountryPrice } from "./detail-schema";
import { COUNTRY_PAGE_SIZE, type CountryQuery, type PriceSort } from "./page-schema";

const US_MONTHLY: Record<TaxView, Prisma.Sql> = {
  shown: Prisma.sql`u.usd_monthly`,
  excluded: Prisma.sql`ul.ex_tax_usd_monthly`,
};

/** SQL of the record above for a price `p`. */
const recordOf = (tax: TaxView) => Prisma.sql`(
  SELECT json_build_object('price', ${priceJsonOf(tax)}, 'name', pr.name, 'plan', pr.plan, 'category', pr.category,
    'us_usd_monthly', trim_scale(${US_MONTHLY[tax]}),
    'pct', CASE WHEN ${comparedPrices} THEN trim_scale(round(100 * (${usdMonthly[tax]} / nullif(${US_MONTHLY[tax]}, 0) - 1), 4)) END)
  FROM product pr
  LEFT JOIN price u ON u.country = 'US' AND u.product = p.product AND u.platform = p.platform AND u.period = p.period
    AND ${Prisma.raw(isComparable("u"))}
  LEFT JOIN price_lens l ON l.price_id = p.id LEFT JOIN price_lens ul ON ul.price_id = u.id
  WHERE pr.slug = p.product
)`;

/** Records of prices by id as JSON, in the order of `ids`. */
export const pricesByIds = (ids: Prisma.Sql, tax: TaxView) => Prisma.sql`(
  SELECT coalesce(json_agg(${recordOf(tax)} ORDER BY given.place), '[]')
  FROM unnest(${ids}) WITH ORDINALITY AS given (id, place) JOIN price p ON p.id = given.id
)`;

const SORT_KEYS: Record<PriceSort, Prisma.Sql> = {
  product: Prisma.sql`labels`,
  category: Prisma.sql`categories`,
  usd: Prisma.sql`usd_monthly`,
  us: Prisma.sql`us_usd_monthly`,
  vs: Prisma.sql`pct`,
  verified: Prisma.sql`verified_on`,
};

/**
 * One page of a country's current prices by the query, and the number of all that match. Unknown values come last in
 * either order; ties are ordered by the product's name and the period.
 */
export async function findCountryPrices(country: string, query: CountryQuery, pageSize = COUNTRY_PAGE_SIZE) {
  const tax = toTaxView(readLens(query));
  const { category, platform, period, sort, order, page } = query;
  const fits = Prisma.join(
    [
      Prisma.sql`country = ${country} AND tax = ${tax}`,
      ...(category ? [Prisma.sql`l.category = ${category}`] : []),
      ...(platform ? [Prisma.sql`l.platform = ${platform}::platform`] : []),
      ...(period ? [Prisma.sql`l.period = ${period}::period`] : []),
    ],
    " AND ",
  );
  const direction = order === "ascending" ? Prisma.sql`ASC` : Prisma.sql`DESC`;
  return readRow<{ total: number; rows: CountryPrice[] }>(Prisma.sql`
    WITH listed AS MATERIALIZED (
      SELECT l.id, l.key, l.place FROM country_page,
        unnest(price_ids, ${SORT_KEYS[sort]}, categories, platforms, periods)
          WITH ORDINALITY AS l (id, key, category, platform, period, place)
      WHERE ${fits}
    )
    SELECT (SELECT count(*)::int FROM listed) AS total, ${pricesByIds(
      Prisma.sql`ARRAY(
      SELECT id FROM listed ORDER BY key ${direction} NULLS LAST, place LIMIT ${pageSize} OFFSET ${(page - 1) * pageSize}
    )`,
      tax,
    )} AS rows`);
}
