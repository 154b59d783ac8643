import "server-only";
import type { ListQuery } from "@/lib/api/formats";
import { readFacts } from "@/lib/catalogue/filters/facts-data";
import { isGuess } from "@/lib/catalogue/filters/rules";
import { findNeededRates } from "@/lib/catalogue/fx/data";
import { wasRead } from "@/lib/catalogue/prices/days/sql";
import { chooseSeries } from "@/lib/catalogue/prices/rows/filter-rules";
import { isChosen } from "@/lib/catalogue/prices/rows/sql";
import { findTaxSpans } from "@/lib/catalogue/tax/data";
import { readRow } from "@/lib/platform/read-row";
import type { Version } from "@/lib/versions/current";
import { standing } from "@/lib/versions/standing-sql";
import { Prisma } from "@/prisma/client/client";
import type { listHistory } from "./endpoints";
import { describeChange, listNeededRates } from "./series-change-rules";
import { listMonthEnds, toPriceMonths } from "./series-rules";
import type { SeriesHistory } from "./series-schema";
import { seriesHistories } from "./series-sql";

type HistoryInput = ListQuery<typeof listHistory>;

export async function findSeriesHistories(version: Version, query: HistoryInput) {
  const { total, histories } = await readHistories(version, query);
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
  return { total, data, isGuess: isGuess((await readFacts(version)).products, query.q) };
}

function listMonthlyRates(histories: readonly SeriesHistory[], until: string) {
  const needed = histories.flatMap(({ runs, span }) => {
    const currencies = new Set(runs.map(({ currency }) => currency));
    const ends = span.from === null ? [] : listMonthEnds(span.from, span.to < until ? span.to : until);
    return [...currencies].flatMap((currency) => ends.map((day) => ({ currency, day })));
  });
  const different = new Map(needed.map((one) => [`${one.currency} ${one.day}`, one]));
  return [...different.values()].filter(({ currency }) => currency !== "USD");
}

async function readHistories(version: Version, query: HistoryInput) {
  const choice = chooseSeries(query, await readFacts(version));
  const { page, page_size } = query;
  return readRow<{ total: number; histories: SeriesHistory[] }>(Prisma.sql`
    WITH ${standing(version)}, span AS MATERIALIZED (
      SELECT ${query.from ?? null}::date AS asked_from, ${query.to ?? null}::date AS asked_to, ${version.dataDate}::date AS data_date
    ), matching AS MATERIALIZED (
      SELECT id, product, country, platform, period FROM series s WHERE ${isChosen(choice, "s")} AND ${wasRead(version)}
    ), placed AS MATERIALIZED (
      SELECT id, row_number() OVER () AS place FROM (
        SELECT id FROM matching ORDER BY country, platform, period, product LIMIT ${page_size} OFFSET ${(page - 1) * page_size}
      ) AS sorted
    )
    SELECT (SELECT count(*)::int FROM matching) AS total,
      (SELECT coalesce(json_agg(record ORDER BY place), '[]') FROM (${Prisma.raw(seriesHistories(version.id))}) listed) AS histories`);
}
