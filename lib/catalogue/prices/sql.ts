import type { TaxView } from "@/lib/catalogue/tax/schema";
import { isComparable } from "@/lib/dataset/rate-rules";
import type { Version } from "@/lib/versions/current";
import { Prisma } from "@/prisma/client/client";
import { yieldsSql } from "./evidence-rules";
import type { SeriesChoice } from "./filter-rules";

const COST = {
  shown: Prisma.raw("p.usd_monthly"),
  excluded: Prisma.raw("p.ex_tax_usd_monthly"),
} satisfies Record<TaxView, Prisma.Sql>;

export function isChosen({ product, country, platform, period }: SeriesChoice, alias: string): Prisma.Sql {
  const column = (name: string) => Prisma.raw(`${alias}.${name}`);
  const conditions = [
    ...(product ? [Prisma.sql`${column("product")} = ANY (${product}::text[])`] : []),
    ...(country ? [Prisma.sql`${column("country")} = ANY (${country}::text[])`] : []),
    ...(platform ? [Prisma.sql`${column("platform")} = ANY (${platform}::platform[])`] : []),
    ...(period ? [Prisma.sql`${column("period")} = ANY (${period}::period[])`] : []),
  ];
  return conditions.length === 0 ? Prisma.sql`true` : Prisma.join(conditions, " AND ");
}

/**
 * Statement for the series with the lowest comparable price of each country, of equal ones the first in the order of the
 * API; one that yields only where there is no other. By hand, because Prisma sorts what it makes distinct in this process.
 */
export const lowestOfCountries = ({ id }: Version, choice: SeriesChoice, tax: TaxView) => Prisma.sql`
  SELECT DISTINCT ON (p.country) p.series_id AS "seriesId" FROM price p
  WHERE p.version_id = ${id} AND ${Prisma.raw(isComparable("p"))} AND ${COST[tax]} IS NOT NULL AND ${isChosen(choice, "p")}
    AND ${choice.evidence ? Prisma.sql`p.evidence = ANY (${choice.evidence}::text[])` : Prisma.sql`true`}
    AND ${choice.verifiedSince ? Prisma.sql`p.verified_on >= ${choice.verifiedSince}::date` : Prisma.sql`true`}
  ORDER BY p.country, ${Prisma.raw(yieldsSql("p"))}, ${COST[tax]}, p.position`;
