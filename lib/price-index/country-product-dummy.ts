import { findConnectedCountries } from "./connected-countries";
import { countCells, fitLevels } from "./level-fit";
import { type ModelPrice, PriceTable, type SortedPrices } from "./price-table";
import { BASE_COUNTRY, MAX_MODEL_STANDARD_ERROR, MIN_MODEL_PRODUCTS, MODEL_CONFIDENCE } from "./rules";
import { findStudentT } from "./student-t";
import { at } from "./typed-array";

/**
 * The price level of a country, United States = 100, with its 95 % interval, or why there is none. The
 * standard error is that of the level's logarithm. Unrounded.
 */
export type CountryLevel = { country: string } & (
  | { status: "published"; value: number; low: number; high: number; standardError: number }
  | { status: "base_missing" | "not_comparable" | "insufficient_coverage"; value: null; low: null; high: null }
);

/**
 * Country-product-dummy index: ln(price) = level of the country + level of the item, by weighted least
 * squares. The method of the World Bank's International Comparison Program at basic-heading level:
 * Measuring the Real Size of the World Economy (2013), chapter 4. Prices come in one by one; `capacity`
 * is how many are expected.
 */
export class CountryProductDummyIndex {
  readonly #prices: PriceTable;

  constructor(capacity?: number) {
    this.#prices = new PriceTable(capacity);
  }

  /** Throws a RangeError for a price that is not above 0. */
  add(price: ModelPrice): void {
    this.#prices.add(price);
  }

  /** The level of every country that was named, by code. The order of prices changes nothing. */
  solve(): CountryLevel[] {
    return solveSorted(this.#prices.sort(BASE_COUNTRY)).sort((a, b) => (a.country < b.country ? -1 : 1));
  }
}

/** The country-product-dummy index of these prices. */
export function computeModelIndex(prices: Iterable<ModelPrice>): CountryLevel[] {
  const index = new CountryProductDummyIndex();
  for (const price of prices) index.add(price);
  return index.solve();
}

function solveSorted(prices: SortedPrices): CountryLevel[] {
  const { countries } = prices;
  const base = countries.length - 1;
  const hasBase = countries[base] === BASE_COUNTRY && prices.country.includes(base);
  if (!hasBase) return countries.map((country) => withhold(country, "base_missing"));

  const connected = findConnectedCountries(prices, base);
  const { df, products } = countCells(prices, connected);
  const fit = df < 1 ? null : fitLevels(prices, connected, df);
  const t = df < 1 ? Number.NaN : findStudentT(MODEL_CONFIDENCE, df);
  return countries.map((country, index) => {
    if (!connected[index]) return withhold(country, "not_comparable");
    if (!fit || at(products, index) < MIN_MODEL_PRODUCTS) return withhold(country, "insufficient_coverage");
    const standardError = at(fit.standardErrors, index);
    if (standardError > MAX_MODEL_STANDARD_ERROR) return withhold(country, "insufficient_coverage");
    const value = 100 * Math.exp(at(fit.levels, index));
    const factor = Math.exp(t * standardError);
    return { country, status: "published", value, low: value / factor, high: value * factor, standardError };
  });
}

function withhold(country: string, status: Exclude<CountryLevel["status"], "published">): CountryLevel {
  return { country, status, value: null, low: null, high: null };
}
