import Big from "big.js";
import type { Period } from "@/lib/contract/codes";
import type { Rate } from "@/lib/fx/schema";
import type { CountryHistory, Run } from "./history-schema";

/** A rate this much older than the day it is used for no longer counts (days). */
const RATE_VALID_DAYS = 10;
const MS_PER_DAY = 86_400_000;

type PricedRun = { amount: number; currency: string; first_seen_on: string; last_seen_on: string };
type RateOn = (currency: string, day: string) => Big | null;

/** The rate of a currency on a day: the nearest one up to 10 days before; null without one. US dollars are 1. */
export function makeRateOn(rates: readonly Rate[]): RateOn {
  return (currency, day) => {
    if (currency === "USD") return Big(1);
    const oldest = new Date(Date.parse(day) - RATE_VALID_DAYS * MS_PER_DAY).toISOString().slice(0, 10);
    const rate = rates.filter((one) => one.currency === currency && one.date <= day && one.date >= oldest).at(-1);
    return rate ? Big(rate.usd_per_unit) : null;
  };
}

/** An amount per month, as in the contract: weekly x 52/12, quarterly / 3, semiannual / 6, yearly / 12. */
function perMonth(amount: Big, period: Period): Big {
  if (period === "weekly") return amount.times(52).div(12);
  return amount.div({ monthly: 1, quarterly: 3, semiannual: 6, yearly: 12 }[period]);
}

/** A point of a line: US dollars a month, the local amount behind it, and what happened there. */
export type Point = {
  day: string;
  usd: number | null;
  amount: number | null;
  currency: string | null;
  event: "first" | "vendor" | "changeover" | "ended" | null;
};

/**
 * The line of one country: a point wherever a rate is known and wherever the price was first seen, changed or ended.
 * A price holds until the next one was seen, a current one until `until`. Days without a rate have no point; what
 * happened on one is told at the next point.
 */
export function toPoints(history: CountryHistory, rates: readonly Rate[], period: Period, until: string): Point[] {
  const rateOn = makeRateOn(rates);
  const points: Point[] = [];
  let previous: PricedRun | null = null;
  for (const [i, run] of history.runs.entries()) {
    if (!isPriced(run)) {
      points.push({ day: run.first_seen_on, usd: null, amount: null, currency: null, event: "ended" });
      continue;
    }
    let event = eventBetween(previous, run);
    const end = endOf(history, i, until);
    const between = rates.filter(
      ({ currency, date }) => currency === run.currency && date > run.first_seen_on && date < end,
    );
    for (const day of new Set([run.first_seen_on, ...between.map(({ date }) => date), end])) {
      const rate = rateOn(run.currency, day);
      if (rate === null) continue;
      const usd = perMonth(Big(run.amount).times(rate), period).round(4, Big.roundHalfEven).toNumber();
      points.push({ day, usd, amount: run.amount, currency: run.currency, event });
      event = null;
    }
    previous = run;
  }
  return points;
}

/** The day to which a run is drawn. */
function endOf({ runs, is_current }: CountryHistory, i: number, until: string): string {
  const [run, next] = [runs[i], runs[i + 1]];
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
  /** How often the vendor set another amount in the same currency. */
  vendor_changes: number;
  changeovers: Changeover[];
};

/**
 * What became of a price until `until`, split into what the vendor did and what the exchange rate did. It is told from
 * the first day on which both price and rate are known, or from the first day of all when no rate ever is. Where the
 * currency itself changed, the new amount is measured against the old one at the rates of that day, and that step
 * counts as the vendor's; so a changeover at par is no change. Null without a price; the percentages are null where a
 * rate that is needed is not known.
 */
export function splitChange(history: CountryHistory, rates: readonly Rate[], until: string): Split | null {
  const rateOn = makeRateOn(rates);
  const start = toPoints(history, rates, "monthly", until).find(({ usd }) => usd !== null);
  const runs = history.runs.filter(isPriced).filter((_, i, all) => {
    const next = all[i + 1];
    return start === undefined || next === undefined || next.first_seen_on > start.day;
  });
  const [first] = runs;
  const last = runs.at(-1);
  if (first === undefined || last === undefined) return null;
  const from = start && start.day > first.first_seen_on ? start.day : first.first_seen_on;
  const end = endOf(history, history.runs.indexOf(last), until);
  const changeovers: Changeover[] = [];
  let vendor_changes = 0;
  let local: Big | null = Big(1);
  for (const [i, run] of runs.entries()) {
    const before = runs[i - 1];
    if (before === undefined) continue;
    let step: Big | null = Big(run.amount).div(before.amount);
    if (before.currency !== run.currency) {
      const day = run.first_seen_on;
      changeovers.push({ day, from: before.currency, to: run.currency });
      const [old, current] = [rateOn(before.currency, day), rateOn(run.currency, day)];
      step = old && current ? step.times(current).div(old) : null;
    } else if (before.amount !== run.amount) vendor_changes += 1;
    local = local && step ? local.times(step) : null;
  }
  const [startRate, endRate] = [rateOn(first.currency, from), rateOn(last.currency, end)];
  const usd = startRate && endRate ? Big(last.amount).times(endRate).div(Big(first.amount).times(startRate)) : null;
  return {
    from: { day: from, amount: first.amount, currency: first.currency },
    to: { day: end, amount: last.amount, currency: last.currency },
    local_pct: toPct(local),
    fx_pct: usd && local ? toPct(usd.div(local)) : null,
    usd_pct: toPct(usd),
    vendor_changes,
    changeovers,
  };
}

const toPct = (factor: Big | null): number | null => (factor ? factor.minus(1).times(100).toNumber() : null);
