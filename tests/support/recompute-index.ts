import Big from "big.js";
import { parse } from "csv-parse/sync";
import type { Period, Platform } from "@/lib/contract/codes";
import { solveByBruteForce } from "./brute-force-model";

// Computes the index from the exports and the methodology alone, without code of the index. The model uses a dense
// matrix.

export type CsvRow = Record<string, string>;
export const readCsv = (text: string): CsvRow[] => parse<CsvRow>(text, { columns: true });

export interface Priced {
  product: string;
  country: string;
  platform: Platform;
  period: Period;
  currency: string;
  usd: Big;
  usdMonthly: number;
}

const MONTHS: Readonly<Record<string, number>> = { monthly: 1, quarterly: 3, semiannual: 6, yearly: 12 };
const PLATFORM_ORDER = ["ios", "android", "web", "any"];
const PERIOD_ORDER = ["monthly", "yearly", "semiannual", "quarterly", "weekly"];
const SOURCE_ORDER = ["ecb", "currency-api"];
const RATE_DAYS = 10;
/** Share of prices that may lack a rate of the rate day. */
const BEHIND_SHARE = 0.05;

/** Newest rate of at most ten days before `day`; the first of several sources. */
export function chooseRates(rates: readonly CsvRow[], day: string): Map<string, Big> {
  const oldest = new Date(Date.parse(day) - RATE_DAYS * 86_400_000).toISOString().slice(0, 10);
  const place = ({ source = "" }: CsvRow) => (SOURCE_ORDER.indexOf(source) + SOURCE_ORDER.length + 1) % 3;
  const usable = rates.filter(({ date = "" }) => date >= oldest && date <= day);
  usable.sort((a, b) => compareText(b.date, a.date) || place(a) - place(b) || compareText(a.source, b.source));
  const chosen = new Map([["USD", Big(1)]]);
  for (const { currency = "", usd_per_unit = "" } of usable) {
    if (!chosen.has(currency)) chosen.set(currency, Big(usd_per_unit));
  }
  return chosen;
}

function findRateDay(prices: readonly CsvRow[], rates: readonly CsvRow[]): string {
  const rated = new Set(["USD", ...rates.map(({ currency = "" }) => currency)]);
  const counted = prices.filter(({ currency = "" }) => rated.has(currency));
  const days = [...new Set(rates.map(({ date = "" }) => date))].sort().reverse();
  let best = { day: "", behind: Number.POSITIVE_INFINITY };
  for (const day of days) {
    const chosen = chooseRates(rates, day);
    const behind = counted.filter(({ currency = "" }) => !chosen.has(currency)).length;
    if (behind <= BEHIND_SHARE * counted.length) return day;
    if (behind < best.behind) best = { day, behind };
  }
  return best.day;
}

/** Months before that of the rate day in which a day of the band is looked for. */
const BAND_MONTHS = 6;

/** Days of the band: the last with a rate of each month, if every one of the currencies has a rate of that very day. */
function findBandDays(currencies: ReadonlySet<string>, rates: readonly CsvRow[], fxDate: string): string[] {
  const first = new Date(Date.parse(`${fxDate.slice(0, 7)}-01`));
  first.setUTCMonth(first.getUTCMonth() - BAND_MONTHS);
  const from = first.toISOString().slice(0, 7);
  const until = fxDate.slice(0, 7);
  const days = rates.map(({ date = "" }) => date).filter((day) => day >= from && day < until);
  const ends = new Map(days.sort().map((day) => [day.slice(0, 7), day]));
  return [...ends.values()].filter((end) => {
    const rated = new Set(rates.filter(({ date }) => date === end).map(({ currency }) => currency));
    return [...currencies].every((currency) => currency === "USD" || rated.has(currency));
  });
}

const compareText = (a = "", b = "") => (a < b ? -1 : a > b ? 1 : 0);

export function toMonth(amount: Big, period: string): Big {
  const months = MONTHS[period];
  return months === undefined ? amount.times(52).div(12) : amount.div(months);
}

function toPriced(prices: readonly CsvRow[], rates: ReadonlyMap<string, Big>): Priced[] {
  return prices.flatMap(({ product = "", country = "", platform = "", period = "", amount = "", currency = "" }) => {
    const rate = rates.get(currency);
    if (!rate) return [];
    const usd = Big(amount).times(rate);
    const usdMonthly = toMonth(usd, period).toNumber();
    return [{ product, country, platform: platform as Platform, period: period as Period, currency, usd, usdMonthly }];
  });
}

export const round = (value: number, digits: number) => Math.round(value * 10 ** digits) / 10 ** digits + 0;
export const findQuantile = (sorted: readonly number[], share: number) => {
  const position = share * (sorted.length - 1);
  const [low = Number.NaN, high = low] = [sorted[Math.floor(position)], sorted[Math.ceil(position)]];
  return low + (position % 1) * (high - low);
};

/** The largest l with P(Binomial(n, 1/2) < l) <= 0.025, by exact whole numbers. */
export function findIntervalRank(count: number): number {
  let ways = 1n;
  let sum = 0n;
  for (let rank = 0; ; rank++) {
    sum += ways;
    if (40n * sum > 2n ** BigInt(count)) return rank;
    ways = (ways * BigInt(count - rank)) / BigInt(rank + 1);
  }
}

export function relativesOf(prices: readonly Priced[], basket: ReadonlySet<string>, country: string) {
  const place = ({ platform, period }: Priced) =>
    PLATFORM_ORDER.indexOf(platform) * PERIOD_ORDER.length + PERIOD_ORDER.indexOf(period);
  const us = new Map(
    prices.flatMap((price) =>
      price.country === "US" ? [[`${price.product} ${price.platform} ${price.period}`, price.usd]] : [],
    ),
  );
  const chosen = new Map<string, { pct: number; currency: string }>();
  for (const price of prices.filter((one) => one.country === country).sort((a, b) => place(a) - place(b))) {
    const base = us.get(`${price.product} ${price.platform} ${price.period}`);
    if (!base || !basket.has(price.product) || chosen.has(price.product)) continue;
    chosen.set(price.product, { pct: 100 * (price.usd.toNumber() / base.toNumber() - 1), currency: price.currency });
  }
  return chosen;
}

export interface Exports {
  prices: readonly CsvRow[];
  products: readonly CsvRow[];
  rates: readonly CsvRow[];
}

export interface Recomputed {
  fxDate: string;
  /** By country code, rounded as the exports are. */
  figures: Map<string, Record<string, unknown>>;
}

/** Rows that an index takes: not those that are outdated, but of products that are last seen. */
export function listIndexed(prices: readonly CsvRow[], products: readonly CsvRow[]): CsvRow[] {
  const lastSeen = new Set(products.filter(({ ranking }) => ranking === "last_seen").map(({ product }) => product));
  return prices.filter(({ product, outdated }) => outdated !== "TRUE" || lastSeen.has(product));
}

/** Products that are sold as the plan of a main one: no index takes their prices, so that a plan counts once. */
const listDoors = (products: readonly CsvRow[]): ReadonlySet<string> =>
  new Set(products.flatMap(({ product = "", same_plan_as }) => (same_plan_as ? [product] : [])));

export function recomputeIndex({ prices, products, rates }: Exports): Recomputed {
  const fxDate = findRateDay(prices, rates);
  const doors = listDoors(products);
  const taken = listIndexed(prices, products).filter(({ product = "" }) => !doors.has(product));
  const priced = toPriced(taken, chooseRates(rates, fxDate));
  const basket = new Set(products.filter((row) => row.in_basket === "TRUE").map(({ product = "" }) => product));
  const countries = [...new Set(priced.map(({ country }) => country))].sort();
  const indexed = countries
    .map((country) => ({ country, relatives: relativesOf(priced, basket, country) }))
    .filter(({ relatives }) => relatives.size >= 30);
  const common = new Set([...basket].filter((product) => indexed.every(({ relatives }) => relatives.has(product))));
  const sort = (relatives: Iterable<{ pct: number }>) => Array.from(relatives, ({ pct }) => pct).sort((a, b) => a - b);
  const medianOf = (pcts: readonly number[]) => round(findQuantile(pcts, 0.5), 3);
  const currencies = new Set(
    toPriced(prices, chooseRates(rates, fxDate)).flatMap(({ product, currency }) =>
      basket.has(product) ? [currency] : [],
    ),
  );
  const bandDays = findBandDays(currencies, rates, fxDate);
  const onBandDays = bandDays.map((day) => toPriced(taken, chooseRates(rates, day)));
  const bandOf = (country: string) =>
    [priced, ...onBandDays].map((one) => medianOf(sort(relativesOf(one, basket, country).values())));
  const model = solveByBruteForce(priced);
  const figures = new Map(
    indexed.map(({ country, relatives }) => {
      const pcts = sort(relatives.values());
      const count = pcts.length;
      const rank = findIntervalRank(count);
      const share = (test: (pct: number) => boolean) => round((100 * pcts.filter(test).length) / count, 2);
      const level = model.get(country);
      const t = studentT(level?.df ?? 1);
      const inDollars = [...relatives.values()].filter(({ currency }) => currency === "USD").length;
      const figures = {
        index_pct_vs_us: medianOf(pcts),
        index_p10_pct: round(findQuantile(pcts, 0.1), 3),
        index_p25_pct: round(findQuantile(pcts, 0.25), 3),
        index_p75_pct: round(findQuantile(pcts, 0.75), 3),
        index_p90_pct: round(findQuantile(pcts, 0.9), 3),
        index_cheaper_pct: share((pct) => pct < 0),
        index_n_products: count,
        index_rank: 1 + indexed.filter((other) => medianOf(sort(other.relatives.values())) < medianOf(pcts)).length,
        index_usd_billed: country !== "US" && inDollars > count / 2,
        index_median_low: round(pcts[rank - 1] ?? Number.NaN, 3),
        index_median_high: round(pcts[count - rank] ?? Number.NaN, 3),
        index_equal_pct: share((pct) => pct === 0),
        ...(bandDays.length > 0 && {
          index_rate_low_pct: Math.min(...bandOf(country)),
          index_rate_high_pct: Math.max(...bandOf(country)),
          index_rate_days: [...bandDays, fxDate].join(" "),
        }),
        index_common_basket_n_products: common.size,
        index_common_basket_pct_vs_us: medianOf(
          sort([...relatives].flatMap(([slug, one]) => (common.has(slug) ? [one] : []))),
        ),
        ...(level?.status === "published" && {
          index_model_value: round(level.value, 3),
          index_model_low: round(level.value / Math.exp(t * level.standardError), 3),
          index_model_high: round(level.value * Math.exp(t * level.standardError), 3),
          index_model_se: round(level.standardError, 6),
        }),
      };
      return [country, figures];
    }),
  );
  return { fxDate, figures };
}

/** The 0.975 quantile of Student's t by bisection over Simpson's rule. */
function studentT(df: number): number {
  const density = (x: number) => (1 + (x * x) / df) ** (-(df + 1) / 2);
  const area = (to: number) => {
    const steps = 4_000;
    const h = to / steps;
    let sum = density(0) + density(to);
    for (let i = 1; i < steps; i++) sum += (i % 2 === 1 ? 4 : 2) * density(i * h);
    return (sum * h) / 3;
  };
  // Substituting x = sqrt(df) tan(angle) makes the range finite.
  let half = 0;
  const steps = 200_000;
  const width = Math.PI / 2 / steps;
  for (let i = 0; i < steps; i++) half += Math.cos((i + 0.5) * width) ** (df - 1);
  const whole = half * width * Math.sqrt(df);
  let low = 0;
  let high = 20;
  for (let i = 0; i < 60; i++) {
    const middle = (low + high) / 2;
    if (area(middle) < 0.95 * whole) low = middle;
    else high = middle;
  }
  return low;
}
