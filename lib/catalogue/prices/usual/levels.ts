import { groupBy } from "@/lib/contract/group-by";
import { findMedian } from "@/lib/contract/percentiles";
import { MIN_USUAL_COUNTRIES, MIN_USUAL_PRODUCTS } from "./rules";

const MOST_ROUNDS = 100;
/** Of a logarithm: less than the last digit of a ratio. */
const SETTLED = 1e-6;

export type UsualPrice = {
  product: string;
  country: string;
  platform: string;
  period: string;
  /** US dollars a month, above 0. */
  usdMonthly: number;
};

/**
 * Finds a level of each product and of each country, to say how far a price is from both: median polish of the logarithms
 * of monthly prices (Tukey, Exploratory Data Analysis, 1977), store by store, products first. Medians do not give way to an
 * odd price, so that it stands out.
 */
export class UsualLevels {
  readonly #items: ReadonlyMap<string, number>;
  readonly #countries: ReadonlyMap<string, number>;

  private constructor(items: ReadonlyMap<string, number>, countries: ReadonlyMap<string, number>) {
    this.#items = items;
    this.#countries = countries;
  }

  /** The order of prices has no effect. */
  static fit(prices: readonly UsualPrice[]): UsualLevels {
    const items = new Map<string, number>();
    const countries = new Map<string, number>();
    for (const ofStore of groupBy(prices, ({ platform }) => platform).values()) polish(ofStore, items, countries);
    return new UsualLevels(items, countries);
  }

  /** The price as a multiple of what is expected, to four decimals; null where too little is known of its product or country. */
  ratioOf(price: UsualPrice): number | null {
    const levels = this.levelsOf(price);
    if (levels === null) return null;
    return Math.round(1e4 * Math.exp(Math.log(price.usdMonthly) - levels.item - levels.country)) / 1e4;
  }

  /** Logarithms of the levels of a product and a country, whose sum is expected; null where too little is known of either. */
  levelsOf(price: Pick<UsualPrice, "product" | "country" | "platform" | "period">): Levels | null {
    const item = this.#items.get(itemOf(price));
    const country = this.#countries.get(marketOf(price));
    return item === undefined || country === undefined ? null : { item, country };
  }
}

type Levels = { item: number; country: number };
type Cell = { item: string; country: string; log: number };

export const itemOf = ({ platform, product, period }: Pick<UsualPrice, "platform" | "product" | "period">) =>
  `${platform} ${product} ${period}`;
export const marketOf = ({ platform, country }: Pick<UsualPrice, "platform" | "country">) => `${platform} ${country}`;

function polish(prices: readonly UsualPrice[], items: Map<string, number>, countries: Map<string, number>): void {
  const cells = chooseCells(prices);
  const byItem = groupBy(cells, ({ item }) => item);
  const byCountry = groupBy(cells, ({ country }) => country);
  for (const item of byItem.keys()) items.set(item, 0);
  for (const country of byCountry.keys()) countries.set(country, 0);
  const levelIn = (levels: ReadonlyMap<string, number>, name: string) => levels.get(name) ?? Number.NaN;
  for (let round = 0; round < MOST_ROUNDS; round++) {
    const moved = [
      moveToMedians(items, byItem, ({ log, country }) => log - levelIn(countries, country)),
      moveToMedians(countries, byCountry, ({ log, item }) => log - levelIn(items, item)),
    ];
    if (Math.max(...moved) < SETTLED) return;
  }
}

/** Those of products and countries with enough of them. */
function chooseCells(prices: readonly UsualPrice[]): Cell[] {
  const isWide = ({ length }: readonly UsualPrice[]) => length >= MIN_USUAL_COUNTRIES;
  const wide = [...groupBy(prices, itemOf).values()].filter(isWide).flat();
  const inCountries = [...groupBy(wide, marketOf).values()]
    .filter((there) => new Set(there.map(({ product }) => product)).size >= MIN_USUAL_PRODUCTS)
    .flat();
  return [...groupBy(inCountries, itemOf).values()]
    .filter(isWide)
    .flat()
    .map((price) => ({ item: itemOf(price), country: marketOf(price), log: Math.log(price.usdMonthly) }));
}

/** Sets each level to the median of what is left of its cells. Returns how far the furthest moved. */
function moveToMedians(
  levels: Map<string, number>,
  groups: ReadonlyMap<string, readonly Cell[]>,
  rest: (cell: Cell) => number,
): number {
  let furthest = 0;
  for (const [name, cells] of groups) {
    const median = findMedian(cells.map(rest).sort((a, b) => a - b));
    furthest = Math.max(furthest, Math.abs(median - (levels.get(name) ?? 0)));
    levels.set(name, median);
  }
  return furthest;
}
