import { findConnectedCountries } from "./connected-countries";
import { countCells, findErrors, fitLevels, type LevelErrors } from "./level-fit";
import { type ModelPrice, PriceTable, type SortedPrices } from "./price-table";
import { BASE_COUNTRY, MAX_MODEL_STANDARD_ERROR, MIN_MODEL_PRODUCTS, MODEL_CONFIDENCE } from "./rules";
import { findStudentT } from "./student-t";
import { at } from "./typed-array";

/**
 * Level (US = 100) with its 95% interval, or the reason without one. Standard errors are of the logarithm, clustered
 * by product; rank 1 is the cheapest. Unrounded.
 */
export type CountryLevel = { country: string } & (
  | {
      status: "published";
      value: number;
      low: number;
      high: number;
      standardError: number;
      rankLow: number;
      rankHigh: number;
    }
  | { status: "base_missing" | "not_comparable" | "insufficient_coverage"; value: null; low: null; high: null }
);

/**
 * Per cent against `other`, with a 95% interval from the standard error of the difference of logarithms. Overlap of
 * two separate intervals proves nothing, because both use the same products.
 */
export interface LevelDifference {
  country: string;
  other: string;
  pct: number;
  lowPct: number;
  highPct: number;
  standardError: number;
}

/** Each pair once, the lower code first. */
export interface ModelIndex {
  levels: CountryLevel[];
  differences: LevelDifference[];
}

/**
 * Country-product-dummy index: ln(price) = level of country + level of item, by weighted least squares. World Bank,
 * Measuring the Real Size of the World Economy (2013), chapter 4.
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

  /** The order of prices has no effect. */
  solve(): ModelIndex {
    return solveSorted(this.#prices.sort(BASE_COUNTRY));
  }
}

export function computeModelIndex(prices: Iterable<ModelPrice>): ModelIndex {
  const index = new CountryProductDummyIndex();
  for (const price of prices) index.add(price);
  return index.solve();
}

function solveSorted(prices: SortedPrices): ModelIndex {
  const { countries } = prices;
  const base = countries.length - 1;
  const hasBase = countries[base] === BASE_COUNTRY && prices.country.includes(base);
  if (!hasBase) return withholdAll(countries, () => "base_missing");

  const connected = findConnectedCountries(prices, base);
  const counts = countCells(prices, connected);
  const reasonOf = (index: number) => (connected[index] ? "insufficient_coverage" : "not_comparable");
  if (counts.df < 1 || counts.clusters < 2) return withholdAll(countries, reasonOf);
  const fit = fitLevels(prices, connected);
  const errors = findErrors(prices, connected, fit, counts);
  const t = findStudentT(MODEL_CONFIDENCE, counts.clusters - 1);

  const isPublished = (_: string, index: number) =>
    at(counts.sharedProducts, index) >= MIN_MODEL_PRODUCTS &&
    at(errors.standardErrors, index) <= MAX_MODEL_STANDARD_ERROR;
  const published = sortByCode(
    countries.flatMap((country, index) =>
      connected[index] && isPublished(country, index) ? [{ country, index, level: at(fit.levels, index) }] : [],
    ),
  );
  const { differences, ranks } = comparePairs(published, errors, t);
  const levels = countries.map((country, index): CountryLevel => {
    const rank = ranks.get(country);
    if (rank === undefined) return withhold(country, reasonOf(index));
    const standardError = at(errors.standardErrors, index);
    const value = 100 * Math.exp(at(fit.levels, index));
    const factor = Math.exp(t * standardError);
    return {
      country,
      status: "published",
      value,
      low: value / factor,
      high: value * factor,
      standardError,
      ...rank,
    };
  });
  return { levels: sortByCode(levels), differences };
}

function comparePairs(
  published: readonly { country: string; index: number; level: number }[],
  errors: LevelErrors,
  t: number,
): { differences: LevelDifference[]; ranks: Map<string, { rankLow: number; rankHigh: number }> } {
  const differences: LevelDifference[] = [];
  const ranks = published.map(() => ({ rankLow: 1, rankHigh: published.length }));
  for (const [i, one] of published.entries()) {
    for (const [j, other] of published.slice(0, i).entries()) {
      const standardError = errors.differenceError(one.index, other.index);
      const difference = other.level - one.level;
      const low = difference - t * standardError;
      const high = difference + t * standardError;
      differences.push({
        country: other.country,
        other: one.country,
        pct: 100 * Math.expm1(difference),
        lowPct: 100 * Math.expm1(low),
        highPct: 100 * Math.expm1(high),
        standardError,
      });
      const [cheaper, dearer] = low > 0 ? [ranks[i], ranks[j]] : high < 0 ? [ranks[j], ranks[i]] : [];
      if (cheaper) cheaper.rankHigh -= 1;
      if (dearer) dearer.rankLow += 1;
    }
  }
  return {
    differences,
    ranks: new Map(published.map(({ country }, i) => [country, ranks[i] ?? { rankLow: 1, rankHigh: 1 }])),
  };
}

type Reason = Exclude<CountryLevel["status"], "published">;

function withholdAll(countries: readonly string[], reasonOf: (index: number) => Reason): ModelIndex {
  return { levels: sortByCode(countries.map((country, index) => withhold(country, reasonOf(index)))), differences: [] };
}

function withhold(country: string, status: Reason): CountryLevel {
  return { country, status, value: null, low: null, high: null };
}

function sortByCode<T extends { country: string }>(items: readonly T[]): T[] {
  return [...items].sort((a, b) => (a.country < b.country ? -1 : 1));
}
