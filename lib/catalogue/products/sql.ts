import { yieldsSql } from "@/lib/catalogue/prices/evidence-rules";
import type { SeriesChoice } from "@/lib/catalogue/prices/filter-rules";
import { isChosen } from "@/lib/catalogue/prices/sql";
import type { TaxView } from "@/lib/catalogue/tax/schema";
import { isComparable } from "@/lib/dataset/rate-rules";
import { Prisma } from "@/prisma/client/client";

/**
 * Common table expressions for the lowest, middle and highest of the US dollars a month of `prices` (SQL), by product; of
 * equal ones the first price. The median is over the cheapest price of each country. One that yields takes no part where the
 * product has another.
 */
export const spreadOf = (prices: string, name: string, usd: string) => `
  ${name}_known AS (
    SELECT series_id, position, product, country, ${usd} AS usd, ${yieldsSql("p")} AS yields,
      bool_and(${yieldsSql("p")}) OVER (PARTITION BY product) AS is_all_yielding
    FROM ${prices} p WHERE ${isComparable("p")} AND ${usd} IS NOT NULL
  ), ${name}_ranked AS (
    SELECT product, usd, row_number() OVER (PARTITION BY product ORDER BY usd) AS place, count(*) OVER (PARTITION BY product) AS places
    FROM (
      SELECT product, country, min(usd) AS usd FROM ${name}_known WHERE NOT yields OR is_all_yielding GROUP BY product, country
    ) AS lowest
  ), ${name} AS (
    SELECT product, middle.usd AS median, ends.lowest, ends.highest, ends.cheapest_id, ends.most_expensive_id FROM (
      SELECT product, min(usd) AS lowest, max(usd) AS highest,
        (array_agg(series_id ORDER BY usd, position))[1] AS cheapest_id,
        (array_agg(series_id ORDER BY usd DESC, position))[1] AS most_expensive_id
      FROM ${name}_known WHERE NOT yields OR is_all_yielding GROUP BY product
    ) AS ends JOIN (
      SELECT product, round_usd(avg(usd)) AS usd FROM ${name}_ranked WHERE place IN ((places + 1) / 2, (places + 2) / 2) GROUP BY product
    ) AS middle USING (product)
  )`;

export type FiguresRow = { product: string; prices: number; countries: number } & {
  min: Prisma.Decimal | null;
  median: Prisma.Decimal | null;
  max: Prisma.Decimal | null;
  verifiedOn: Date | null;
  changedOn: Date | null;
  cheapestId: number | null;
  mostExpensiveId: number | null;
};

/** Figures of each product over its chosen prices, as the publish computes them over all. */
export const figuresOf = (versionId: number, choice: SeriesChoice, tax: TaxView): Prisma.Sql => Prisma.sql`
  WITH chosen AS MATERIALIZED (
    SELECT * FROM price p WHERE version_id = ${versionId} AND ${isChosen(choice, "p")}
  ), ${Prisma.raw(spreadOf("chosen", "spread", tax === "shown" ? "usd_monthly" : "ex_tax_usd_monthly"))}
  SELECT listed.*, lowest AS min, median, highest AS max, cheapest_id AS "cheapestId", most_expensive_id AS "mostExpensiveId"
  FROM (
    SELECT product, count(*)::int AS prices, count(DISTINCT country)::int AS countries, max(verified_on) AS "verifiedOn",
      max(changed_on) AS "changedOn"
    FROM chosen GROUP BY product
  ) AS listed LEFT JOIN spread USING (product)`;
