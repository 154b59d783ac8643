import { itemOf, marketOf, UsualLevels, type UsualPrice } from "@/lib/catalogue/prices/usual/levels";
import { groupBy } from "@/lib/contract/group-by";
import { findMedian } from "@/lib/contract/percentiles";

/** Fewest other prices of a product, where its country has no level. */
const MIN_OTHERS = 2;

/**
 * What is expected of each price by all others: the price itself is left out, so that a typing error is no evidence for
 * itself. By the median of its product and of its country where enough is known of both, else by that of its product alone.
 */
export class ExpectedPrices {
  readonly #levels: UsualLevels;
  readonly #ofItems: ReadonlyMap<string, readonly number[]>;
  readonly #ofCountries: ReadonlyMap<string, readonly number[]>;
  readonly #ofProducts: ReadonlyMap<string, readonly number[]>;

  constructor(prices: readonly UsualPrice[]) {
    const levels = UsualLevels.fit(prices);
    const known = prices.filter((price) => levels.levelsOf(price) !== null);
    const sorted = (given: readonly UsualPrice[], key: (price: UsualPrice) => string, rest: typeof itemRest) =>
      new Map(
        [...groupBy(given, key)].map(([name, group]) => [
          name,
          group.map((price) => rest(levels, price)).sort((a, b) => a - b),
        ]),
      );
    this.#levels = levels;
    this.#ofItems = sorted(known, itemOf, itemRest);
    this.#ofCountries = sorted(known, marketOf, countryRest);
    this.#ofProducts = sorted(
      prices,
      ({ product }) => product,
      (_, { usdMonthly }) => usdMonthly,
    );
  }

  /** US dollars a month, of a price among those given; null where too few others are known. */
  of(price: UsualPrice): number | null {
    if (this.#levels.levelsOf(price) === null) {
      const others = without(this.#ofProducts.get(price.product) ?? [], price.usdMonthly);
      return others.length < MIN_OTHERS ? null : findMedian(others);
    }
    const item = without(this.#ofItems.get(itemOf(price)) ?? [], itemRest(this.#levels, price));
    const country = without(this.#ofCountries.get(marketOf(price)) ?? [], countryRest(this.#levels, price));
    return Math.exp(findMedian(item) + findMedian(country));
  }
}

const itemRest = (levels: UsualLevels, price: UsualPrice) =>
  Math.log(price.usdMonthly) - (levels.levelsOf(price)?.country ?? Number.NaN);
const countryRest = (levels: UsualLevels, price: UsualPrice) =>
  Math.log(price.usdMonthly) - (levels.levelsOf(price)?.item ?? Number.NaN);

function without(sorted: readonly number[], one: number): number[] {
  const place = sorted.indexOf(one);
  return sorted.filter((_, index) => index !== place);
}
