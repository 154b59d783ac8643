import "server-only";
import type { ClientBase } from "pg";
import type { CountryMedian } from "@/lib/catalogue/price-index/median-relative";
import { BASE_COUNTRY, roundPct } from "@/lib/catalogue/price-index/rules";
import type { TaxFreeIndex } from "@/lib/catalogue/price-index/without-tax";
import { NO_INCOME, NO_PRICE_LEVEL } from "@/lib/catalogue/tax/lens-sql";
import { replaceRows, toCategoryColumns, toMedianColumns } from "./index-columns";

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

interface CountryMedians {
  /** Medians of prices as shown: their products without a price without tax are counted as left out. */
  medians: readonly CountryMedian[];
  withoutTax: TaxFreeIndex;
}

/**
 * Writes `country_lens` for a dataset version: the median index without tax, in all and by category, beside the one as
 * shown over the same products, the products left out by reason, and the median level relative to income and purchasing
 * power. Replaces the rows of the version. Runs inside the caller's transaction, after `country_index`.
 */
export async function writeCountryLenses(
  client: ClientBase,
  versionId: number,
  { medians, withoutTax }: CountryMedians,
): Promise<void> {
  const { rows: figures } = await client.query<{ country: string }>(INCOME_AND_PURCHASING_POWER, [
    versionId,
    NO_INCOME,
    NO_PRICE_LEVEL,
  ]);
  const shownOf = new Map(medians.map((median) => [median.country, median]));
  const taxFreeOf = new Map(withoutTax.solve().map((median) => [median.withoutTax.country, median]));
  const rows = figures.map((row) => {
    const shown = shownOf.get(row.country);
    const median = taxFreeOf.get(row.country);
    const products = shown?.figures ? Object.keys(shown.relatives) : [];
    return {
      version_id: versionId,
      ...toMedianColumns(median?.withoutTax),
      shown_pct_vs_us: median?.shownPctVsUs == null ? null : roundPct(median.shownPctVsUs),
      left_out: withoutTax.countLeftOut(row.country, products, median?.withoutTax.relatives ?? {}),
      categories: toCategoryColumns(median?.withoutTax.categories ?? []),
      ...row,
    };
  });
  await replaceRows(client, versionId, "country_lens", rows);
}
