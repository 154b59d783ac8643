import { byLabel, byText, type ComparedPrice } from "@/lib/catalogue/countries/prices/rules";
import { BIN_PCT } from "@/lib/catalogue/countries/rules";
import { PERIOD_PREFERENCE, PLATFORM_PREFERENCE } from "@/lib/catalogue/price-index/rules";
import type { CountryFigures } from "./schema";

const EXTREMES = 6;
const FIRST = 5;
/** In per cent; differences beyond are counted in these classes. */
const LOWEST_BIN = -100;
const HIGHEST_BIN = 100;

const isPaired = ({ usd, us }: ComparedPrice) => usd !== null && us !== null;

/** One relative per product: the first platform and period that both countries have. */
function findRelatives<P extends ComparedPrice>(prices: readonly P[]): P[] {
  const rankOf = (price: P) =>
    PLATFORM_PREFERENCE.indexOf(price.platform) * PERIOD_PREFERENCE.length + PERIOD_PREFERENCE.indexOf(price.period);
  const first = new Map<string, P>();
  for (const price of prices) {
    const known = first.get(price.product);
    if (
      !isPaired(price) ||
      !price.inBasket ||
      price.isLeftOut ||
      (known !== undefined && rankOf(known) <= rankOf(price))
    )
      continue;
    first.set(price.product, price);
  }
  return [...first.values()];
}

/** `prices`: at least one, in the order of the API. */
export function summarizeCountry<P extends ComparedPrice>(prices: readonly [P, ...P[]]) {
  const relatives = findRelatives(prices);
  const counted = relatives
    .filter(hasPct)
    .sort((a, b) => a.pct - b.pct || byLabel(a, b) || byText(a.product, b.product));
  const certain = counted.filter(({ isCertain }) => isCertain);
  const rated = prices.filter(({ usd }) => usd !== null);
  const isRelative = new Set<P>(relatives);
  return {
    relatives: {
      n_products: counted.length,
      n_equal: counted.filter(({ pct }) => pct === 0).length,
      n_cheaper: counted.filter(({ pct }) => pct < 0).length,
      n_dearer: counted.filter(({ pct }) => pct > 0).length,
    } satisfies CountryFigures["relatives"],
    read: findReadDays(counted),
    bins: countBins(counted),
    currencies: countCurrencies(prices),
    sources: countSources(prices),
    categories: listDistinct(prices, ({ category }) => category),
    platforms: listDistinct(prices, ({ platform }) => platform),
    periods: listDistinct(prices, ({ period }) => period),
    lowest: certain.slice(0, EXTREMES),
    highest: certain.toReversed().slice(0, EXTREMES),
    first: rated.slice(0, FIRST),
    example: prices.find((price) => isRelative.has(price)) ?? rated[0] ?? prices[0],
  };
}

/** First and last day of reading, and the day by which half of the prices were read; null without any. */
function findReadDays(prices: readonly ComparedPrice[]): { from: string; to: string; median: string } | null {
  const days = prices.map(({ verifiedOn }) => verifiedOn).sort();
  const from = days[0];
  const to = days.at(-1);
  const median = days[(days.length - 1) >> 1];
  return from === undefined || to === undefined || median === undefined ? null : { from, to, median };
}

const hasPct = <P extends ComparedPrice>(price: P): price is P & { pct: number } => price.pct !== null;

const listDistinct = <P, T extends string>(prices: readonly P[], of: (price: P) => T): T[] =>
  [...new Set(prices.map(of))].sort();

function countBins(counted: readonly { pct: number }[]): CountryFigures["bins"] {
  const bins = new Map<number, number>();
  for (const { pct } of counted) {
    const bin = Math.max(LOWEST_BIN, Math.min(HIGHEST_BIN, Math.floor(pct / BIN_PCT) * BIN_PCT));
    bins.set(bin, (bins.get(bin) ?? 0) + 1);
  }
  return [...bins].map(([pct, n_products]) => ({ pct, n_products })).sort((a, b) => a.pct - b.pct);
}

function countCurrencies(prices: readonly ComparedPrice[]): CountryFigures["currencies"] {
  const counts = new Map<string, number>();
  for (const { currency } of prices) counts.set(currency, (counts.get(currency) ?? 0) + 1);
  return [...counts]
    .map(([currency, n_prices]) => ({ currency, n_prices }))
    .sort((a, b) => b.n_prices - a.n_prices || byText(a.currency, b.currency));
}

function countSources(prices: readonly ComparedPrice[]): CountryFigures["sources"] {
  const sources = new Map<string, CountryFigures["sources"][number]>();
  for (const { source, verifiedOn: day } of prices) {
    const known = sources.get(source) ?? { source, n_prices: 0, from: day, to: day };
    const from = day < known.from ? day : known.from;
    const to = day > known.to ? day : known.to;
    sources.set(source, { source, n_prices: known.n_prices + 1, from, to });
  }
  return [...sources.values()].sort((a, b) => b.n_prices - a.n_prices || byText(a.source, b.source));
}
