import "server-only";
import type { ClientBase } from "pg";
import { CountryProductDummyIndex } from "@/lib/catalogue/price-index/country-product-dummy";
import { findIndexChanges } from "@/lib/catalogue/price-index/index-changes";
import { type CountryMedian, MedianRelativeIndex } from "@/lib/catalogue/price-index/median-relative";
import { type IndexedPrice, IS_INDEXED, readByProduct } from "@/lib/catalogue/price-index/prices-data";
import { BASE_COUNTRY, roundError, roundPct } from "@/lib/catalogue/price-index/rules";
import { TaxFreeIndex } from "@/lib/catalogue/price-index/without-tax";
import { DOUBTS } from "@/lib/catalogue/prices/evidence/rules";
import { NO_INCOME, NO_PRICE_LEVEL, RATE_OF_DAY_NOT_KNOWN, taxRatesOn } from "@/lib/catalogue/tax/lens/sql";
import type { TaxView } from "@/lib/catalogue/tax/schema";
import { validRowsText } from "@/lib/versions/valid-rows-sql";
import { toCertainColumns, toMedianColumns, toModelColumns } from "./index-columns";
import { findBandDays, RateBand } from "./rate-band";

/**
 * Writes the countries of a version with the model index and the lenses; their median index in both tax views, the change of
 * the one of prices as shown since the version before, and its band over the rates of other days; the category medians, and the
 * differences of the model.
 */
export async function writeCountries(
  client: ClientBase,
  id: number,
  before: { id: number; version: string } | null,
): Promise<void> {
  const model = new CountryProductDummyIndex();
  const median = new MedianRelativeIndex();
  const certain = new MedianRelativeIndex();
  const taxFree = new TaxFreeIndex();
  const band = new RateBand(await findBandDays(client, id));
  const coverages = new Map<string, Coverage>();
  for await (const all of readByProduct(client, id)) {
    addCoverage(coverages, all);
    // Another door to a plan is in no index: the main product is.
    if (all[0]?.isDoor) continue;
    const prices = all.filter(({ isLeftOut }) => !isLeftOut);
    for (const price of prices) model.add(price);
    if (!prices[0]?.inBasket) continue;
    median.addProduct(prices);
    band.addProduct(prices);
    certain.addProduct(prices.filter(({ evidence }) => !DOUBTS.includes(evidence)));
    taxFree.addProduct(prices.filter((price) => price.usd !== null));
  }
  const medians = median.solve();
  const bands = band.solve(medians);
  const changes =
    before === null
      ? new Map<string, never>()
      : findIndexChanges(medians, { version: before.version, medians: await solveMedians(client, before.id) });
  const { levels, differences } = model.solve();
  const medianOf = new Map(medians.map((one) => [one.country, one]));
  const certainOf = new Map(certain.solve().map((one) => [one.country, one]));
  const taxFreeOf = new Map(taxFree.solve().map((one) => [one.withoutTax.country, one]));
  const indexes = levels.flatMap((level) => {
    const shown = medianOf.get(level.country);
    const without = taxFreeOf.get(level.country);
    const rates = shown?.figures && bands.get(level.country);
    const products = shown?.figures ? Object.keys(shown.relatives) : [];
    const ofCountry = { version_id: id, country: level.country };
    return [
      {
        ...ofCountry,
        tax_view: "shown",
        ...toMedianColumns(shown),
        ...(rates && { rate_low_pct: roundPct(rates.low), rate_high_pct: roundPct(rates.high) }),
        ...toCertainColumns(certainOf.get(level.country)),
        ...changes.get(level.country),
      },
      {
        ...ofCountry,
        tax_view: "excluded",
        ...toMedianColumns(without?.withoutTax),
        shown_pct: without?.shownPctVsUs == null ? null : roundPct(without.shownPctVsUs),
        left_out: taxFree.countLeftOut(level.country, products, without?.withoutTax.relatives ?? {}),
      },
    ];
  });
  await insertRows(client, "median_index", indexes);
  const countries = levels.map((level) => ({
    code: level.country,
    ...coverages.get(level.country),
    ...toModelColumns(level),
  }));
  await client.query(COUNTRIES(id), [JSON.stringify(countries), NO_INCOME, NO_PRICE_LEVEL]);
  await insertRows(client, "category", [
    ...listCategories(id, "shown", medians),
    ...listCategories(
      id,
      "excluded",
      [...taxFreeOf.values()].map(({ withoutTax }) => withoutTax),
    ),
  ]);
  await insertRows(
    client,
    "level_difference",
    differences.map(({ country, other, pct, lowPct, highPct, standardError }) => ({
      version_id: id,
      country,
      other,
      pct: roundPct(pct),
      low_pct: roundPct(lowPct),
      high_pct: roundPct(highPct),
      standard_error: roundError(standardError),
    })),
  );
}

type Coverage = { products: number; prices: number };

function addCoverage(coverages: Map<string, Coverage>, pricesOfProduct: readonly IndexedPrice[]): void {
  const seen = new Set<string>();
  for (const { country } of pricesOfProduct) {
    const { products, prices } = coverages.get(country) ?? { products: 0, prices: 0 };
    coverages.set(country, { products: products + (seen.has(country) ? 0 : 1), prices: prices + 1 });
    seen.add(country);
  }
}

async function solveMedians(client: ClientBase, id: number): Promise<CountryMedian[]> {
  const median = new MedianRelativeIndex();
  for await (const prices of readByProduct(client, id, IS_INDEXED)) if (prices[0]?.inBasket) median.addProduct(prices);
  return median.solve();
}

const WITHOUT_PRICES = {
  products: 0,
  prices: 0,
  ...toModelColumns(undefined),
};

/** Takes computed columns as JSON ($1). Both ratios divide the median level as shown by a figure relative to that of the US. */
const COUNTRIES = (id: number) => `
  INSERT INTO country
  WITH ${validRowsText(id)}, computed AS (
    SELECT one ->> 'code' AS code, one FROM jsonb_array_elements($1::jsonb) AS one
  )
  SELECT written.* FROM country_entry c LEFT JOIN computed USING (code)
  LEFT JOIN median_index m ON (m.version_id, m.country, m.tax_view) = (${id}, c.code, 'shown')
  LEFT JOIN income n ON n.country = c.code LEFT JOIN income us ON us.country = '${BASE_COUNTRY}'
  LEFT JOIN purchasing_power pp ON pp.country = c.code
  LEFT JOIN (${taxRatesOn(`(SELECT coalesce(fx_date, data_date) FROM dataset_version WHERE id = ${id})`)}) t ON t.country = c.code
  CROSS JOIN LATERAL (SELECT
    ${id} AS version_id, c.code, c.name, c.region, c.currency,
    n.gni_per_capita_usd, n.year AS income_year, CASE WHEN n.gni_per_capita_usd IS NULL THEN coalesce(n.reason, $2) END AS income_reason,
    round_usd((1 + m.pct_vs_us::numeric / 100) / (n.gni_per_capita_usd / us.gni_per_capita_usd)) AS income_ratio,
    pp.price_level, pp.factor AS ppp_factor, pp.official_rate AS ppp_official_rate, pp.year AS ppp_year,
    CASE WHEN pp.price_level IS NULL THEN coalesce(pp.reason, $3) END AS ppp_reason,
    round_usd((1 + m.pct_vs_us::numeric / 100) / pp.price_level) AS ppp_ratio,
    t.rate_pct AS tax_rate_pct, CASE WHEN t.country IS NULL THEN '${RATE_OF_DAY_NOT_KNOWN}' ELSE t.reason END AS tax_reason,
    t.source_id AS tax_source_id, t.reviewed_on AS tax_reviewed_on
  ) AS known
  CROSS JOIN LATERAL jsonb_populate_record(
    NULL::country, '${JSON.stringify(WITHOUT_PRICES)}'::jsonb || coalesce(computed.one, '{}') || to_jsonb(known)
  ) AS written`;

const listCategories = (id: number, taxView: TaxView, medians: readonly CountryMedian[]): object[] =>
  medians.flatMap(({ country, categories }) =>
    categories.map(({ category, pctVsUs, basketSize }) => ({
      version_id: id,
      country,
      category,
      tax_view: taxView,
      pct_vs_us: roundPct(pctVsUs),
      basket_size: basketSize,
    })),
  );

async function insertRows(
  client: ClientBase,
  table: "median_index" | "category" | "level_difference",
  rows: readonly object[],
): Promise<void> {
  await client.query(`INSERT INTO ${table} SELECT * FROM jsonb_populate_recordset(NULL::${table}, $1)`, [
    JSON.stringify(rows),
  ]);
}
