import Big from "big.js";
import { PERIOD_PREFERENCE, PLATFORM_PREFERENCE } from "@/lib/catalogue/price-index/rules";
import type { TaxView } from "@/lib/catalogue/tax/schema";
import type { Period, Platform } from "@/lib/contract/codes";
import { minorDecimals } from "@/lib/contract/currencies";
import type { Multiplier, MultiplierRow, Multipliers } from "./schema";

/** US = 1, or the reason without a level. */
export type Level = Omit<Multiplier, "factor" | "low" | "high" | "local_price"> & {
  level: number | null;
  low: number | null;
  high: number | null;
  /** Null without a rate. */
  usd_per_unit: number | null;
};

/** Difference from the base by the model, in per cent with its interval. */
export type LevelAgainstBase = { country: string; pct: number; low_pct: number; high_pct: number };

/**
 * Factor: level of a country divided by that of the base, rounded once to `decimals`, half to even. A local price
 * uses the unrounded factor and both rates, and is rounded to whole minor units.
 */
export function toMultipliers(
  levels: readonly Level[],
  {
    base,
    isOwnBase,
    decimals,
    price,
  }: { base: string; isOwnBase: boolean; decimals: number; price?: string | undefined },
  differences: readonly LevelAgainstBase[] = [],
): Multiplier[] {
  const ofBase = levels.find(({ country }) => country === base);
  const known = new Map(differences.map((one) => [one.country, one]));
  const round = (value: Big) => value.round(decimals, Big.roundHalfEven).toNumber();
  const usd = price !== undefined && ofBase?.usd_per_unit != null ? Big(price).times(ofBase.usd_per_unit) : null;
  const withPrice = (currency: string | null, rate: number | null, factor: Big | null) => {
    if (price === undefined) return {};
    if (usd === null || currency === null || rate === null || factor === null) return { local_price: null };
    const local = usd.times(factor).div(rate).round(minorDecimals(currency), Big.roundHalfEven);
    return { local_price: local.toNumber() };
  };
  const ofPct = (pct: number) => round(Big(pct).div(100).plus(1));
  return levels.map(({ level, low, high, reason, n, usd_per_unit, ...country }) => {
    if (ofBase === undefined || ofBase.level === null || level === null) {
      const missing = level === null ? reason : `none for the base: ${ofBase?.reason ?? "it has no price"}`;
      return {
        ...country,
        factor: null,
        low: null,
        high: null,
        n,
        reason: missing,
        ...withPrice(country.currency, usd_per_unit, null),
      };
    }
    const factor = Big(level).div(ofBase.level);
    const against = known.get(country.country);
    const interval = isOwnBase
      ? { low: low === null ? null : round(Big(low)), high: high === null ? null : round(Big(high)) }
      : { low: against ? ofPct(against.low_pct) : null, high: against ? ofPct(against.high_pct) : null };
    return {
      ...{ ...country, factor: round(factor), ...interval, n: Math.min(n, ofBase.n), reason: null },
      ...withPrice(country.currency, usd_per_unit, factor),
    };
  });
}

/** US dollars a month, above 0. */
export type ProductPrice = { country: string; platform: Platform; period: Period; usd: number };

type Figures = Omit<Level, "country" | "name" | "currency" | "usd_per_unit">;

/** Compares the first platform and period in both countries. */
export function compareProduct(
  prices: readonly ProductPrice[],
  base: string,
  tax: TaxView,
): (country: string) => Figures {
  const known = new Map(prices.map(({ country, platform, period, usd }) => [`${country} ${platform} ${period}`, usd]));
  const pairs = PLATFORM_PREFERENCE.flatMap((platform) => PERIOD_PREFERENCE.map((period) => ({ platform, period })));
  const without = tax === "excluded" ? " that is known without tax in both" : "";
  const reason = `no price on a platform and for a period of the base${without}`;
  return (country) => {
    for (const { platform, period } of pairs) {
      const there = known.get(`${country} ${platform} ${period}`);
      const here = known.get(`${base} ${platform} ${period}`);
      if (there === undefined || here === undefined) continue;
      return { level: Big(there).div(here).toNumber(), low: null, high: null, n: 1, platform, period, reason: null };
    }
    return { level: null, low: null, high: null, n: 0, platform: null, period: null, reason };
  };
}

export const toMultiplierRows = ({ countries, ...of }: Multipliers): MultiplierRow[] =>
  countries.map((country) => ({ ...country, ...of }));
