import type { CategoryMedians } from "@/lib/catalogue/categories/schema";
import { levelOf, toSharePct } from "@/lib/catalogue/countries/rules";
import type { Country, CountryIndex } from "@/lib/catalogue/countries/schema";
import type { CountryMedian } from "@/lib/catalogue/price-index/median-relative";
import { roundPct } from "@/lib/catalogue/price-index/rules";

export type BaseMedian = Pick<CountryMedian, "country" | "basketSize" | "figures" | "categories">;

/** The model's estimate of a country against the base, in per cent. */
export type LevelPair = { country: string; pct: number; low: number; high: number; se: number };

/** Sets the index of countries against `base`, and what follows from it: shares of income and of purchasing power. */
export function indexAgainst(
  base: string,
  countries: readonly Country[],
  medians: readonly BaseMedian[],
  pairs: readonly LevelPair[],
): Country[] {
  const medianOf = new Map(medians.map((median) => [median.country, median]));
  const pairOf = new Map(pairs.map((pair) => [pair.country, pair]));
  const own = countries.find(({ country }) => country === base);
  return countries.map((country): Country => {
    const median = medianOf.get(country.country);
    if (!median?.figures) return { ...country, index: null, index_status: "insufficient_basket", ex_tax: null };
    const index = toIndex(base, median.basketSize, median.figures, pairOf.get(country.country));
    const { income, purchasing_power: power } = country;
    const ratioTo = (ours: number | null, theirs: number | null | undefined) =>
      ours === null || theirs == null ? null : index.value / 100 / (ours / theirs);
    return {
      ...country,
      index,
      index_status: "published",
      ex_tax: null,
      income: { ...income, ratio: ratioTo(income.gni_per_capita_usd, own?.income.gni_per_capita_usd) },
      purchasing_power: { ...power, ratio: ratioTo(power.price_level, own?.purchasing_power.price_level) },
    };
  });
}

function toIndex(
  base: string,
  basketSize: number,
  figures: NonNullable<CountryMedian["figures"]>,
  pair: LevelPair | undefined,
): CountryIndex {
  const { interval, common } = figures;
  const pct = roundPct(figures.pctVsUs);
  const commonPct = common && roundPct(common.pctVsUs);
  return {
    base,
    value: levelOf(pct),
    pct_vs_us: pct,
    rank: figures.rank,
    n_products: basketSize,
    p10_pct: roundPct(figures.p10Pct),
    p25_pct: roundPct(figures.p25Pct),
    p75_pct: roundPct(figures.p75Pct),
    p90_pct: roundPct(figures.p90Pct),
    cheaper_pct: toSharePct(figures.cheaperShare),
    equal_pct: toSharePct(figures.shareEqualUs),
    usd_billed: figures.usdBilled,
    median_low: interval && roundPct(interval.low),
    median_high: interval && roundPct(interval.high),
    common_basket:
      common && commonPct !== null
        ? { value: levelOf(commonPct), pct_vs_us: commonPct, n_products: common.products }
        : null,
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
    rate_low_pct: null,
    rate_high_pct: null,
    rate_days: [],
    without_doubt: null,
    change: null,
  };
}

/** Lowest first; equal ones by code. */
export function listCategoryMedians(countries: readonly Country[], medians: readonly BaseMedian[]): CategoryMedians[] {
  const names = new Map(countries.map(({ country, name }) => [country, name]));
  const categories = new Set(medians.flatMap((median) => median.categories.map(({ category }) => category)));
  return [...categories].sort().map((category) => ({
    category,
    countries: medians
      .flatMap(({ country, categories }) =>
        categories
          .filter((one) => one.category === category)
          .map(({ pctVsUs, basketSize: n_products }) => ({
            country,
            name: names.get(country) ?? country,
            pct_vs_us: roundPct(pctVsUs),
            n_products,
          })),
      )
      .sort((a, b) => a.pct_vs_us - b.pct_vs_us || (a.country < b.country ? -1 : 1)),
  }));
}
