import { yieldsSql } from "@/lib/catalogue/prices/evidence-rules";
import type { Period, Platform } from "@/lib/contract/codes";
import { isComparable } from "@/lib/dataset/rate-rules";
import { Prisma } from "@/prisma/client/client";

type Filter = { country?: string | undefined; platform?: Platform | undefined; period?: Period | undefined };

/** `us_low` is the US figure, whatever the country filter. */
export type OfferFigures = {
  product: string;
  countries: number;
  prices: number;
  low: number | null;
  high: number | null;
  us_low: number | null;
  verified_on: string;
  changed_on: string | null;
};

const usd = Prisma.raw(`CASE WHEN ${isComparable("p")} THEN p.usd_monthly END`);
const isYielding = Prisma.raw(yieldsSql("p"));

/** Lowest or highest US dollars of a group under a condition: of prices that do not yield, else of the others. */
const endOf = (end: "min" | "max", condition: Prisma.Sql) => Prisma.sql`(coalesce(
  ${Prisma.raw(end)}(${usd}) FILTER (WHERE ${condition} AND NOT ${isYielding}), ${Prisma.raw(end)}(${usd}) FILTER (WHERE ${condition})
))::float8`;

const isBilled = ({ platform, period }: Filter) =>
  Prisma.sql`${platform ? Prisma.sql`p.platform = ${platform}::platform` : Prisma.sql`true`}
    AND ${period ? Prisma.sql`p.period = ${period}::period` : Prisma.sql`true`}`;

/** Raw SQL: figures of the US stand beside those of a country. */
export const offerFigures = (versionId: number, filter: Filter): Prisma.Sql => {
  const { country } = filter;
  const isThere = country === undefined ? Prisma.sql`true` : Prisma.sql`country = ${country}`;
  return Prisma.sql`
    SELECT product, (count(DISTINCT country) FILTER (WHERE ${isThere}))::int AS countries,
      (count(*) FILTER (WHERE ${isThere}))::int AS prices, ${endOf("min", isThere)} AS low,
      ${endOf("max", isThere)} AS high, ${endOf("min", Prisma.sql`country = 'US'`)} AS us_low,
      (max(verified_on) FILTER (WHERE ${isThere}))::text AS verified_on, (max(changed_on) FILTER (WHERE ${isThere}))::text AS changed_on
    FROM price p
    WHERE version_id = ${versionId} AND ${isBilled(filter)}
      AND ${country === undefined ? Prisma.sql`true` : Prisma.sql`country IN (${country}, 'US')`}
    GROUP BY product HAVING count(*) FILTER (WHERE ${isThere}) > 0`;
};

/**
 * Lowest and highest price under a filter of each of `products`, as ids of series; of equal ones the first price. One that
 * yields is neither where there is another. By hand:
 * Prisma takes no first row of each group in an order.
 */
export const offerEnds = (versionId: number, products: readonly string[], filter: Filter): Prisma.Sql => Prisma.sql`
  SELECT product, (array_agg(series_id ORDER BY ${isYielding}, ${usd}, position))[1] AS cheapest,
    (array_agg(series_id ORDER BY ${isYielding}, ${usd} DESC, position))[1] AS most_expensive
  FROM price p
  WHERE version_id = ${versionId} AND product = ANY (${products}) AND ${Prisma.raw(isComparable("p"))} AND ${isBilled(filter)}
    AND ${filter.country === undefined ? Prisma.sql`true` : Prisma.sql`country = ${filter.country}`}
  GROUP BY product`;
