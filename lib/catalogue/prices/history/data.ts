import "server-only";
import type { listHistory } from "@/app/api/history/contract";
import type { ListQuery } from "@/lib/api/formats";
import { readFacts } from "@/lib/catalogue/filters/facts-data";
import { isGuess } from "@/lib/catalogue/filters/rules";
import { findNeededRates } from "@/lib/catalogue/fx/data";
import { describeChange, listNeededRates } from "@/lib/catalogue/prices/history/change/rules";
import { listMonthlyRates, toPriceMonths } from "@/lib/catalogue/prices/history/months/rules";
import { readSeries } from "@/lib/catalogue/prices/history/series/data";
import { chooseSeries } from "@/lib/catalogue/prices/rows/filter-rules";
import { findTaxSpans } from "@/lib/catalogue/tax/data";
import type { Version } from "@/lib/versions/current";

export async function findSeriesHistories(version: Version, query: ListQuery<typeof listHistory>) {
  const facts = await readFacts(version);
  const { total, histories } = await readSeries(version, chooseSeries(query, facts), query);
  const { fxDate, dataDate } = version;
  const newest = fxDate !== null && fxDate > dataDate ? fxDate : dataDate;
  const last = query.to !== undefined && query.to < newest ? query.to : newest;
  const rateDay = fxDate ?? dataDate;
  const needed = histories.flatMap((series) => listNeededRates(series, last));
  const isByMonth = query.group === "month";
  const monthly = isByMonth ? listMonthlyRates(histories, last) : [];
  const starts = histories.flatMap(({ runs }) => runs[0]?.first_seen_on ?? []).sort();
  const [rates, monthlyRates, taxSpans] = await Promise.all([
    findNeededRates(version, needed),
    findNeededRates(version, monthly),
    findTaxSpans(version, [...new Set(histories.map(({ country }) => country))], starts[0] ?? last, last),
  ]);
  const data = histories.map((series) => ({
    ...series,
    ...describeChange(series, rates, { until: last, rateDay }, taxSpans),
    ...(isByMonth && { months: toPriceMonths(series, last, monthlyRates), runs: [] }),
  }));
  return { total, data, isGuess: isGuess(facts.products, query.q) };
}
