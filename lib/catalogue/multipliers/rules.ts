import Big from "big.js";
import type { Multiplier, MultiplierRow, Multipliers } from "./schema";

/** Level of a country, US = 1, or the reason why there is none. */
export type Level = Omit<Multiplier, "factor" | "low" | "high"> & {
  level: number | null;
  low: number | null;
  high: number | null;
};

/** Level of a country against the base by the model: per cent, with the interval of the difference. */
export type LevelAgainstBase = { country: string; pct: number; low_pct: number; high_pct: number };

/**
 * Factor of each country on a price of `base`: its level divided by that of the base. The interval is its own when the
 * base is that of the levels (`isOwnBase`), that of the difference when `differences` has it, else none. Rounded half
 * to even to `decimals`, once.
 */
export function toMultipliers(
  levels: readonly Level[],
  { base, isOwnBase, decimals }: { base: string; isOwnBase: boolean; decimals: number },
  differences: readonly LevelAgainstBase[] = [],
): Multiplier[] {
  const ofBase = levels.find(({ country }) => country === base);
  const known = new Map(differences.map((one) => [one.country, one]));
  const round = (value: Big) => value.round(decimals, Big.roundHalfEven).toNumber();
  const ofPct = (pct: number) => round(Big(pct).div(100).plus(1));
  return levels.map(({ level, low, high, reason, n, ...country }) => {
    if (ofBase === undefined || ofBase.level === null || level === null) {
      const missing = level === null ? reason : `none for the base: ${ofBase?.reason ?? "it has no price"}`;
      return { ...country, factor: null, low: null, high: null, n, reason: missing };
    }
    const factor = round(Big(level).div(ofBase.level));
    const against = known.get(country.country);
    const interval = isOwnBase
      ? { low: low === null ? null : round(Big(low)), high: high === null ? null : round(Big(high)) }
      : { low: against ? ofPct(against.low_pct) : null, high: against ? ofPct(against.high_pct) : null };
    return { ...country, factor, ...interval, n: Math.min(n, ofBase.n), reason: null };
  });
}

/** Multipliers as flat rows, one a country. */
export const toMultiplierRows = ({ countries, ...of }: Multipliers): MultiplierRow[] =>
  countries.map((country) => ({ ...country, ...of }));
