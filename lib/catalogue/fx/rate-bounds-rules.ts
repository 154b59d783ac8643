import Big from "big.js";
import { MS_PER_DAY } from "@/lib/contract/days";
import { groupBy } from "@/lib/contract/group-by";

/** Percent by which a new rate may differ: from another source of its day, from a rate of the week before, from an older one. */
export type RateBounds = { sameDay: number; week: number; older: number };

export const RATE_BOUNDS: RateBounds = { sameDay: 3, week: 10, older: 25 };

/** Settings above these would hold back nothing. */
export const HIGHEST_BOUNDS: RateBounds = { sameDay: 20, week: 50, older: 90 };

/** Age up to which a rate counts as one of the week before. */
export const WEEK_DAYS = 7;

/** More currencies than this share of the day before are a matter of the whole file. */
export const MISSING_SHARE = 0.3;

/** Days are YYYY-MM-DD, rates US dollars for one unit as decimal text. */
export type DatedRate = { source: string; date: string; usdPerUnit: string };
type NewRate = DatedRate & { isNew: boolean };

/** `from`: the rate that it is too far from; `percent`: by how much; `bound`: up to where it would pass. */
export type TooFar = { from: DatedRate; percent: number; bound: number };

const daysApart = (a: string, b: string) => Math.abs(Date.parse(a) - Date.parse(b)) / MS_PER_DAY;

/** Null within the bounds, the bound itself included. */
function compareRates(rate: DatedRate, from: DatedRate, bounds: RateBounds): TooFar | null {
  const age = daysApart(rate.date, from.date);
  const bound = age === 0 ? bounds.sameDay : age <= WEEK_DAYS ? bounds.week : bounds.older;
  const percent = Big(rate.usdPerUnit).minus(from.usdPerUnit).div(from.usdPerUnit).times(100);
  return percent.abs().gt(bound) ? { from, percent: percent.toNumber(), bound } : null;
}

/**
 * New rates that are out of bounds, of all rates of one currency in the order of their days. Each is compared with the
 * newest before it that is not itself out of bounds, and with the other sources of its day; where none is before it, with
 * the first after it.
 */
export function findTooFar<Rate extends NewRate>(
  rates: readonly Rate[],
  boundsOf: (source: string) => RateBounds,
): Map<Rate, TooFar> {
  const found = new Map<Rate, TooFar>();
  const later = rates.filter(({ isNew }) => !isNew);
  let former: Rate | undefined;
  for (const [day, ofDay] of groupBy(rates, ({ date }) => date)) {
    const stored = ofDay.filter(({ isNew }) => !isNew);
    const arrived = ofDay.filter(({ isNew }) => isNew);
    const before = stored[0] ?? former ?? later.find(({ date }) => date > day);
    for (const rate of arrived) {
      const move = before && compareRates(rate, before, boundsOf(rate.source));
      if (move) found.set(rate, move);
    }
    const within = [...stored, ...arrived.filter((rate) => !found.has(rate))];
    for (const rate of within.filter(({ isNew }) => isNew)) {
      const others = within.filter(({ source }) => source !== rate.source);
      const moves = others.flatMap((other) => compareRates(rate, other, boundsOf(rate.source)) ?? []);
      const [furthest] = moves.toSorted((a, b) => Math.abs(b.percent) - Math.abs(a.percent));
      if (furthest) found.set(rate, furthest);
    }
    former = ofDay.find((rate) => !found.has(rate)) ?? former;
  }
  return found;
}
