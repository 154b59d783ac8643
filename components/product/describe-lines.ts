import type { HistoryLinesProps, HistorySeries } from "@/components/charts/history-plot";
import type { Money } from "@/lib/catalogue/fx/money-rules";
import { type Split, splitChange } from "@/lib/catalogue/prices/history/change/rules";
import {
  endedOn,
  findLastDay,
  lastReading,
  type Point,
  readUntil,
  toPoints,
} from "@/lib/catalogue/prices/history/chart/rules";
import type { ProductHistory } from "@/lib/catalogue/prices/history/chart/schema";
import { toRatesIn } from "@/lib/catalogue/prices/history/rates/rules";
import { MOST_RUNS, type SeriesRuns } from "@/lib/catalogue/prices/history/series/schema";
import { formatBilled } from "@/lib/catalogue/prices/words";
import type { Period } from "@/lib/contract/codes";
import { writeHistoryFinding } from "@/lib/findings/product-rules";
import { countryInSentence, countryName, formatDay, formatPrice } from "@/lib/text/format";
import { capitalize, joinWords } from "@/lib/text/words";
import type { ProductPage } from "./model";

export type CountrySplit = { country: string; split: Split };

const localAmount = (amount: number, currency: string) =>
  formatBilled({ amount, currency, period: "monthly" }).replace(currency, "").trim();

function noteOf(
  { event, amount, currency }: Point,
  previousCurrency: string | null,
  period: Period,
): string | undefined {
  if (amount === null || currency === null) return event === "ended" ? "ended" : undefined;
  if (event === "changeover") return `${previousCurrency} to ${formatBilled({ amount, currency, period })}`;
  if (event === "first") return formatBilled({ amount, currency, period });
  return event === "vendor" ? localAmount(amount, currency) : undefined;
}

/** History of a price with the points of its line. */
type Line = SeriesRuns & { points: readonly Point[] };

/** Last day of a line with both a reading and a rate, and the day on which it ended. */
function toMarks(one: Line): Pick<HistorySeries, "readUntil" | "endedOn"> {
  const last = readUntil(one);
  const ended = endedOn(one);
  const isHeld = one.points.some((point) => point.isHeld);
  const rated = one.points.findLast(({ usd, isHeld }) => usd !== null && !isHeld)?.day ?? one.points[0]?.day ?? null;
  const read = isHeld && rated !== null && (last === null || rated < last) ? rated : last;
  return { ...(read !== null && { readUntil: read }), ...(ended !== null && { endedOn: ended }) };
}

function toSeries(
  lines: readonly Line[],
  { period, until }: ProductHistory,
  accent: string | undefined,
): HistorySeries[] {
  return lines.map((one) => {
    const { points } = one;
    return {
      key: one.country,
      label: countryName(one.country),
      ...toMarks(one),
      hasNoRate: endedOn(one) === null && (points.at(-1)?.day ?? until) < until,
      points: points.map((point, i) => {
        const note = noteOf(point, points[i - 1]?.currency ?? null, period);
        return {
          day: point.day,
          value: point.usd,
          isVendorChange: point.event === "vendor" || point.event === "changeover",
          ...(note !== undefined && { note }),
        };
      }),
      ...(one.country === accent ? { tone: "accent" as const } : one.country === "US" ? { tone: "base" as const } : {}),
    };
  });
}

/** Note at the right end of the lines: last reading, or that all have ended. */
function describeEnd(history: ProductHistory, lines: readonly Line[], date: string | undefined): string {
  if (history.series.every((one) => endedOn(one) !== null))
    return `No longer listed since ${formatDay(findLastDay(history))}.`;
  const last = lastReading(history);
  if (date !== undefined && last >= date && date < history.rate_day) return `Drawn to ${formatDay(date)}.`;
  const isHeld = lines.some(({ points }) => points.some((point) => point.isHeld));
  const rates = isHeld ? ", and the last exchange rate where there is no newer one" : "";
  return `Last read on ${formatDay(last)}; the dashed part assumes that the price has held since${rates}.`;
}

function describe(
  label: string,
  history: ProductHistory,
  lines: readonly Line[],
  { code }: Pick<Money, "code">,
): string {
  const parts = lines.flatMap(({ country, points }) => {
    const usd = points.flatMap((point) => point.usd ?? []);
    const first = usd[0];
    const last = usd.at(-1);
    return first === undefined || last === undefined
      ? []
      : [`${countryInSentence(country)} from ${formatPrice(first, code)} to ${formatPrice(last, code)}`];
  });
  const from = formatDay(history.first_seen_on);
  const to = formatDay(findLastDay(history));
  return `${label} in ${nameUnit(code)} a month, ${from} to ${to}: ${joinWords(parts)}.`;
}

const nameUnit = (code: string) => (code === "USD" ? "US dollars" : code);

/** Accent colour: the reader's own country, else one that changed. */
export function describeLines({ product, label, home, isGuessed, query, money }: ProductPage, history: ProductHistory) {
  const { code } = money;
  const rates = toRatesIn(code, history.rates);
  const splits = history.series.flatMap((one): CountrySplit[] => {
    const split = splitChange(one.runs, rates, history.rate_day, code);
    return split ? [{ country: one.country, split }] : [];
  });
  const until = findLastDay(history);
  // Not a guessed US: its price shows no exchange rate.
  const own = splits.find(({ country }) => country === home && !(isGuessed && country === "US"));
  const told = own ?? splits.find(({ country }) => country !== "US") ?? splits[0];
  const seller = product.vendor ?? product.name;
  const drawn = history.series.map((one) => ({
    ...one,
    points: toPoints(one.runs, rates, history.period, history.until, history.rate_day, code),
  }));
  const lines: HistoryLinesProps = {
    series: toSeries(drawn, history, told?.country),
    from: history.first_seen_on,
    to: until,
    currency: code,
    alt: describe(label, history, drawn, money),
  };
  return {
    finding: told ? writeHistoryFinding(told.country, told.split, code) : `${label} over time`,
    measure: `${capitalize(history.platform)} price, ${history.period}, in ${nameUnit(code)} a month at the rate of each day, ${formatDay(history.first_seen_on)} to ${formatDay(until)}. ${describeEnd(history, drawn, query.date)} Dots: first reading of a changed local price; the change itself came on that day or since the reading before. Between readings of one price only the exchange rate moves.${history.is_cut ? ` Of a price that changed more than ${MOST_RUNS} times, the newest ${MOST_RUNS} amounts are drawn: the files below have all of them.` : ""}`,
    splits,
    seller,
    until,
    lines,
  };
}
