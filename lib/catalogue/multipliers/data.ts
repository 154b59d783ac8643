import "server-only";
import type { ListQuery } from "@/lib/api/formats";
import { FEWER_WITHOUT_TAX, MIN_BASKET_SIZE } from "@/lib/catalogue/price-index/rules";
import { comparedPrices, usdMonthly } from "@/lib/catalogue/prices/columns-sql";
import type { TaxView } from "@/lib/catalogue/tax/schema";
import { readCatalogue, toVersion, type VersionColumn, versionColumn } from "@/lib/dataset/data";
import { rateOnDaySql } from "@/lib/dataset/rate-rules";
import { db } from "@/lib/platform/db";
import { suggest } from "@/lib/text/suggest";
import { Prisma } from "@/prisma/client/client";
import type { listMultipliers } from "./endpoints";
import { type Level, type LevelAgainstBase, toMultipliers } from "./rules";

type Row = { version: VersionColumn; fx_date: string | null; levels: Level[]; differences: LevelAgainstBase[] };
const PRODUCT = "product:";
const RATE_DAY = "(SELECT fx_date FROM dataset_version ORDER BY id DESC LIMIT 1)";

/** Factor of every country on a price of the base, in one dataset version; a problem for an unknown product. */
export async function findMultipliers({ base, basis, tax, round, price }: ListQuery<typeof listMultipliers>) {
  const product = basis.startsWith(PRODUCT) ? basis.slice(PRODUCT.length) : null;
  if (product !== null) {
    const { products } = await readCatalogue();
    if (!products.includes(product)) return toUnknownBasis(product, products);
  }
  const levels =
    product === null ? LEVELS_OF_INDEX[basis === "model" ? "model" : tax] : levelsOfProduct(product, base, tax);
  const rows = await db().$queryRaw<[Row]>`
    SELECT ${versionColumn} AS version, ${Prisma.raw(RATE_DAY)}::text AS fx_date,
      (SELECT coalesce(json_agg(listed ORDER BY country), '[]') FROM (
        SELECT l.*, known.rate AS usd_per_unit FROM (${levels}) l
        LEFT JOIN LATERAL (${Prisma.raw(rateOnDaySql("l.currency", RATE_DAY))}) known ON true
      ) listed) AS levels,
      (SELECT coalesce(json_agg(json_build_object('country', country, 'pct', pct, 'low_pct', low_pct, 'high_pct', high_pct)), '[]')
        FROM (${differencesFrom(base)}) d WHERE ${basis === "model"}) AS differences`;
  const [row] = rows;
  const isOwnBase = product !== null || base === "US";
  const countries = toMultipliers(row.levels, { base, isOwnBase, decimals: round, price }, row.differences);
  return {
    version: toVersion(row.version),
    data: { base, basis, tax, fx_date: row.fx_date, ...(price !== undefined && { price: Number(price) }), countries },
  };
}

function toUnknownBasis(product: string, products: readonly string[]) {
  const [suggestion] = suggest(product, products);
  const fault = { parameter: "basis", code: "not_in_dataset" as const, detail: `"${product}" is not in this dataset` };
  const errors = [suggestion === undefined ? fault : { ...fault, suggestion: `${PRODUCT}${suggestion}` }];
  return { kind: "bad-parameter" as const, detail: "Not accepted: basis. See errors for each.", errors };
}

const share = (column: Prisma.Sql) => Prisma.sql`trim_scale(1 + ${column}::numeric / 100)`;
const TOO_FEW = `fewer than ${MIN_BASKET_SIZE} products in common with the US`;

const ofMedian = (f: Prisma.Sql, reason: Prisma.Sql) => Prisma.sql`
  SELECT c.code AS country, c.name, c.currency, ${share(Prisma.sql`${f}.pct_vs_us`)} AS level,
    ${share(Prisma.sql`${f}.median_low`)} AS low, ${share(Prisma.sql`${f}.median_high`)} AS high, ${f}.basket_size AS n,
    NULL AS platform, NULL AS period, CASE WHEN ${f}.pct_vs_us IS NULL THEN ${reason} END AS reason
  FROM country_index i JOIN country_lens l USING (version_id, country) JOIN country c ON c.code = i.country
  WHERE i.version_id = (SELECT max(id) FROM dataset_version) AND i.prices > 0`;

const LEVELS_OF_INDEX: Record<TaxView | "model", Prisma.Sql> = {
  shown: ofMedian(Prisma.sql`i`, Prisma.sql`${TOO_FEW}`),
  excluded: ofMedian(
    Prisma.sql`l`,
    Prisma.sql`CASE WHEN i.pct_vs_us IS NULL THEN ${TOO_FEW} ELSE ${FEWER_WITHOUT_TAX} END`,
  ),
  model: Prisma.sql`
    SELECT c.code AS country, c.name, c.currency, trim_scale(i.model_value::numeric / 100) AS level,
      trim_scale(i.model_low::numeric / 100) AS low, trim_scale(i.model_high::numeric / 100) AS high, i.products AS n,
      NULL AS platform, NULL AS period,
      CASE i.model_status WHEN 'published' THEN NULL WHEN 'base_missing' THEN 'the US has no price'
        WHEN 'not_comparable' THEN 'no product in common with a country that is compared with the US'
        ELSE 'too few products, or too wide an error' END AS reason
    FROM country_index i JOIN country c ON c.code = i.country
    WHERE i.version_id = (SELECT max(id) FROM dataset_version) AND i.prices > 0`,
};

/** Price of a product relative to that of the base, for the first platform and period in both. */
const levelsOfProduct = (product: string, base: string, tax: TaxView) => Prisma.sql`
  SELECT c.code AS country, c.name, c.currency, pair.level, NULL AS low, NULL AS high,
    (pair.level IS NOT NULL)::int AS n, pair.platform, pair.period,
    CASE WHEN pair.level IS NULL THEN ${
      tax === "excluded"
        ? "no price on a platform and for a period of the base that is known without tax in both"
        : "no price on a platform and for a period of the base"
    } END AS reason
  FROM country_index i JOIN country c ON c.code = i.country
  LEFT JOIN LATERAL (
    SELECT there.usd / base.usd AS level, there.platform, there.period
    FROM (${pricesOf(product, Prisma.sql`c.code`, tax)}) there JOIN (${pricesOf(product, Prisma.sql`${base}`, tax)}) base USING (platform, period)
    ORDER BY array_position(ARRAY['ios', 'android', 'web', 'any']::platform[], platform),
      array_position(ARRAY['monthly', 'yearly', 'semiannual', 'quarterly', 'weekly']::period[], period)
    LIMIT 1
  ) pair ON true
  WHERE i.version_id = (SELECT max(id) FROM dataset_version) AND i.prices > 0`;

const pricesOf = (product: string, country: Prisma.Sql, tax: TaxView) => Prisma.sql`
  SELECT p.platform, p.period, ${usdMonthly[tax]} AS usd FROM price p LEFT JOIN price_lens l ON l.price_id = p.id
  WHERE p.product = ${product} AND p.country = ${country} AND ${comparedPrices} AND ${usdMonthly[tax]} > 0`;

/** Difference of every country from the base by the model, whatever the order of the stored pair. */
const differencesFrom = (base: string) => Prisma.sql`
  SELECT country, pct, low_pct, high_pct FROM level_difference
  WHERE other = ${base} AND version_id = (SELECT max(id) FROM dataset_version)
  UNION ALL
  SELECT other, 100 * (100 / (100 + pct) - 1), 100 * (100 / (100 + high_pct) - 1), 100 * (100 / (100 + low_pct) - 1)
  FROM level_difference WHERE country = ${base} AND version_id = (SELECT max(id) FROM dataset_version)`;
