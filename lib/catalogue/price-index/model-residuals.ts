import { groupBy } from "@/lib/contract/group-by";
import { findConnectedCountries } from "./connected-countries";
import { countCells, fitLevels } from "./level-fit";
import { type ModelPrice, PriceTable } from "./price-table";
import { BASE_COUNTRY } from "./rules";
import { at } from "./typed-array";

/** Factor from which a price deserves a check, above or below what the model expects of it. */
export const RESIDUAL_FACTOR = 3;
/** Factor that lies between two groups of countries where their prices are of different periods: shorter ones differ less. */
const PERIOD_GAP = 2;
/** A single country apart from the others is an unusual price, not a mixed period. */
const MIN_GROUP = 2;

/** A price beside what the country-product-dummy model expects of it: `expected` in US dollars a month, `factor` of it. */
export type Residual<Price> = { price: Price; expected: number; factor: number };

/** Fits the country-product-dummy model for what it expects of each price. Add prices one by one. */
export class ModelLevels {
  readonly #prices = new PriceTable();

  /** Throws a RangeError for a price that is not above 0. */
  add(price: ModelPrice): void {
    this.#prices.add(price);
  }

  /** Logarithms of the price levels of all countries that are connected to the base, which is 0; empty without a fit. */
  solve(): Map<string, number> {
    const prices = this.#prices.sort(BASE_COUNTRY);
    const { countries } = prices;
    const base = countries.length - 1;
    if (countries[base] !== BASE_COUNTRY || !prices.country.includes(base)) return new Map();
    const connected = findConnectedCountries(prices, base);
    const counts = countCells(prices, connected);
    if (counts.df < 1 || counts.clusters < 2) return new Map();
    const { levels } = fitLevels(prices, connected);
    return new Map(countries.flatMap((country, index) => (connected[index] ? [[country, at(levels, index)]] : [])));
  }
}

/** Residuals of all prices of one product, by item (platform and period). Prices that the model does not know are left out. */
export function findResiduals<Price extends ModelPrice>(
  prices: readonly Price[],
  levels: ReadonlyMap<string, number>,
): Residual<Price>[][] {
  const known = prices.flatMap((price) => {
    const level = levels.get(price.country);
    return level === undefined || price.usdMonthly === null ? [] : [{ price, level, log: Math.log(price.usdMonthly) }];
  });
  const copies = groupBy(known, ({ price }) => price.country);
  const items = groupBy(known, ({ price }) => `${price.platform} ${price.period}`);
  return [...items.values()].map((rows) => {
    // Prices of a product within a country weigh as much as one, as in the fit.
    const weightOf = (country: string) => 1 / (copies.get(country)?.length ?? 1);
    const total = rows.reduce((sum, { price }) => sum + weightOf(price.country), 0);
    const mean = rows.reduce((sum, { price, level, log }) => sum + weightOf(price.country) * (log - level), 0) / total;
    return rows.map(({ price, level, log }) => ({
      price,
      expected: Math.exp(level + mean),
      factor: Math.exp(log - level - mean),
    }));
  });
}

/**
 * Two groups of countries whose prices of one item look like prices of different periods, each ordered by factor: between
 * two neighbours of the order lies more than a factor of 2, with two countries or more on either side. Null where there is
 * no such gap; the widest where there are several.
 */
export function findPeriodGroups<Price>(
  item: readonly Residual<Price>[],
): { low: Residual<Price>[]; high: Residual<Price>[]; gap: number } | null {
  const sorted = item.toSorted((a, b) => a.factor - b.factor);
  const gaps = sorted.flatMap(({ factor }, place) => {
    const before = sorted[place - 1];
    if (before === undefined || place < MIN_GROUP || sorted.length - place < MIN_GROUP) return [];
    return [{ place, gap: factor / before.factor }];
  });
  const widest = gaps.toSorted((a, b) => b.gap - a.gap)[0];
  if (widest === undefined || widest.gap <= PERIOD_GAP) return null;
  return { low: sorted.slice(0, widest.place), high: sorted.slice(widest.place), gap: widest.gap };
}
