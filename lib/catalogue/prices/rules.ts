import Big from "big.js";
import type { Period } from "@/lib/contract/codes";
import type { Price, PriceRow } from "./schema";

/** How much `usd` differs from `base`, in per cent with at most 4 decimals; null when there is nothing to compare. */
export function differencePct(usd: number | null, base: number | null | undefined): number | null {
  if (usd === null || base === null || base === undefined || base === 0) return null;
  return Big(usd).div(base).minus(1).times(100).round(4, Big.roundHalfEven).toNumber();
}

/** An amount per month, to 20 decimals: weekly x 52/12, quarterly / 3, semiannual / 6, yearly / 12. */
export function perMonth(amount: Big, period: Period): Big {
  if (period === "weekly") return amount.times(52).div(12);
  return amount.div({ monthly: 1, quarterly: 3, semiannual: 6, yearly: 12 }[period]);
}

/** A price in US dollars at a rate of the dataset's rate day: the only ones that are compared, ranked and added up. */
export function isCompared<T extends Pick<Price, "usd_monthly" | "fx_stale">>(
  price: T,
): price is T & { usd_monthly: number } {
  return price.usd_monthly !== null && !price.fx_stale;
}

/** The lowest price a month of each country that has one to compare, cheapest first; ties go to the lower code. */
export function cheapestByCountry(prices: readonly Price[]): Price[] {
  const lowest = new Map<string, Price>();
  for (const price of prices) {
    const known = lowest.get(price.country);
    if (isCompared(price) && (known === undefined || isBelow(price, known))) lowest.set(price.country, price);
  }
  return [...lowest.values()].sort(byPrice);
}

/** The highest of each country's lowest prices; of several equal ones that of the lower country code. */
export function dearestOf(lowest: readonly Price[]): Price | undefined {
  const highest = lowest.at(-1)?.usd_monthly;
  return lowest.find(({ usd_monthly }) => usd_monthly === highest);
}

/** By US dollars a month, prices without a rate last; ties by country, platform, period. */
export function byPrice(a: Price, b: Price): number {
  const difference = (a.usd_monthly ?? Number.POSITIVE_INFINITY) - (b.usd_monthly ?? Number.POSITIVE_INFINITY);
  if (Number.isFinite(difference) && difference !== 0) return difference;
  if ((a.usd_monthly === null) !== (b.usd_monthly === null)) return a.usd_monthly === null ? 1 : -1;
  return compareText(keyOf(a), keyOf(b));
}

const isBelow = (a: Price, b: Price) => byPrice(a, b) < 0;
const keyOf = ({ country, platform, period }: Price) => `${country} ${platform} ${period}`;
const compareText = (a: string, b: string) => (a < b ? -1 : a > b ? 1 : 0);

/** The US price of the same platform and period, in US dollars a month, as a function of a price; null where there is none. */
export function pairWithUs(prices: readonly Price[]): (price: Price) => number | null {
  const pairOf = ({ platform, period }: Price) => `${platform} ${period}`;
  const us = new Map(
    prices
      .filter((price) => price.country === "US" && isCompared(price))
      .map((price) => [pairOf(price), price.usd_monthly]),
  );
  return (price) => us.get(pairOf(price)) ?? null;
}

/** The price with its US dollars without tax, which are null where they are not known. */
export const excludeTax = (price: Price): Price => ({
  ...price,
  usd: price.tax.ex_tax_usd,
  usd_monthly: price.tax.ex_tax_usd_monthly,
});

/** A price as the flat row that files have. */
export function toPriceRow({ tax, ...price }: Price): PriceRow {
  return {
    ...price,
    tax_treatment: tax.treatment,
    tax_rate_pct: tax.rate_pct,
    tax_reason: tax.reason,
    ex_tax_amount: tax.ex_tax_amount,
    ex_tax_usd_monthly: tax.ex_tax_usd_monthly,
  };
}
