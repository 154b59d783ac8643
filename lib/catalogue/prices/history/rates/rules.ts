import Big from "big.js";
import type { Rate } from "@/lib/catalogue/fx/schema";
import { MS_PER_DAY, RATE_VALID_DAYS } from "@/lib/contract/days";
import { groupBy } from "@/lib/contract/group-by";

export type RateOn = (currency: string, day: string) => Big | null;
/** Rates to `unit`, in the order of days. */
export type RatesOf = ((currency: string) => readonly Rate[]) & { unit: string };

const grouped = new WeakMap<readonly Rate[], ReadonlyMap<string, Rate[]>>();

/** `rates` by currency and date. */
export function groupRates(rates: readonly Rate[], unit: string): RatesOf {
  const groups = grouped.get(rates) ?? groupBy(rates, ({ currency }) => currency);
  grouped.set(rates, groups);
  return Object.assign((currency: string) => groups.get(currency) ?? [], { unit });
}

/**
 * Rates to US dollars as rates to `unit`, at the rate of that currency on each day; days without one are left out. US
 * dollars become a currency like others.
 */
export function toRatesIn(unit: string, rates: readonly Rate[]): readonly Rate[] {
  if (unit === "USD") return rates;
  const ratesOf = groupRates(rates, "USD");
  const dollars = ratesOf(unit).map((rate) => ({ ...rate, currency: "USD", usd_per_unit: 1 / rate.usd_per_unit }));
  const others = rates.flatMap((rate) => {
    const own = rate.currency === unit ? null : findRateOfDay(ratesOf, unit, rate.date);
    return own === null ? [] : [{ ...rate, usd_per_unit: rate.usd_per_unit / own }];
  });
  return [...others, ...dollars];
}

/** `rates` sorted by date; binary search. */
export function countUntil(rates: readonly Rate[], day: string): number {
  let low = 0;
  let high = rates.length;
  while (low < high) {
    const middle = (low + high) >> 1;
    if ((rates[middle]?.date ?? "") <= day) low = middle + 1;
    else high = middle;
  }
  return low;
}

/**
 * Finds the rate of a currency on a day: the nearest one up to RATE_VALID_DAYS before, after `rateDay` the nearest of all
 * before; null without one. `unit` is 1.
 */
export function makeRateOn(rates: readonly Rate[], rateDay: string, unit = "USD"): RateOn {
  const ratesOf = groupRates(rates, unit);
  return (currency, day) => {
    const rate =
      findRateOfDay(ratesOf, currency, day) ?? (day > rateDay ? findRateBefore(ratesOf, currency, day) : null);
    return rate === null ? null : Big(rate);
  };
}

export function findRateOfDay(ratesOf: RatesOf, currency: string, day: string): number | null {
  if (currency === ratesOf.unit) return 1;
  const known = ratesOf(currency);
  const rate = known[countUntil(known, day) - 1];
  return rate === undefined || isOld(rate, day) ? null : rate.usd_per_unit;
}

const isOld = ({ date }: Rate, day: string) => Date.parse(day) - Date.parse(date) > RATE_VALID_DAYS * MS_PER_DAY;

/** The nearest rate before a day, however old. */
export const findRateBefore = (ratesOf: RatesOf, currency: string, day: string): number | null =>
  ratesOf(currency)[countUntil(ratesOf(currency), day) - 1]?.usd_per_unit ?? null;
