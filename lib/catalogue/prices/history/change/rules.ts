import Big from "big.js";
import { findRedenomination, isSameRedenominated } from "@/lib/catalogue/fx/redenomination-rules";
import type { NeededRate } from "@/lib/catalogue/fx/rules";
import type { Rate } from "@/lib/catalogue/fx/schema";
import {
  countUntil,
  findRateOfDay,
  groupRates,
  makeRateOn,
  type RateOn,
  type RatesOf,
} from "@/lib/catalogue/prices/history/rates/rules";
import { holdAt } from "@/lib/catalogue/prices/history/series/rules";
import type { BareRun, PricedRun, SeriesHistory } from "@/lib/catalogue/prices/history/series/schema";
import type { TaxSpan } from "@/lib/catalogue/tax/schema";
import { perMonth } from "@/lib/contract/period-rules";

/**
 * Limits the digits of multiplied rates, which would grow at each change of currency; the error of n steps is below n
 * x 10^-29.
 */
const FACTOR_DIGITS = 30;

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
  all: readonly BareRun[],
  rates: readonly Rate[],
  rateDay: string,
  unit = "USD",
): Split | null {
  const rateOn = makeRateOn(rates, rateDay, unit);
  const ratesOf = groupRates(rates, unit);
  const start = findStart(all, ratesOf, rateOn);
  const runs = all.filter((_, at) => {
    const next = all[at + 1];
    return start === null || next === undefined || next.first_seen_on > start;
  });
  const [first] = runs;
  const last = runs.at(-1);
  if (first === undefined || last === undefined) return null;
  const from = start !== null && start > first.first_seen_on ? start : first.first_seen_on;
  const end = toldUntil(last);
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
    isRateHeld: end > rateDay && findRateOfDay(ratesOf, last.currency, end) === null,
  };
}

/** The next reading of the series, else the last one of the run. */
const toldUntil = ({ next_seen_on, last_seen_on }: BareRun): string => next_seen_on ?? last_seen_on;

function findStart(runs: readonly BareRun[], ratesOf: RatesOf, rateOn: RateOn): string | null {
  for (const run of runs) {
    if (rateOn(run.currency, run.first_seen_on)) return run.first_seen_on;
    const known = ratesOf(run.currency);
    const next = known[countUntil(known, run.first_seen_on)];
    if (next !== undefined && next.date <= toldUntil(run)) return next.date;
  }
  return null;
}

/** Null when a change of currency has no rate. */
function followVendor(runs: readonly BareRun[], first: BareRun, last: BareRun, rateOn: RateOn) {
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

/** Without the rates that runs already have. */
export function listNeededRates(series: SeriesHistory, until: string): NeededRate[] {
  const runs = holdAt(series.runs, until);
  const last = runs.at(-1);
  const isRated = runs.findIndex(({ fx_rate }) => fx_rate !== null);
  const unrated = runs.slice(0, isRated === -1 ? runs.length : isRated);
  return [
    ...(last === undefined ? [] : [toldUntil(last), until].map((day) => ({ currency: last.currency, day }))),
    ...unrated.map(({ currency, first_seen_on: day }) => ({ currency, day, isAfter: true })),
    ...runs.flatMap(({ first_seen_on: day, currency }, at) => {
      const before = runs[at - 1];
      return before === undefined || before.currency === currency ? [] : [{ currency: before.currency, day }];
    }),
  ].filter(({ currency }) => currency !== "USD");
}

/**
 * Change of a series over its runs up to `until`, and the tax rates meanwhile; after `rateDay` its exchange rates are held.
 * `rates`: those that listNeededRates names.
 */
export function describeChange(
  series: SeriesHistory,
  rates: readonly Rate[],
  { until, rateDay }: { until: string; rateDay: string },
  taxSpans: readonly TaxSpan[],
): Pick<SeriesHistory, "change" | "latest" | "tax_rates"> {
  const runs = holdAt(series.runs, until);
  const known = [...rates, ...series.runs.flatMap(toRate)].sort(byCurrencyAndDay);
  const split = splitChange(runs, known, rateDay);
  const first = series.runs[0]?.first_seen_on ?? until;
  const tax_rates = taxSpans
    .filter((span) => span.country === series.country && (span.until === null || span.until >= first))
    .map(({ from, until: last, rate_pct, reason }) => ({ from, to: last, rate_pct, reason }));
  const rateOn = makeRateOn(known, rateDay);
  const toEnd = ({ day, amount, currency }: { day: string; amount: number; currency: string }) => {
    const rate = rateOn(currency, day);
    const usd = rate && Big(amount).times(rate);
    return {
      day,
      amount,
      currency,
      usd: round(usd),
      usd_monthly: round(usd && perMonth(usd, series.period)),
      fx_rate: rate?.toNumber() ?? null,
    };
  };
  const last = runs.at(-1);
  const latest = last?.next_seen_on === null ? toEnd({ ...last, day: until }) : null;
  if (split === null) return { change: null, latest, tax_rates };
  const { from, to, local_pct, fx_pct, usd_pct, vendor_changes, changeovers } = split;
  const change = {
    from: toEnd(from),
    to: toEnd(to),
    local_pct: round(local_pct),
    fx_pct: round(fx_pct),
    usd_pct: round(usd_pct),
    n_vendor_changes: vendor_changes,
    changeovers,
  };
  return { change, latest, tax_rates };
}

const toRate = ({ currency, fx_rate, fx_date }: PricedRun): Rate[] =>
  fx_rate === null || fx_date === null || currency === "USD"
    ? []
    : [{ currency, date: fx_date, usd_per_unit: fx_rate }];

const byCurrencyAndDay = (a: Rate, b: Rate) =>
  a.currency === b.currency ? (a.date < b.date ? -1 : 1) : a.currency < b.currency ? -1 : 1;

const round = (figure: Big | number | null) => figure && Big(figure).round(4, Big.roundHalfEven).toNumber();
