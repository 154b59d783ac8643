import "server-only";
import type { ListQuery } from "@/lib/api/formats";
import { isCurrent, priceJson, usdMonthly } from "@/lib/catalogue/prices/columns-sql";
import type { Price } from "@/lib/catalogue/prices/schema";
import { toVersion, type VersionColumn, versionColumn } from "@/lib/dataset/data";
import { db } from "@/lib/platform/db";
import type { compare } from "./endpoints";
import { comparePrices } from "./rules";
import type { Comparison } from "./schema";

type Row = {
  version: VersionColumn;
  products: Comparison["products"];
  countries: Comparison["countries"];
  prices: Price[];
  differences: Comparison["levels"];
};

/** Comparison of chosen products and countries in one dataset version, read by one statement. */
export async function findComparison({ products, countries, tax }: ListQuery<typeof compare>) {
  const rows = await db().$queryRaw<[Row]>`
    SELECT
      ${versionColumn} AS version,
      (SELECT coalesce(json_agg(json_build_object('slug', slug, 'name', name) ORDER BY array_position(${products}, slug)), '[]')
        FROM product WHERE slug = ANY (${products})) AS products,
      (SELECT coalesce(json_agg(json_build_object('code', code, 'name', name) ORDER BY array_position(${countries}, code)), '[]')
        FROM country WHERE code = ANY (${countries})) AS countries,
      (SELECT coalesce(json_agg(record), '[]') FROM (
        SELECT DISTINCT ON (p.product, p.country) ${priceJson} AS record
        FROM price p LEFT JOIN price_lens l ON l.price_id = p.id
        WHERE ${isCurrent} AND p.usd_monthly IS NOT NULL AND p.product = ANY (${products}) AND p.country = ANY (${countries})
        ORDER BY p.product, p.country, p.fx_stale, ${usdMonthly[tax]} NULLS LAST, p.usd_monthly, p.platform, p.period
      ) chosen) AS prices,
      (SELECT coalesce(json_agg(json_build_object(
        'country', d.country, 'other', d.other, 'pct', d.pct, 'low_pct', d.low_pct, 'high_pct', d.high_pct
      )), '[]') FROM level_difference d
        WHERE d.version_id = (SELECT max(id) FROM dataset_version)
          AND d.country = ANY (${countries}) AND d.other = ANY (${countries})) AS differences`;
  const [{ version, prices, differences, ...names }] = rows;
  return { version: toVersion(version), data: comparePrices(names, prices, differences, tax) };
}
