import { MIN_BASKET_SIZE } from "@/lib/contract/basket";
import type { Period, Platform } from "@/lib/contract/codes";
import { groupBy } from "@/lib/contract/group-by";
import { findMedian, findMedianInterval, findPercentile } from "@/lib/contract/percentiles";
import { BASE_COUNTRY, MIN_CATEGORY_SIZE, PERIOD_PREFERENCE, PLATFORM_PREFERENCE, roundPct } from "./rules";

/** One per product, country, platform and period. */
export interface BasketPrice {
  product: string;
  category: string;
  country: string;
  platform: Platform;
  period: Period;
  currency: string;
  /** Unrounded, at a rate of the rate day; null without one. */
  usd: number | null;
}

/** Unrounded. Percentages against the base, shares 0 to 1, rank 1 the cheapest. */
interface MedianFigures {
  pctVsUs: number;
  /** Null below 6 relatives. */
  interval: { low: number; high: number } | null;
  p10Pct: number;
  p25Pct: number;
  p75Pct: number;
  p90Pct: number;
  cheaperShare: number;
  shareEqualUs: number;
  /** Equal levels as stored share a rank: 1, 2, 2, 4. */
  rank: number;
  /** Most of the basket is priced in US dollars, outside the US. */
  usdBilled: boolean;
  /** Median over products of every indexed country; null below 5. */
  common: { pctVsUs: number; products: number } | null;
}

interface CategoryMedian {
  category: string;
  pctVsUs: number;
  basketSize: number;
}

export type CountryMedian = {
  country: string;
  basketSize: number;
  noRate: number;
  noUsPair: number;
  relatives: Record<string, number>;
  categories: CategoryMedian[];
} & ({ status: "published"; figures: MedianFigures } | { status: "insufficient_basket"; figures: null });

interface Relative {
  product: string;
  category: string;
  /** Price divided by that of the base, minus one. */
  value: number;
  inUsd: boolean;
}

interface Basket {
  country: string;
  relatives: Relative[];
  noRate: number;
  noUsPair: number;
}

/**
 * Median relative index: the method of the Global App Store Price Index (OpenTheRank). Only relatives stay in memory.
 */
export class MedianRelativeIndex {
  readonly #baskets = new Map<string, Basket>();
  readonly #base: string;
  readonly #least: number;

  /** A country has an index from `least` products in common with `base` on. */
  constructor(base = BASE_COUNTRY, least = MIN_BASKET_SIZE) {
    this.#base = base;
    this.#least = least;
  }

  /** The order of calls and prices has no effect. */
  addProduct(prices: readonly BasketPrice[]): void {
    const usdInBase = new Map<number, number>();
    for (const price of prices) {
      if (price.country === this.#base && price.usd !== null) usdInBase.set(rankPair(price), price.usd);
    }
    for (const [country, offers] of groupBy(prices, (price) => price.country)) {
      const basket = this.#openBasket(country);
      const relative = findFirstRelative(offers, usdInBase);
      if (relative) basket.relatives.push(relative);
      else if (offers.some(({ usd }) => usd !== null)) basket.noUsPair += 1;
      else basket.noRate += 1;
    }
  }

  solve(): CountryMedian[] {
    // Sorted once, because every median and percentile needs ascending relatives.
    const baskets = [...this.#baskets.values()]
      .map((basket) => ({ ...basket, relatives: basket.relatives.toSorted((a, b) => a.value - b.value) }))
      .sort((a, b) => (a.country < b.country ? -1 : 1));
    const indexed = baskets.filter((basket) => basket.relatives.length >= this.#least);
    const ranks = rankByLevel(indexed);
    const common = findCommonProducts(indexed);
    return baskets.map((basket) => {
      const { country, relatives, noRate, noUsPair } = basket;
      const byProduct = relatives.map(({ product, value }) => [product, roundPct(100 * value)] as const);
      const counts = {
        country,
        basketSize: relatives.length,
        noRate,
        noUsPair,
        relatives: Object.fromEntries(byProduct.sort(([a], [b]) => (a < b ? -1 : 1))),
      };
      const categories = findCategoryMedians(relatives);
      const rank = ranks.get(country);
      return rank === undefined
        ? { ...counts, categories, status: "insufficient_basket", figures: null }
        : { ...counts, categories, status: "published", figures: { ...describeBasket(basket, common), rank } };
    });
  }

  #openBasket(country: string): Basket {
    const basket = this.#baskets.get(country) ?? { country, relatives: [], noRate: 0, noUsPair: 0 };
    this.#baskets.set(country, basket);
    return basket;
  }
}

function findFirstRelative(offers: readonly BasketPrice[], usdInBase: ReadonlyMap<number, number>): Relative | null {
  let first: Relative | null = null;
  let firstRank = Number.POSITIVE_INFINITY;
  for (const offer of offers) {
    const rank = rankPair(offer);
    const baseUsd = usdInBase.get(rank);
    if (offer.usd === null || baseUsd === undefined || rank >= firstRank) continue;
    first = {
      product: offer.product,
      category: offer.category,
      value: offer.usd / baseUsd - 1,
      inUsd: offer.currency === "USD",
    };
    firstRank = rank;
  }
  return first;
}

export function computeMedianIndex(prices: readonly BasketPrice[]): CountryMedian[] {
  const index = new MedianRelativeIndex();
  for (const offers of groupBy(prices, (price) => price.product).values()) index.addProduct(offers);
  return index.solve();
}

function describeBasket(
  { country, relatives }: Basket,
  commonProducts: ReadonlySet<string>,
): Omit<MedianFigures, "rank"> {
  const pcts = toPcts(relatives);
  const common = relatives.filter(({ product }) => commonProducts.has(product));
  const share = (matches: (relative: Relative) => boolean) => relatives.filter(matches).length / relatives.length;
  return {
    pctVsUs: findMedian(pcts),
    interval: findMedianInterval(pcts),
    p10Pct: findPercentile(pcts, 0.1),
    p25Pct: findPercentile(pcts, 0.25),
    p75Pct: findPercentile(pcts, 0.75),
    p90Pct: findPercentile(pcts, 0.9),
    cheaperShare: share((relative) => relative.value < 0),
    shareEqualUs: share((relative) => relative.value === 0),
    usdBilled: country !== BASE_COUNTRY && share((relative) => relative.inUsd) > 0.5,
    common: common.length < MIN_CATEGORY_SIZE ? null : { pctVsUs: findMedian(toPcts(common)), products: common.length },
  };
}

function findCommonProducts(baskets: readonly Basket[]): Set<string> {
  const [first, ...others] = baskets.map(({ relatives }) => new Set(relatives.map(({ product }) => product)));
  return new Set([...(first ?? [])].filter((product) => others.every((products) => products.has(product))));
}

function findCategoryMedians(relatives: readonly Relative[]): CategoryMedian[] {
  return [...groupBy(relatives, (relative) => relative.category)]
    .filter(([, members]) => members.length >= MIN_CATEGORY_SIZE)
    .sort(([a], [b]) => (a < b ? -1 : 1))
    .map(([category, members]) => ({
      category,
      pctVsUs: findMedian(toPcts(members)),
      basketSize: members.length,
    }));
}

/** Ranks stored values, so that equal published levels have equal ranks. */
function rankByLevel(baskets: readonly Basket[]): Map<string, number> {
  const levels = baskets.map(({ country, relatives }) => ({
    country,
    level: roundPct(findMedian(toPcts(relatives))),
  }));
  return new Map(
    levels.map(({ country, level }) => [country, 1 + levels.filter((other) => other.level < level).length]),
  );
}

function toPcts(relatives: readonly Relative[]): number[] {
  return relatives.map((relative) => 100 * relative.value);
}

/** The lowest value is used. */
function rankPair({ platform, period }: Pick<BasketPrice, "platform" | "period">): number {
  return PLATFORM_PREFERENCE.indexOf(platform) * PERIOD_PREFERENCE.length + PERIOD_PREFERENCE.indexOf(period);
}
