import Big from "big.js";
import type { Rate } from "@/lib/catalogue/fx/schema";
import {
  countUntil,
  findRateBefore,
  findRateOfDay,
  groupRates,
  type RatesOf,
} from "@/lib/catalogue/prices/history/rates/rules";
import { endedAfter } from "@/lib/catalogue/prices/history/series/rules";
import type { BareRun, SeriesRuns } from "@/lib/catalogue/prices/history/series/schema";
import type { Period } from "@/lib/contract/codes";
import { perMonth } from "@/lib/contract/period-rules";
import type { ProductHistory } from "./schema";

/** More points could not be told apart in the drawing. */
const MOST_POINTS_BETWEEN = 400;

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
 * Line of one series: a point for each day with a rate, and for each day on which the price was first seen, changed or
 * ended. A price holds until the next one was seen, the last one until `until`. Days without a rate have no point, and
 * their events are shown at the next one; from `rateDay` on the last rate is held. A line without any rate of its days is
 * drawn at the nearest one. At most 400 points between events are drawn, evenly chosen.
 */
export function toPoints(
  runs: readonly BareRun[],
  rates: readonly Rate[],
  period: Period,
  until: string,
  rateDay = until,
  unit = "USD",
): readonly Point[] {
  const ratesOf = groupRates(rates, unit);
  const known = listPoints(runs, ratesOf, until, rateDay);
  const points = known.some(({ rate }) => rate !== null) ? known : listPoints(runs, ratesOf, until, null);
  return points.map(({ day, rate, isHeld, run, event }) =>
    rate === null || run === null
      ? { day, usd: null, isHeld, amount: null, currency: null, event }
      : {
          day,
          usd: perMonth(Big(run.amount).times(rate), period).round(4, Big.roundHalfEven).toNumber(),
          isHeld,
          amount: run.amount,
          currency: run.currency,
          event,
        },
  );
}

/** Without run and rate: the price ended. */
type RatedPoint = {
  day: string;
  rate: number | null;
  isHeld: boolean;
  run: BareRun | null;
  event: Point["event"];
};

/** Holds the rate before a missing one from `heldFrom` on; null holds on any day, and takes the first where none is before. */
function listPoints(
  runs: readonly BareRun[],
  ratesOf: RatesOf,
  until: string,
  heldFrom: string | null,
): readonly RatedPoint[] {
  const points: RatedPoint[] = [];
  let previous: BareRun | null = null;
  for (const [at, run] of runs.entries()) {
    let event = eventBetween(previous, run);
    const end = endOf(run, until);
    const known = ratesOf(run.currency);
    const between = known
      .slice(countUntil(known, run.first_seen_on), countUntil(known, end))
      .filter(({ date }) => date < end);
    for (const day of new Set([run.first_seen_on, ...between.map(({ date }) => date), end])) {
      const own = findRateOfDay(ratesOf, run.currency, day);
      const isHeld = own === null && (heldFrom === null || day >= heldFrom);
      const before = findRateBefore(ratesOf, run.currency, day);
      const nearest = before ?? (heldFrom === null ? (known[0]?.usd_per_unit ?? null) : null);
      const rate = isHeld ? nearest : own;
      if (rate === null) continue;
      points.push({ day, rate, isHeld, run, event });
      event = null;
    }
    const ended = endedAfter(runs, at);
    if (ended !== null) points.push({ day: ended, rate: null, isHeld: false, run: null, event: "ended" });
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

const endOf = ({ next_seen_on, last_seen_on }: BareRun, until: string): string =>
  next_seen_on ?? (until > last_seen_on ? until : last_seen_on);

function eventBetween(previous: BareRun | null, run: BareRun): Point["event"] {
  if (previous === null) return "first";
  if (previous.currency !== run.currency) return "changeover";
  return previous.amount === run.amount ? null : "vendor";
}

type Spanned = Pick<ProductHistory, "series" | "until">;
type Told = Pick<SeriesRuns, "runs">;

/** Null for a listed price, and when nothing is known. */
export const endedOn = ({ runs }: Told): string | null => runs.at(-1)?.next_seen_on ?? null;

/** After this day a line assumes that the price still holds. */
export function readUntil({ runs }: Told): string | null {
  const last = runs.at(-1);
  return last?.next_seen_on === null ? last.last_seen_on : null;
}

/** Last day of a chart of these series: that to which current prices are drawn while one is listed, else that of the last end. */
export function findLastDay({ series, until }: Spanned): string {
  const ends = series.flatMap((one) => endedOn(one) ?? []);
  return ends.length < series.length ? until : (ends.sort().at(-1) ?? until);
}

export const lastReading = ({ series, until }: Spanned): string =>
  series
    .flatMap((one) => endedOn(one) ?? readUntil(one) ?? [])
    .sort()
    .at(-1) ?? until;
