import Big from "big.js";
import type { Rate } from "./schema";

/** Set by /preferences. */
export const CURRENCY_COOKIE = "currency";

/** `date` is null for US dollars. */
export type DisplayCurrency = { code: string; usdPerUnit: number; date: string | null };

/** `isAfter`: the first later day with a rate. */
export type NeededRate = { currency: string; day: string; isAfter?: boolean };

/** Day of the exchange rates of a past day's prices: that day, at most the rate day of the version. */
export const rateDayOf = (fxDate: string | null, date: string): string =>
  fxDate !== null && fxDate < date ? fxDate : date;

export const US_DOLLARS: DisplayCurrency = { code: "USD", usdPerUnit: 1, date: null };

/** Rounds once to 4 decimals, half to even. */
export function fromUsd(usd: number, { code, usdPerUnit }: DisplayCurrency): number {
  return code === "USD" ? usd : Big(usd).div(usdPerUnit).round(4, Big.roundHalfEven).toNumber();
}

/** Address first, then the usual currency, then US dollars. `unknown`: requested currency without a rate. */
export function chooseCurrency(
  rates: readonly Rate[],
  wanted: string | undefined,
  usual: string | undefined,
): { currency: DisplayCurrency; unknown: string | null } {
  const find = (code: string | undefined): DisplayCurrency | null => {
    const wanted = code?.toUpperCase();
    if (wanted === "USD") return US_DOLLARS;
    const rate = rates.find(({ currency }) => currency === wanted);
    return rate ? { code: rate.currency, usdPerUnit: rate.usd_per_unit, date: rate.date } : null;
  };
  const found = find(wanted);
  if (found) return { currency: found, unknown: null };
  return { currency: find(usual) ?? US_DOLLARS, unknown: wanted ? wanted.slice(0, 20) : null };
}
