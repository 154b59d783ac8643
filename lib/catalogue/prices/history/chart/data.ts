import "server-only";
import type { Rate } from "@/lib/catalogue/fx/schema";
import { readSeriesRuns } from "@/lib/catalogue/prices/history/series/data";
import { holdAt } from "@/lib/catalogue/prices/history/series/rules";
import type { SeriesRuns } from "@/lib/catalogue/prices/history/series/schema";
import { findRow, readRow } from "@/lib/platform/read-row";
import type { Version } from "@/lib/versions/current";
import { lastReading } from "./rules";
import type { ProductHistory } from "./schema";
import { mostRead, ratesSince } from "./sql";

type HistoryQuery = {
  product: string;
  countries: readonly string[];
  /** Null: the dataset's day. */
  until: string | null;
  /** ISO 4217; its rates come along. */
  currency: string;
};

type MostRead = Pick<
  ProductHistory,
  "platform" | "period" | "first_seen_on" | "observed_days" | "countries" | "sources"
>;

/** Null without observations. Of the platform and period that were read most; amounts are per billing period. */
export async function findHistory(
  version: Version,
  { product, countries: asked, until: day, currency }: HistoryQuery,
): Promise<ProductHistory | null> {
  const chosen = await findRow<MostRead>(mostRead(version, product, asked, day));
  if (chosen === null) return null;
  const { platform, period, observed_days, countries, sources } = chosen;
  const choice = { product: [product], country: [...asked], platform: [platform], period: [period] };
  const { histories } = await readSeriesRuns(version, choice, { to: day, page: 1, page_size: asked.length });
  const drawn = histories.filter(({ runs }) => runs.length > 0);
  const series = asked
    .flatMap((code) => drawn.find(({ country }) => country === code) ?? [])
    .map((one) => (day === null ? one : { ...one, runs: holdAt(one.runs, day) }));
  const since = findFirstDays(series);
  const first = [...since.values()].sort()[0];
  if (first !== undefined) since.set(currency, first);
  const { rates } = await readRow<{ rates: Rate[] }>(ratesSince(version, since, day));
  const rateDay = version.fxDate ?? version.dataDate;
  const last = lastReading({ series, until: rateDay });
  const until = last > rateDay ? last : rateDay;
  const isCut = series.some(({ n_runs, runs }) => n_runs > runs.length);
  return {
    platform,
    period,
    first_seen_on: isCut && first !== undefined ? first : chosen.first_seen_on,
    observed_days,
    is_cut: isCut,
    rate_day: rateDay,
    until: day !== null && day < until ? day : until,
    countries,
    series,
    sources,
    rates,
  };
}

/** First day of a run in each currency. */
function findFirstDays(series: readonly SeriesRuns[]): Map<string, string> {
  const days = new Map<string, string>();
  for (const { currency, first_seen_on: day } of series.flatMap(({ runs }) => runs)) {
    const known = days.get(currency);
    if (known === undefined || day < known) days.set(currency, day);
  }
  return days;
}
