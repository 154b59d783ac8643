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
import { validRowsText } from "@/lib/versions/valid-rows-sql";
import { toCertainColumns, toMedianColumns, toModelColumns } from "./index-columns";
import { findBandDays, RateBand } from "./rate-band";

/**
 * Writes the countries of a version: both index numbers, computed from its prices at its exchange rates, the change of the
 * median since the version before, its band over the rates of other days, and the lenses; the category medians, and the differences of the model.
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
  const countries = levels.map((level) => {
    const shown = medianOf.get(level.country);
    const without = taxFreeOf.get(level.country);
    const rates = shown?.figures && bands.get(level.country);
    const products = shown?.figures ? Object.keys(shown.relatives) : [];
    return {
      code: level.country,
      ...coverages.get(level.country),
      ...toMedianColumns(shown),
      ...(rates && { rate_low_pct: roundPct(rates.low), rate_high_pct: roundPct(rates.high) }),
      ...toCertainColumns(certainOf.get(level.country)),
      ...changes.get(level.country),
      ...toModelColumns(level),
      ...prefix(toMedianColumns(without?.withoutTax)),
      ex_tax_shown_pct: without?.shownPctVsUs == null ? null : roundPct(without.shownPctVsUs),
      ex_tax_left_out: taxFree.countLeftOut(level.country, products, without?.withoutTax.relatives ?? {}),
    };
  });
  await client.query(COUNTRIES(id), [JSON.stringify(countries), NO_INCOME, NO_PRICE_LEVEL]);
  await insertRows(
    client,
    "category",
    listCategories(
      id,
      medians,
      [...taxFreeOf.values()].map((one) => one.withoutTax),
    ),
  );
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

function prefix(columns: object): object {
  return Object.fromEntries(Object.entries(columns).map(([name, value]) => [`ex_tax_${name}`, value]));
}

const WITHOUT_PRICES = {
  products: 0,
  prices: 0,
  ex_tax_left_out: [],
  ...toMedianColumns(undefined),
  ...toModelColumns(undefined),
  ...prefix(toMedianColumns(undefined)),
};

/** Takes computed columns as JSON ($1). Both ratios divide the median level by a figure relative to that of the US. */
const COUNTRIES = (id: number) => `
  INSERT INTO country
  WITH ${validRowsText(id)}, computed AS (
    SELECT one ->> 'code' AS code, one, (one ->> 'pct_vs_us')::numeric AS pct_vs_us FROM jsonb_array_elements($1::jsonb) AS one
  )
  SELECT written.* FROM country_entry c LEFT JOIN computed USING (code)
  LEFT JOIN income n ON n.country = c.code LEFT JOIN income us ON us.country = '${BASE_COUNTRY}'
  LEFT JOIN purchasing_power pp ON pp.country = c.code
  LEFT JOIN (${taxRatesOn(`(SELECT coalesce(fx_date, data_date) FROM dataset_version WHERE id = ${id})`)}) t ON t.country = c.code
  CROSS JOIN LATERAL (SELECT
    ${id} AS version_id, c.code, c.name, c.region, c.currency,
    n.gni_per_capita_usd, n.year AS income_year, CASE WHEN n.gni_per_capita_usd IS NULL THEN coalesce(n.reason, $2) END AS income_reason,
    round_usd((1 + computed.pct_vs_us / 100) / (n.gni_per_capita_usd / us.gni_per_capita_usd)) AS income_ratio,
    pp.price_level, pp.factor AS ppp_factor, pp.official_rate AS ppp_official_rate, pp.year AS ppp_year,
    CASE WHEN pp.price_level IS NULL THEN coalesce(pp.reason, $3) END AS ppp_reason,
    round_usd((1 + computed.pct_vs_us / 100) / pp.price_level) AS ppp_ratio,
    t.rate_pct AS tax_rate_pct, CASE WHEN t.country IS NULL THEN '${RATE_OF_DAY_NOT_KNOWN}' ELSE t.reason END AS tax_reason,
    t.source_id AS tax_source_id, t.reviewed_on AS tax_reviewed_on
  ) AS known
  CROSS JOIN LATERAL jsonb_populate_record(
    NULL::country, '${JSON.stringify(WITHOUT_PRICES)}'::jsonb || coalesce(computed.one, '{}') || to_jsonb(known)
  ) AS written`;

function listCategories(id: number, shown: readonly CountryMedian[], taxFree: readonly CountryMedian[]): object[] {
  const rows = new Map<string, object>();
  const add = (medians: readonly CountryMedian[], before: string) => {
    for (const { country, categories } of medians)
      for (const { category, pctVsUs, basketSize } of categories) {
        const figures = { [`${before}pct_vs_us`]: roundPct(pctVsUs), [`${before}basket_size`]: basketSize };
        const key = `${country} ${category}`;
        rows.set(key, { version_id: id, country, category, ...rows.get(key), ...figures });
      }
  };
  add(shown, "");
  add(taxFree, "ex_tax_");
  return [...rows.values()];
}

async function insertRows(
  client: ClientBase,
  table: "category" | "level_difference",
  rows: readonly object[],
): Promise<void> {
  await client.query(`INSERT INTO ${table} SELECT * FROM jsonb_populate_recordset(NULL::${table}, $1)`, [
    JSON.stringify(rows),
  ]);
}
