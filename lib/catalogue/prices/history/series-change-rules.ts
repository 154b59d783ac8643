import Big from "big.js";
import type { NeededRate } from "@/lib/catalogue/fx/rules";
import type { Rate } from "@/lib/catalogue/fx/schema";
import type { TaxSpan } from "@/lib/catalogue/tax/schema";
import { perMonth } from "@/lib/contract/period-rules";
import { makeRateOn, splitChange } from "./rules";
import type { CountryHistory, Run } from "./schema";
import type { SeriesHistory } from "./series-schema";

/** Without the rates that runs already have. */
export function listNeededRates(series: SeriesHistory, until: string): NeededRate[] {
  const { runs } = series;
  const last = runs.at(-1);
  const isRated = runs.findIndex(({ fx_rate }) => fx_rate !== null);
  const unrated = runs.slice(0, isRated === -1 ? runs.length : isRated);
  return [
    ...(last === undefined ? [] : [findEnd(last, until), until].map((day) => ({ currency: last.currency, day }))),
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
  // A run that ended after `until` still holds then.
  const isOpen = series.is_current || (series.runs.at(-1)?.next_seen_on ?? "") > until;
  const seen = series.runs.map((run) => ({
    ...run,
    last_seen_on: earlier(run.last_seen_on, until),
    next_seen_on: (run.next_seen_on ?? "") > until ? null : run.next_seen_on,
  }));
  const history: CountryHistory = { country: series.country, is_current: isOpen, runs: seen.flatMap(withGap) };
  const known = [...rates, ...series.runs.flatMap(toRate)].sort(byCurrencyAndDay);
  const split = splitChange(history, known, rateDay);
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
  const last = series.runs.at(-1);
  const latest = isOpen && last !== undefined ? toEnd({ ...last, day: until }) : null;
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

type AnswerRun = SeriesHistory["runs"][number];

/** Day that the last run is told to: that of its end, else of its last reading, at most `until`. */
const findEnd = ({ last_seen_on, next_seen_on }: AnswerRun, until: string): string =>
  next_seen_on !== null && next_seen_on <= until ? next_seen_on : earlier(last_seen_on, until);

const earlier = (a: string, b: string) => (a < b ? a : b);

function withGap(run: AnswerRun, at: number, runs: readonly AnswerRun[]): Run[] {
  const { amount, currency, first_seen_on, last_seen_on, next_seen_on } = run;
  const listed = { amount, currency, first_seen_on, last_seen_on };
  if (next_seen_on === null || next_seen_on === runs[at + 1]?.first_seen_on) return [listed];
  return [listed, { amount: null, currency: null, first_seen_on: next_seen_on, last_seen_on: next_seen_on }];
}

const toRate = ({ currency, fx_rate, fx_date }: AnswerRun): Rate[] =>
  fx_rate === null || fx_date === null || currency === "USD"
    ? []
    : [{ currency, date: fx_date, usd_per_unit: fx_rate }];

const byCurrencyAndDay = (a: Rate, b: Rate) =>
  a.currency === b.currency ? (a.date < b.date ? -1 : 1) : a.currency < b.currency ? -1 : 1;

const round = (figure: Big | number | null) => figure && Big(figure).round(4, Big.roundHalfEven).toNumber();
