import Big from "big.js";
import { toConvertedColumns } from "@/lib/catalogue/prices/converted/rules";
import { perMonth } from "@/lib/contract/period-rules";
import type { PriceMonth, SeriesHistory, SeriesRunRow } from "./series-schema";

const WITHOUT_RUN = { usd_reason: null, next_seen_on: null, source_url: null };

type Extremes = SeriesHistory["lowest"];

type Rates = readonly { currency: string; day: string; date: string; usd_per_unit: number; source: string }[];

/** Last days of the months of a span, the end of the span for the last one. */
export function listMonthEnds(from: string, to: string): string[] {
  const ends: string[] = [];
  for (let [year, month] = from.split("-", 2).map(Number) as [number, number]; ; month++) {
    const end = new Date(Date.UTC(year, month, 0)).toISOString().slice(0, 10);
    if (end >= to) return from > to ? [] : [...ends, to];
    ends.push(end);
  }
}

/** One entry a month in which the price was listed. `rates`: of the currencies of runs on the ends of months. */
export function toPriceMonths({ runs, span, period }: SeriesHistory, until: string, rates: Rates): PriceMonth[] {
  if (span.from === null) return [];
  const rateOf = new Map(rates.map((rate) => [`${rate.currency} ${rate.day}`, rate]));
  return listMonthEnds(span.from, span.to < until ? span.to : until).flatMap((end): PriceMonth[] => {
    const start = `${end.slice(0, 7)}-01`;
    const run = runs.findLast(({ first_seen_on }) => first_seen_on <= end);
    const isEnded = run?.next_seen_on != null && run.next_seen_on <= end;
    if (run === undefined || (isEnded && run.last_seen_on < start)) return [];
    const { amount, currency, first_seen_on, last_seen_on, source } = run;
    const rate = currency === "USD" ? { usd_per_unit: 1, date: end, source: null } : rateOf.get(`${currency} ${end}`);
    const usd = rate && Big(amount).times(rate.usd_per_unit);
    const round = (value: Big | undefined) => value?.round(4, Big.roundHalfEven).toNumber() ?? null;
    return [
      {
        month: end.slice(0, 7),
        status: last_seen_on >= start ? "observed" : "carried",
        amount,
        currency,
        usd: round(usd),
        usd_monthly: round(usd && perMonth(usd, period)),
        fx_rate: rate?.usd_per_unit ?? null,
        fx_date: rate?.date ?? null,
        first_seen_on,
        last_seen_on,
        source,
        fx_source: rate?.source ?? null,
      },
    ];
  });
}

/** A series without a run in the span has no row. */
export const toRunRows = (histories: readonly SeriesHistory[]): SeriesRunRow[] =>
  histories.flatMap(
    ({ months, runs, lowest, highest, span, product, country, platform, period, is_current, changed_on }) =>
      (months ?? runs).map(({ converted, ...run }) => ({
        ...WITHOUT_RUN,
        product,
        country,
        platform,
        period,
        ...run,
        is_current,
        changed_on,
        ...toConvertedColumns(converted),
        lowest_all_time: amountOf(lowest, "all_time"),
        lowest_months_12: amountOf(lowest, "months_12"),
        lowest_months_3: amountOf(lowest, "months_3"),
        highest_all_time: amountOf(highest, "all_time"),
        highest_months_12: amountOf(highest, "months_12"),
        highest_months_3: amountOf(highest, "months_3"),
        span_from: span.from,
        span_to: span.to,
        span_n_days: span.n_days,
        span_n_days_in_no_run: span.n_days_in_no_run,
      })),
  );

const amountOf = (extremes: Extremes, window: keyof Extremes) => extremes[window]?.amount ?? null;
