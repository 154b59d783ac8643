import "server-only";
import type { ListQuery } from "@/lib/api/formats";
import { isCurrent, priceJson, usdMonthly } from "@/lib/catalogue/prices/columns-sql";
import { askedDay, datedJson, datedPrices, fromDated, wasRead } from "@/lib/catalogue/prices/day-sql";
import type { Price } from "@/lib/catalogue/prices/schema";
import { ALL } from "@/lib/contract/inputs";
import { readCatalogue, toVersion, type VersionColumn, versionColumn } from "@/lib/dataset/data";
import { db } from "@/lib/platform/db";
import { Prisma } from "@/prisma/client/client";
import type { compare } from "./endpoints";
import { comparePrices, nameUnobserved } from "./rules";
import type { Comparison } from "./schema";

type Row = {
  version: VersionColumn;
  products: Comparison["products"];
  countries: Comparison["countries"];
  prices: Price[];
  /** Series without a price that were first read after the day; null without a day. */
  unobserved: { product: string; country: string }[] | null;
  differences: Comparison["levels"];
};

/**
 * Comparison of chosen products and countries in one dataset version, of current prices or those of a day, read by one
 * statement.
 */
export async function findComparison(query: ListQuery<typeof compare>) {
  const { products, platform, period, baseline, date, tax } = query;
  const countries = query.countries.includes(ALL) ? (await readCatalogue()).countries : query.countries;
  const chosen = Prisma.join(
    [
      Prisma.sql`p.product = ANY (${products}) AND p.country = ANY (${[...countries, "US"]})`,
      ...(platform ? [Prisma.sql`p.platform::text = ANY (${platform})`] : []),
      ...(period ? [Prisma.sql`p.period::text = ANY (${period})`] : []),
    ],
    " AND ",
  );
  const { before, json, from, unobserved, isOfNow } = date === undefined ? CURRENT : ofDay(date, chosen);
  const rows = await db().$queryRaw<[Row]>`
    ${before}
    SELECT
      ${versionColumn} AS version,
      (SELECT coalesce(json_agg(json_build_object('slug', slug, 'name', name) ORDER BY array_position(${products}, slug)), '[]')
        FROM product WHERE slug = ANY (${products})) AS products,
      (SELECT coalesce(json_agg(json_build_object('code', code, 'name', name) ORDER BY array_position(${countries}, code)), '[]')
        FROM country WHERE code = ANY (${countries})) AS countries,
      (SELECT coalesce(json_agg(record), '[]') FROM (
        SELECT DISTINCT ON (p.product, p.country) ${json} AS record ${from}
        WHERE ${isCurrent} AND ${chosen}
        ORDER BY p.product, p.country, p.usd_monthly IS NULL, p.fx_stale, ${usdMonthly[tax]} NULLS LAST, p.usd_monthly, p.platform, p.period
      ) cheapest) AS prices,
      ${unobserved} AS unobserved,
      (SELECT coalesce(json_agg(json_build_object(
        'country', d.country, 'other', d.other, 'pct', d.pct, 'low_pct', d.low_pct, 'high_pct', d.high_pct
      )), '[]') FROM level_difference d
        WHERE ${isOfNow} AND d.version_id = (SELECT max(id) FROM dataset_version)
          AND d.country = ANY (${countries}) AND d.other = ANY (${countries})) AS differences`;
  const [{ version, prices, unobserved: notYet, differences, ...names }] = rows;
  const comparison = comparePrices(names, prices, differences, tax, baseline);
  const data =
    notYet === null
      ? comparison
      : { ...comparison, matrix: comparison.matrix.map((row) => nameUnobserved(row, comparison.countries, notYet)) };
  return { version: toVersion(version), data };
}

/** Parts of the statement that read current prices. The index is of these. */
const CURRENT = {
  before: Prisma.empty,
  json: priceJson,
  from: Prisma.sql`FROM price p LEFT JOIN price_lens l ON l.price_id = p.id`,
  unobserved: Prisma.sql`NULL`,
  isOfNow: Prisma.sql`true`,
};

/** Parts of the statement that read the prices of a day. */
const ofDay = (date: string, chosen: Prisma.Sql) => ({
  before: Prisma.sql`WITH ${askedDay(date)}, placed AS MATERIALIZED (SELECT p.id, 0 AS place FROM price p WHERE ${chosen} AND ${wasRead}), ${datedPrices}`,
  json: datedJson("shown"),
  from: fromDated,
  unobserved: Prisma.sql`(
    SELECT coalesce(json_agg(json_build_object('product', product, 'country', country)), '[]') FROM (
      SELECT product, country FROM dated GROUP BY product, country HAVING bool_and(amount IS NULL)
    ) never_yet)`,
  isOfNow: Prisma.sql`false`,
});
