import Big from "big.js";
import { toExactMonthly } from "@/lib/catalogue/prices/converted/amount-rules";
import { toConvertedColumns } from "@/lib/catalogue/prices/converted/rules";
import { isDoubted } from "@/lib/catalogue/prices/evidence/rules";
import type { Ranking } from "@/lib/catalogue/prices/ranking/rules";
import type { TaxView } from "@/lib/catalogue/tax/schema";
import type { DayPrice, ListedPriceRow, Price } from "./schema";

/** Rounds to 4 digits directly; `Big` would compute 20 first. */
const FourDigits = Big();
FourDigits.DP = 4;
FourDigits.RM = Big.roundHalfEven;

/** Per cent, at most 4 decimals; null when a value is missing. The API gives unrounded US dollars, pages those they show. */
export function differencePct(usd: Big | number | null, base: Big | number | null | undefined): number | null {
  if (usd === null || base === null || base === undefined || Number(base) === 0) return null;
  return FourDigits(usd).minus(base).times(100).div(base).toNumber();
}

/** True at a rate of the rate day; only such prices are compared, ranked and summed. */
export function isCompared<T extends Pick<Price, "usd_monthly" | "fx_stale">>(
  price: T,
): price is T & { usd_monthly: number } {
  return price.usd_monthly !== null && !price.fx_stale;
}

/**
 * One comparable price of each country, cheapest first: its ranked one, else the lowest that is not outdated and has no doubt,
 * else the lowest; ties go to the lower code.
 */
export function cheapestByCountry(prices: readonly Price[]): Price[] {
  const lowest = new Map<string, Price>();
  for (const price of prices) {
    const known = lowest.get(price.country);
    if (isCompared(price) && (known === undefined || precedes(price, known))) lowest.set(price.country, price);
  }
  return [...lowest.values()].sort(byPrice);
}

/** Those that figures, extremes and savings are made of. */
export const rankedOf = <P extends Pick<Price, "ranked">>(prices: readonly P[]): P[] =>
  prices.filter(({ ranked }) => ranked === true);

/** True when the series had been observed by the day. */
export const isListed = (price: DayPrice): price is Price =>
  price.amount !== null && price.currency !== null && price.source_url !== null && price.verified_on !== null;

/** A difference between prices of a product may be told as a saving: both are ranked, and the product is certain. */
export const isSavingTold = (ranking: Ranking, ...prices: readonly (Pick<Price, "ranked"> | null)[]): boolean =>
  ranking === "certain" && prices.every((price) => price?.ranked === true);

/** Of the ranked ones; ties go to the lower country code. */
export const cheapestOf = (lowest: readonly Price[]): Price | undefined => rankedOf(lowest).sort(byPrice)[0];

/** Of the ranked ones; ties go to the lower country code. */
export function dearestOf(lowest: readonly Price[]): Price | undefined {
  const ranked = rankedOf(lowest).sort(byPrice);
  const highest = ranked.at(-1)?.usd_monthly;
  return ranked.find(({ usd_monthly }) => usd_monthly === highest);
}

/** Prices without a rate last; ties by country, platform, period. */
export function byPrice(a: Price, b: Price): number {
  const difference = (a.usd_monthly ?? Number.POSITIVE_INFINITY) - (b.usd_monthly ?? Number.POSITIVE_INFINITY);
  if (Number.isFinite(difference) && difference !== 0) return difference;
  if ((a.usd_monthly === null) !== (b.usd_monthly === null)) return a.usd_monthly === null ? 1 : -1;
  return compareText(a.country, b.country) || compareText(a.platform, b.platform) || compareText(a.period, b.period);
}

/** Smallest share of income first, of the prices of which it is known. */
export const byShare = (prices: readonly Price[]): Price[] =>
  prices
    .filter(({ income_share_pct }) => income_share_pct !== null)
    .sort((a, b) => (a.income_share_pct ?? 0) - (b.income_share_pct ?? 0) || byPrice(a, b));

const precedes = (a: Price, b: Price) =>
  (Number(b.ranked === true) - Number(a.ranked === true) ||
    Number(a.outdated === true) - Number(b.outdated === true) ||
    Number(isDoubted(a)) - Number(isDoubted(b)) ||
    byPrice(a, b)) < 0;
const compareText = (a: string, b: string) => (a < b ? -1 : a > b ? 1 : 0);

/** The price in `base` with the same platform and period; null without one that is compared. */
export function pairWith(prices: readonly Price[], base: string): (price: Price) => Price | null {
  const pairOf = ({ platform, period }: Price) => `${platform} ${period}`;
  const there = prices.filter((price) => price.country === base && isCompared(price));
  const known = new Map(there.map((price) => [pairOf(price), price]));
  return (price) => known.get(pairOf(price)) ?? null;
}

/** `us`: the US price of that day. */
export const compareWith = (us: Price | null, price: Price, tax: TaxView): Price => ({
  ...price,
  us_usd_monthly: us?.usd_monthly ?? null,
  pct_vs_us: isCompared(price) ? differencePct(toExactMonthly(price, tax), us && toExactMonthly(us, tax)) : null,
  ex_tax_us_monthly: us?.tax.ex_tax_usd_monthly ?? null,
  ex_tax_pct_vs_us: price.fx_stale ? null : differencePct(toWithoutTax(price), us && toWithoutTax(us)),
});

const toWithoutTax = (price: Price) =>
  price.tax.ex_tax_usd_monthly === null ? null : toExactMonthly(price, "excluded");

/** Null US dollars when unknown. Removes the comparison with the US. */
export const excludeTax = (price: Price): Price => ({
  ...price,
  us_usd_monthly: undefined,
  pct_vs_us: undefined,
  usd: price.tax.ex_tax_usd,
  usd_monthly: price.tax.ex_tax_usd_monthly,
});

export const toListedPriceRow = ({ tax, converted, ...price }: DayPrice): ListedPriceRow => ({
  ...price,
  ...toTaxColumns(tax),
  ...toConvertedColumns(converted),
});

function toTaxColumns(tax: Price["tax"]) {
  return {
    tax_treatment: tax.treatment,
    tax_rate_pct: tax.rate_pct,
    tax_reason: tax.reason,
    ex_tax_amount: tax.ex_tax_amount,
    ex_tax_usd_monthly: tax.ex_tax_usd_monthly,
    ex_tax_usd: tax.ex_tax_usd,
    tax_source: tax.source,
    tax_reviewed_on: tax.reviewed_on,
  };
}
