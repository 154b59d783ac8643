import type { CategoryMedians } from "@/lib/catalogue/categories/schema";
import { findMedian, findMedianInterval, findPercentile } from "@/lib/catalogue/price-index/percentiles";
import { MIN_BASKET_SIZE, MIN_CATEGORY_SIZE, roundPct, roundShare } from "@/lib/catalogue/price-index/rules";
import { groupBy } from "@/lib/contract/group-by";
import type { Country, CountryIndex } from "./schema";

/** `relatives`: price divided by that of the base, less one. */
export type RelativeRow = { country: string; category: string; relatives: number[]; inUsd: number };

/** The model's estimate of a country against the base, in per cent. */
export type LevelPair = { country: string; pct: number; low: number; high: number; se: number };

export function indexAgainst(
  base: string,
  countries: readonly Country[],
  rows: readonly RelativeRow[],
  pairs: readonly LevelPair[],
): Country[] {
  const baskets = new Map(
    [...groupBy(rows, ({ country }) => country)].map(([country, own]) => [
      country,
      {
        pcts: own.flatMap(({ relatives }) => relatives.map((relative) => 100 * relative)).sort((a, b) => a - b),
        inUsd: own.reduce((sum, { inUsd }) => sum + inUsd, 0),
      },
    ]),
  );
  const medianOf = (code: string): number | null => {
    const { pcts = [] } = baskets.get(code) ?? {};
    return pcts.length < MIN_BASKET_SIZE ? null : roundPct(findMedian(pcts));
  };
  const medians = countries.flatMap(({ code }) => medianOf(code) ?? []);
  const own = countries.find(({ code }) => code === base);
  return countries.map((country): Country => {
    const median = medianOf(country.code);
    const basket = baskets.get(country.code);
    if (median === null || basket === undefined)
      return { ...country, index: null, index_status: "insufficient_basket", ex_tax: null };
    const index = toIndex({
      ...{ base, median, ...basket, isBase: country.code === base },
      rank: 1 + medians.filter((other) => other < median).length,
      pair: pairs.find((pair) => pair.country === country.code),
    });
    const level = index.value / 100;
    const { income, purchasing_power: power } = country;
    const [gni, price] = [own?.income.gni_per_capita_usd, own?.purchasing_power.price_level];
    const ratioTo = (ours: number | null, theirs: number | null | undefined) =>
      ours === null || theirs == null ? null : level / (ours / theirs);
    return {
      ...{ ...country, index, index_status: "published", ex_tax: null },
      income: { ...income, ratio: ratioTo(income.gni_per_capita_usd, gni) },
      purchasing_power: { ...power, ratio: ratioTo(power.price_level, price) },
    };
  });
}

type Basket = {
  base: string;
  median: number;
  /** Ascending. */
  pcts: readonly number[];
  inUsd: number;
  rank: number;
  isBase: boolean;
  pair: LevelPair | undefined;
};

function toIndex({ base, median, pcts, inUsd, rank, isBase, pair }: Basket): CountryIndex {
  const interval = findMedianInterval(pcts);
  const shareOf = (matches: (pct: number) => boolean) => roundShare(pcts.filter(matches).length / pcts.length);
  const percentile = (share: number) => roundPct(findPercentile(pcts, share));
  return {
    ...{ base, value: 100 + median, pct_vs_us: median, rank, basket_size: pcts.length },
    ...{ p10_pct: percentile(0.1), p25_pct: percentile(0.25), p75_pct: percentile(0.75), p90_pct: percentile(0.9) },
    ...{ cheaper_share: shareOf((pct) => pct < 0), share_equal_us: shareOf((pct) => pct === 0) },
    usd_billed: !isBase && 2 * inUsd > pcts.length,
    ...{ median_low: interval && roundPct(interval.low), median_high: interval && roundPct(interval.high) },
    model: pair
      ? {
          value: 100 + pair.pct,
          low: 100 + pair.low,
          high: 100 + pair.high,
          se: pair.se,
          rank_low: null,
          rank_high: null,
        }
      : null,
    // Known against the United States alone.
    ...{
      common_basket: null,
      rate_low_pct: null,
      rate_high_pct: null,
      rate_days: [],
      without_doubt: null,
      change: null,
    },
  };
}

/** Lowest first; equal ones by code. */
export function listCategoryMedians(countries: readonly Country[], rows: readonly RelativeRow[]): CategoryMedians[] {
  const names = new Map(countries.map(({ code, name }) => [code, name]));
  const categories = [...new Set(rows.map(({ category }) => category))].sort();
  return categories.map((category) => ({
    category,
    countries: rows
      .filter((row) => row.category === category && row.relatives.length >= MIN_CATEGORY_SIZE)
      .map(({ country: code, relatives }) => ({
        ...{ code, name: names.get(code) ?? code, basket_size: relatives.length },
        pct_vs_us: roundPct(findMedian(relatives.map((relative) => 100 * relative).sort((a, b) => a - b))),
      }))
      .sort((a, b) => a.pct_vs_us - b.pct_vs_us || (a.code < b.code ? -1 : 1)),
  }));
}
