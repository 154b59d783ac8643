import type { Period, Platform } from "@/lib/contract/codes";
import { findMedian, findPercentile } from "./percentiles";
import { BASE_COUNTRY, MIN_BASKET_SIZE, MIN_CATEGORY_SIZE, roundPct } from "./rules";

/** A current price of a basket product; one a product, country, platform and period. */
export interface BasketPrice {
  product: string;
  category: string;
  country: string;
  platform: Platform;
  period: Period;
  currency: string;
  /** Unrounded US dollars at the common day of the rates; null without a rate. */
  usd: number | null;
}

/** Unrounded. Percentages are against the US price, `cheaperShare` is 0 to 1, rank 1 is the cheapest. */
interface MedianFigures {
  pctVsUs: number;
  p10Pct: number;
  p25Pct: number;
  p75Pct: number;
  p90Pct: number;
  cheaperShare: number;
  rank: number;
  /** Most of the basket is priced in US dollars, outside the US. */
  usdBilled: boolean;
}

interface CategoryMedian {
  category: string;
  pctVsUs: number;
  basketSize: number;
}

/** What one country's basket gives: products compared, products left out by reason, and the figures. */
export type CountryMedian = {
  country: string;
  basketSize: number;
  noRate: number;
  noUsPair: number;
  /** Sorted by name; those with too few products are not listed. */
  categories: CategoryMedian[];
} & ({ status: "published"; figures: MedianFigures } | { status: "insufficient_basket"; figures: null });

interface Relative {
  category: string;
  /** Price against the US price, less one. */
  value: number;
  inUsd: boolean;
}

interface Basket {
  country: string;
  relatives: Relative[];
  noRate: number;
  noUsPair: number;
}

const PLATFORM_PREFERENCE: readonly Platform[] = ["ios", "android", "web", "any"];
const PERIOD_PREFERENCE: readonly Period[] = ["monthly", "yearly", "semiannual", "quarterly", "weekly"];

/**
 * Median relative index: the method of the Global App Store Price Index (OpenTheRank). Products come in
 * one by one, so that only their relatives are kept.
 */
export class MedianRelativeIndex {
  readonly #baskets = new Map<string, Basket>();

  /** Takes all prices of one product in all countries. The order of calls and of prices changes nothing. */
  addProduct(prices: readonly BasketPrice[]): void {
    const usdInBase = new Map<number, number>();
    for (const price of prices) {
      if (price.country === BASE_COUNTRY && price.usd !== null) usdInBase.set(rankPair(price), price.usd);
    }
    for (const [country, offers] of groupBy(prices, (price) => price.country)) {
      const basket = this.#openBasket(country);
      const relative = findFirstRelative(offers, usdInBase);
      if (relative) basket.relatives.push(relative);
      else if (offers.some(({ usd }) => usd !== null)) basket.noUsPair += 1;
      else basket.noRate += 1;
    }
  }

  /** The index of every country that had a basket price, by code. */
  solve(): CountryMedian[] {
    const baskets = [...this.#baskets.values()].sort((a, b) => (a.country < b.country ? -1 : 1));
    const ranks = rankByLevel(baskets.filter((basket) => basket.relatives.length >= MIN_BASKET_SIZE));
    return baskets.map((basket) => {
      const { country, relatives, noRate, noUsPair } = basket;
      const counts = { country, basketSize: relatives.length, noRate, noUsPair };
      const categories = findCategoryMedians(relatives);
      const rank = ranks.get(country);
      return rank === undefined
        ? { ...counts, categories, status: "insufficient_basket", figures: null }
        : { ...counts, categories, status: "published", figures: { ...describeBasket(basket), rank } };
    });
  }

  #openBasket(country: string): Basket {
    const basket = this.#baskets.get(country) ?? { country, relatives: [], noRate: 0, noUsPair: 0 };
    this.#baskets.set(country, basket);
    return basket;
  }
}

/** Of the prices of a product in a country the first, by rankPair, that has a US price to be held against. */
function findFirstRelative(offers: readonly BasketPrice[], usdInBase: ReadonlyMap<number, number>): Relative | null {
  let first: Relative | null = null;
  let firstRank = Number.POSITIVE_INFINITY;
  for (const offer of offers) {
    const rank = rankPair(offer);
    const baseUsd = usdInBase.get(rank);
    if (offer.usd === null || baseUsd === undefined || rank >= firstRank) continue;
    first = { category: offer.category, value: offer.usd / baseUsd - 1, inUsd: offer.currency === "USD" };
    firstRank = rank;
  }
  return first;
}

/** The median relative index of these prices of basket products. The order of prices changes nothing. */
export function computeMedianIndex(prices: readonly BasketPrice[]): CountryMedian[] {
  const index = new MedianRelativeIndex();
  for (const offers of groupBy(prices, (price) => price.product).values()) index.addProduct(offers);
  return index.solve();
}

function describeBasket({ country, relatives }: Basket): Omit<MedianFigures, "rank"> {
  const pcts = sortPcts(relatives);
  const share = (matches: (relative: Relative) => boolean) => relatives.filter(matches).length / relatives.length;
  return {
    pctVsUs: findMedian(pcts),
    p10Pct: findPercentile(pcts, 0.1),
    p25Pct: findPercentile(pcts, 0.25),
    p75Pct: findPercentile(pcts, 0.75),
    p90Pct: findPercentile(pcts, 0.9),
    cheaperShare: share((relative) => relative.value < 0),
    usdBilled: country !== BASE_COUNTRY && share((relative) => relative.inUsd) > 0.5,
  };
}

function findCategoryMedians(relatives: readonly Relative[]): CategoryMedian[] {
  return [...groupBy(relatives, (relative) => relative.category)]
    .filter(([, members]) => members.length >= MIN_CATEGORY_SIZE)
    .sort(([a], [b]) => (a < b ? -1 : 1))
    .map(([category, members]) => ({
      category,
      pctVsUs: findMedian(sortPcts(members)),
      basketSize: members.length,
    }));
}

/** Ranks at the precision that is stored, so that levels that read the same are a tie; ties go by code. */
function rankByLevel(baskets: readonly Basket[]): Map<string, number> {
  const levels = baskets.map(({ country, relatives }) => ({
    country,
    level: roundPct(findMedian(sortPcts(relatives))),
  }));
  levels.sort((a, b) => a.level - b.level || (a.country < b.country ? -1 : 1));
  return new Map(levels.map(({ country }, place) => [country, place + 1]));
}

function sortPcts(relatives: readonly Relative[]): number[] {
  return relatives.map((relative) => 100 * relative.value).sort((a, b) => a - b);
}

/** Which of several pairs of a product is taken: the lowest. */
function rankPair({ platform, period }: Pick<BasketPrice, "platform" | "period">): number {
  return PLATFORM_PREFERENCE.indexOf(platform) * PERIOD_PREFERENCE.length + PERIOD_PREFERENCE.indexOf(period);
}

function groupBy<Value>(values: Iterable<Value>, key: (value: Value) => string): Map<string, Value[]> {
  const groups = new Map<string, Value[]>();
  for (const value of values) {
    const name = key(value);
    const group = groups.get(name);
    if (group) group.push(value);
    else groups.set(name, [value]);
  }
  return groups;
}
