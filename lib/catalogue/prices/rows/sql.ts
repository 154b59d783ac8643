import { figuresOfRanked, rankingOf } from "@/lib/catalogue/prices/ranking/sql";
import type { TaxView } from "@/lib/catalogue/tax/schema";
import { Prisma } from "@/prisma/client/client";
import type { SeriesChoice } from "./filter-rules";

// By hand: the rule of ranking is over windows and groups.

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

const COST: Record<TaxView, string> = { shown: "usd_monthly", excluded: "ex_tax_usd_monthly" };

/** What the rule of ranking is applied to: prices of a version that a choice leaves. */
export type RankedView = {
  versionId: number;
  choice: SeriesChoice;
  tax: TaxView;
  /** As SQL, see `readIndexCountries`. */
  indexCountries: string;
};

/** Common table expressions `chosen`, all that the choice leaves, and `ranked`, those that are ranked among them. */
const rankedOf = ({ versionId, choice, tax, indexCountries }: RankedView) => Prisma.sql`
  chosen AS MATERIALIZED (
    SELECT * FROM price p WHERE p.version_id = ${versionId} AND ${isChosen(choice, "p")}
      AND ${choice.evidence ? Prisma.sql`p.evidence = ANY (${choice.evidence}::text[])` : Prisma.sql`true`}
      AND ${choice.verifiedSince ? Prisma.sql`p.verified_on >= ${choice.verifiedSince}::date` : Prisma.sql`true`}
  ), ${Prisma.raw(rankingOf("chosen", "ranked", { usd: COST[tax], indexCountries }))}`;

export type RankedRow = { seriesId: number; product: string; ranking: string };

/** Ranked prices with the ranking of their product. */
export const rankedPrices = (view: RankedView) => Prisma.sql`
  WITH ${rankedOf(view)} SELECT series_id AS "seriesId", product, ranking FROM ranked`;

/** The lowest ranked price of each country, of equal ones the first in the order of the API; a doubted one only where there is no other. */
export const lowestOfCountries = (view: RankedView) => Prisma.sql`
  WITH ${rankedOf(view)}
  SELECT DISTINCT ON (country) series_id AS "seriesId" FROM ranked
  ORDER BY country, is_doubted, usd, product, platform, period`;

type SpreadRow = {
  ranking: string;
  ranked: number;
  min: number | null;
  median: number | null;
  max: number | null;
  verifiedFrom: Date | null;
  verifiedOn: Date | null;
  cheapestId: number | null;
  mostExpensiveId: number | null;
};
type Listed = { product: string; prices: number; countries: number; changedOn: Date | null };
/** Columns of the figures without tax are named like `exTaxMin`. */
export type FiguresRow = Listed & SpreadRow & { [K in keyof SpreadRow as `exTax${Capitalize<K>}`]: SpreadRow[K] };

const spreadOf = (alias: string, nameOf: (name: string) => string) =>
  [
    ["coalesce(%.ranking, 'none')", "ranking"],
    ["coalesce(%.ranked, 0)", "ranked"],
    ["%.lowest::float8", "min"],
    ["%.median::float8", "median"],
    ["%.highest::float8", "max"],
    ["%.verified_from", "verifiedFrom"],
    ["%.verified_on", "verifiedOn"],
    ["%.cheapest_id", "cheapestId"],
    ["%.most_expensive_id", "mostExpensiveId"],
  ]
    .map(([value = "", name = ""]) => `${value.replace("%", alias)} AS "${nameOf(name)}"`)
    .join(", ");

/** Figures of each product over the chosen prices, with and without tax, as the publish computes them over all. */
export const figuresOf = (view: Omit<RankedView, "tax">): Prisma.Sql => Prisma.sql`
  WITH ${rankedOf({ ...view, tax: "shown" })}, ${Prisma.raw(
    rankingOf("chosen", "ex_tax", { usd: COST.excluded, indexCountries: view.indexCountries }),
  )}, ${Prisma.raw(figuresOfRanked("ranked", "figures"))}, ${Prisma.raw(figuresOfRanked("ex_tax", "ex_tax_figures"))}
  SELECT listed.*, ${Prisma.raw(spreadOf("f", (name) => name))},
    ${Prisma.raw(spreadOf("x", (name) => `exTax${name.charAt(0).toUpperCase()}${name.slice(1)}`))}
  FROM (
    SELECT product, count(*)::int AS prices, count(DISTINCT country)::int AS countries, max(changed_on) AS "changedOn"
    FROM chosen GROUP BY product
  ) AS listed LEFT JOIN figures f USING (product) LEFT JOIN ex_tax_figures x USING (product)`;
