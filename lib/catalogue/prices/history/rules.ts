import Big from "big.js";
import { findRedenomination, isSameRedenominated } from "@/lib/catalogue/fx/redenomination-rules";
import type { Rate } from "@/lib/catalogue/fx/schema";
import type { Period } from "@/lib/contract/codes";
import { MS_PER_DAY, RATE_VALID_DAYS } from "@/lib/contract/days";
import { groupBy } from "@/lib/contract/group-by";
import { perMonth } from "@/lib/contract/period-rules";
import type { CountryHistory, Run } from "./schema";

/**
 * Limits the digits of multiplied rates, which would grow at each change of currency; the error of n steps is below n
 * x 10^-29.
 */
const FACTOR_DIGITS = 30;
/** More points could not be told apart in the drawing. */
const MOST_POINTS_BETWEEN = 400;

type PricedRun = { amount: number; currency: string; first_seen_on: string; last_seen_on: string };
type RateOn = (currency: string, day: string) => Big | null;
/** Rates to `unit`, in the order of days. */
type RatesOf = ((currency: string) => readonly Rate[]) & { unit: string };

const grouped = new WeakMap<readonly Rate[], ReadonlyMap<string, Rate[]>>();

/** `rates` by currency and date. */
function groupRates(rates: readonly Rate[], unit: string): RatesOf {
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
    const own = rate.currency === unit ? null : findUsdPerUnit(ratesOf, unit, rate.date);
    return own === null ? [] : [{ ...rate, usd_per_unit: rate.usd_per_unit / own }];
  });
  return [...others, ...dollars];
}

/** `rates` sorted by date; binary search. */
function countUntil(rates: readonly Rate[], day: string): number {
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
  return findRateOn(groupRates(rates, unit), rateDay);
}

function findRateOn(ratesOf: RatesOf, rateDay: string): RateOn {
  return (currency, day) => {
    const rate =
      findUsdPerUnit(ratesOf, currency, day) ?? (day > rateDay ? findRateBefore(ratesOf, currency, day) : null);
    return rate === null ? null : Big(rate);
  };
}

function findUsdPerUnit(ratesOf: RatesOf, currency: string, day: string): number | null {
  if (currency === ratesOf.unit) return 1;
  const known = ratesOf(currency);
  const rate = known[countUntil(known, day) - 1];
  return rate === undefined || isOld(rate, day) ? null : rate.usd_per_unit;
}

const isOld = ({ date }: Rate, day: string) => Date.parse(day) - Date.parse(date) > RATE_VALID_DAYS * MS_PER_DAY;

/** The nearest rate before a day, however old. */
const findRateBefore = (ratesOf: RatesOf, currency: string, day: string): number | null =>
  ratesOf(currency)[countUntil(ratesOf(currency), day) - 1]?.usd_per_unit ?? null;

export type Point = {
  day: string;
  /** In the unit of the rates, US dollars by default. */
  usd: number | null;
  /** The value is at the rate of another day, because that of the day is not known. */
  isHeld: boolean;
  amount: number | null;
  currency: string | null;
  event: "first" | "vendor" | "changeover" | "ended" | null;
};

/**
 * Line of one country: a point for each day with a rate, and for each day on which the price was first seen, changed or
 * ended. A price holds until the next one was seen, a current one until `until`. Days without a rate have no point, and
 * their events are shown at the next one; from `rateDay` on the last rate is held. A line without any rate of its days is
 * drawn at the nearest one. At most 400 points between events are drawn, evenly chosen.
 */
export function toPoints(
  history: CountryHistory,
  rates: readonly Rate[],
  period: Period,
  until: string,
  rateDay = until,
  unit = "USD",
): readonly Point[] {
  const ratesOf = groupRates(rates, unit);
  const known = listPoints(history, ratesOf, until, rateDay);
  const points = known.some(({ rate }) => rate !== null) ? known : listPoints(history, ratesOf, until, null);
  return points.map(({ day, rate, isHeld, run: { amount, currency }, event }) =>
    rate === null || amount === null
      ? { day, usd: null, isHeld, amount: null, currency: null, event }
      : {
          day,
          usd: perMonth(Big(amount).times(rate), period).round(4, Big.roundHalfEven).toNumber(),
          isHeld,
          amount,
          currency,
          event,
        },
  );
}

type RatedPoint = { day: string; rate: number | null; isHeld: boolean; run: Run; event: Point["event"] };

/** Holds the rate before a missing one from `heldFrom` on; null holds on any day, and takes the first where none is before. */
function listPoints(
  history: CountryHistory,
  ratesOf: RatesOf,
  until: string,
  heldFrom: string | null,
): readonly RatedPoint[] {
  const points: RatedPoint[] = [];
  let previous: PricedRun | null = null;
  for (const [i, run] of history.runs.entries()) {
    if (!isPriced(run)) {
      points.push({ day: run.first_seen_on, rate: null, isHeld: false, run, event: "ended" });
      continue;
    }
    let event = eventBetween(previous, run);
    const end = endOf(history, i, until);
    const known = ratesOf(run.currency);
    const between = known
      .slice(countUntil(known, run.first_seen_on), countUntil(known, end))
      .filter(({ date }) => date < end);
    for (const day of new Set([run.first_seen_on, ...between.map(({ date }) => date), end])) {
      const own = findUsdPerUnit(ratesOf, run.currency, day);
      const isHeld = own === null && (heldFrom === null || day >= heldFrom);
      const before = findRateBefore(ratesOf, run.currency, day);
      const nearest = before ?? (heldFrom === null ? (known[0]?.usd_per_unit ?? null) : null);
      const rate = isHeld ? nearest : own;
      if (rate === null) continue;
      points.push({ day, rate, isHeld, run, event });
      event = null;
    }
    previous = run;
  }
  return thinOut(points);
}

/** Keeps events and both ends. */
function thinOut<T extends Pick<Point, "event">>(points: readonly T[]): readonly T[] {
  const isAlwaysDrawn = (point: T, at: number) => point.event !== null || at === 0 || at === points.length - 1;
  const others = points.filter((point, at) => !isAlwaysDrawn(point, at)).length;
  const every = Math.ceil(others / MOST_POINTS_BETWEEN);
  let passed = 0;
  return points.filter((point, at) => isAlwaysDrawn(point, at) || passed++ % every === 0);
}

function endOf({ runs, is_current }: CountryHistory, i: number, until: string): string {
  const run = runs[i];
  const next = runs[i + 1];
  if (next) return next.first_seen_on;
  const last = run?.last_seen_on ?? until;
  return is_current && until > last ? until : last;
}

function eventBetween(previous: PricedRun | null, run: PricedRun): Point["event"] {
  if (previous === null) return "first";
  if (previous.currency !== run.currency) return "changeover";
  return previous.amount === run.amount ? null : "vendor";
}

const isPriced = (run: Run): run is PricedRun => run.amount !== null && run.currency !== null;

export type Changeover = { day: string; from: string; to: string };
export type Split = {
  from: { day: string; amount: number; currency: string };
  to: { day: string; amount: number; currency: string };
  /** Per cent, unrounded; (1 + local)(1 + fx) = 1 + usd. */
  local_pct: number | null;
  fx_pct: number | null;
  usd_pct: number | null;
  /** Changes of the amount in the same currency. */
  vendor_changes: number;
  changeovers: Changeover[];
  /** The last reading is later than the rates: the price is in US dollars at those of an earlier day. */
  isRateHeld: boolean;
};

/**
 * Splits the change of a price between its first and its last reading into the vendor's part and the exchange rate's.
 * Starts on the first day with both price and rate, or on the first day of all when no rate exists. After `rateDay` the
 * last rate is held.
 *
 * local: last amount / first amount within each currency; at a change of currency, new amount / old amount, both at
 * that day's rates, so that a conversion at par is no change. usd: last amount x rate / (first amount x rate). fx = usd
 * / local. Amounts within one currency cancel out, so only changes of currency are multiplied, to 30 significant
 * digits. A redenomination multiplies by its factor, and by nothing where only the unit of the amount is new. Linear in
 * the runs. Null without a price; percentages are null when a needed rate is unknown.
 */
export function splitChange(
  history: CountryHistory,
  rates: readonly Rate[],
  rateDay: string,
  unit = "USD",
): Split | null {
  const rateOn = makeRateOn(rates, rateDay, unit);
  const start = findStart(history, groupRates(rates, unit), rateOn);
  const priced = history.runs.filter(isPriced);
  const runs = priced.filter((_, at) => {
    const next = priced[at + 1];
    return start === null || next === undefined || next.first_seen_on > start;
  });
  const [first] = runs;
  const last = runs.at(-1);
  if (first === undefined || last === undefined) return null;
  const from = start !== null && start > first.first_seen_on ? start : first.first_seen_on;
  const end = endOf(history, history.runs.indexOf(last), last.last_seen_on);
  const { local, vendor_changes, changeovers } = followVendor(runs, first, last, rateOn);
  const startRate = rateOn(first.currency, from);
  const endRate = rateOn(last.currency, end);
  const usd = startRate && endRate ? Big(last.amount).times(endRate).div(Big(first.amount).times(startRate)) : null;
  return {
    from: { day: from, amount: first.amount, currency: first.currency },
    to: { day: end, amount: last.amount, currency: last.currency },
    local_pct: toPct(local),
    fx_pct: usd && local && !local.eq(0) ? toPct(usd.div(local)) : null,
    usd_pct: toPct(usd),
    vendor_changes,
    changeovers,
    isRateHeld: end > rateDay && findUsdPerUnit(groupRates(rates, unit), last.currency, end) === null,
  };
}

function findStart(history: CountryHistory, ratesOf: RatesOf, rateOn: RateOn): string | null {
  for (const [i, run] of history.runs.entries()) {
    if (!isPriced(run)) continue;
    if (rateOn(run.currency, run.first_seen_on)) return run.first_seen_on;
    const end = endOf(history, i, run.last_seen_on);
    const known = ratesOf(run.currency);
    const next = known[countUntil(known, run.first_seen_on)];
    if (next !== undefined && next.date <= end) return next.date;
  }
  return null;
}

/** Null when a change of currency has no rate. */
function followVendor(runs: readonly PricedRun[], first: PricedRun, last: PricedRun, rateOn: RateOn) {
  const changeovers: Changeover[] = [];
  let vendor_changes = 0;
  let across: { over: Big; under: Big } | null = { over: Big(1), under: Big(1) };
  for (const [i, run] of runs.entries()) {
    const before = runs[i - 1];
    if (before === undefined) continue;
    if (before.currency === run.currency) {
      if (before.amount !== run.amount) vendor_changes += 1;
      continue;
    }
    const day = run.first_seen_on;
    changeovers.push({ day, from: before.currency, to: run.currency });
    const factor = findRedenomination(before.currency, run.currency, day);
    if (factor !== null) {
      const isSame = isSameRedenominated(before.amount, run.amount, factor);
      if (!isSame) vendor_changes += 1;
      across = across && multiplyRates(across, isSame ? Big(before.amount).div(run.amount) : factor, Big(1));
      continue;
    }
    const old = rateOn(before.currency, day);
    const current = rateOn(run.currency, day);
    across = across && old && current ? multiplyRates(across, current, old) : null;
  }
  // Amounts between the first and the last cancel out.
  const local = across ? across.over.times(last.amount).div(across.under.times(first.amount)) : null;
  return { local, vendor_changes, changeovers };
}

const multiplyRates = ({ over, under }: { over: Big; under: Big }, current: Big, old: Big) => ({
  over: over.times(current).prec(FACTOR_DIGITS),
  under: under.times(old).prec(FACTOR_DIGITS),
});

const toPct = (factor: Big | null): number | null => (factor ? factor.minus(1).times(100).toNumber() : null);
