import Big from "big.js";
import type { NeededRate } from "@/lib/catalogue/fx/rules";
import type { PriceMonth, SeriesHistory } from "@/lib/catalogue/prices/history/series/schema";
import { perMonth } from "@/lib/contract/period-rules";

type Rates = readonly { currency: string; day: string; date: string; usd_per_unit: number; source: string }[];

/** Last days of the months of a span, the end of the span for the last one. */
function listMonthEnds(from: string, to: string): string[] {
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

/** Those of the currencies of runs on the ends of months. */
export function listMonthlyRates(histories: readonly SeriesHistory[], until: string): NeededRate[] {
  const needed = histories.flatMap(({ runs, span }) => {
    const currencies = new Set(runs.map(({ currency }) => currency));
    const ends = span.from === null ? [] : listMonthEnds(span.from, span.to < until ? span.to : until);
    return [...currencies].flatMap((currency) => ends.map((day) => ({ currency, day })));
  });
  const different = new Map(needed.map((one) => [`${one.currency} ${one.day}`, one]));
  return [...different.values()].filter(({ currency }) => currency !== "USD");
}
