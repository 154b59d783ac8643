import "server-only";
import type { ClientBase } from "pg";
import { BASE_COUNTRY, roundPct } from "@/lib/catalogue/price-index/rules";
import { type TaxedPrice, TaxFreeIndex } from "@/lib/catalogue/price-index/without-tax";
import { EX_TAX, NO_INCOME, NO_PRICE_LEVEL } from "@/lib/catalogue/tax/lens-sql";
import { isComparable } from "@/lib/dataset/rate-rules";
import type { DerivedFor } from "./derived-tables";
import { readByProduct, replaceRows, toCategoryColumns, toMedianColumns } from "./write-indexes";

const BASKET_PRICES = `
  SELECT p.product, pr.category, p.country, p.platform, p.period, p.currency, l.reason,
    (p.amount * p.fx_rate)::float8 AS usd, (${EX_TAX} * p.fx_rate)::float8 AS "exTaxUsd"
  FROM price p JOIN product pr ON pr.slug = p.product JOIN price_lens l ON l.price_id = p.id
  WHERE pr.in_basket AND ${isComparable("p")} ORDER BY p.product`;

/** Both ratios divide the stored median level by a figure of the country relative to that of the US. */
const INCOME_AND_PURCHASING_POWER = `
  SELECT i.country, n.gni_per_capita_usd::text, n.year AS income_year,
    CASE WHEN n.gni_per_capita_usd IS NULL THEN coalesce(n.reason, $2) END AS income_reason,
    round_usd((1 + i.pct_vs_us::numeric / 100) / (n.gni_per_capita_usd / us.gni_per_capita_usd))::text AS income_ratio,
    pp.price_level::text, pp.year AS ppp_year,
    CASE WHEN pp.price_level IS NULL THEN coalesce(pp.reason, $3) END AS ppp_reason,
    round_usd((1 + i.pct_vs_us::numeric / 100) / pp.price_level)::text AS ppp_ratio
  FROM country_index i LEFT JOIN income n ON n.country = i.country LEFT JOIN purchasing_power pp ON pp.country = i.country
  LEFT JOIN income us ON us.country = '${BASE_COUNTRY}'
  WHERE i.version_id = $1`;

/**
 * Writes `country_lens` for a dataset version: the median index without tax, in all and by category, beside the one as
 * shown over the same products, the products left out by reason, and the median level relative to income and purchasing power. Replaces the
 * rows of the version. Runs inside the caller's transaction, after the index and `price_lens`.
 */
export async function writeCountryLenses(client: ClientBase, { versionId }: DerivedFor): Promise<void> {
  const index = new TaxFreeIndex();
  for await (const prices of readByProduct<TaxedPrice>(client, BASKET_PRICES)) index.addProduct(prices);
  const { rows: shown } = await client.query<{ country: string; products: string[] }>(
    `SELECT country, ARRAY(SELECT jsonb_object_keys(coalesce(relatives, '{}'))) AS products FROM country_index WHERE version_id = $1`,
    [versionId],
  );
  const { rows: figures } = await client.query<{ country: string }>(INCOME_AND_PURCHASING_POWER, [
    versionId,
    NO_INCOME,
    NO_PRICE_LEVEL,
  ]);
  const medians = new Map(index.solve().map((median) => [median.withoutTax.country, median]));
  const ofCountry = new Map(figures.map((row) => [row.country, row]));
  const rows = shown.map(({ country, products }) => {
    const median = medians.get(country);
    return {
      ...{ version_id: versionId, country },
      ...toMedianColumns(median?.withoutTax),
      shown_pct_vs_us: median?.shownPctVsUs == null ? null : roundPct(median.shownPctVsUs),
      left_out: index.countLeftOut(country, products, median?.withoutTax.relatives ?? {}),
      categories: toCategoryColumns(median?.withoutTax.categories ?? []),
      ...ofCountry.get(country),
    };
  });
  await replaceRows(client, versionId, "country_lens", rows);
}
