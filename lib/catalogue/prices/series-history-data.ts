import "server-only";
import type { ListQuery } from "@/lib/api/formats";
import { readFacts } from "@/lib/catalogue/filters/facts-data";
import type { Rate } from "@/lib/catalogue/fx/schema";
import { findTaxSpans } from "@/lib/catalogue/tax/data";
import { readInOneVersion, toVersion, type VersionColumn, versionColumn } from "@/lib/dataset/data";
import { rateOnDaySql } from "@/lib/dataset/rate-rules";
import { readRow } from "@/lib/platform/read-row";
import { Prisma } from "@/prisma/client/client";
import { readAllSeries } from "./columns-data";
import { byKind, selectPage } from "./columns-rules";
import { placedIds } from "./columns-sql";
import { toColumnFilter } from "./filter-rules";
import type { listHistory } from "./history-endpoints";
import { describeChange, listNeededRates, type NeededRate } from "./series-change-rules";
import type { SeriesHistory } from "./series-history-schema";
import { SERIES_HISTORIES } from "./series-history-sql";

type HistoryInput = ListQuery<typeof listHistory>;

/** One page of the histories of series in one dataset version, with their changes, and the number of all that match. */
export const findSeriesHistories = (query: HistoryInput) =>
  readInOneVersion(async () => {
    const read = await readHistories(query);
    if (read === null) return null;
    const { version, total, until, histories } = read;
    const last = query.to !== undefined && query.to < until ? query.to : until;
    const needed = histories.flatMap((series) => listNeededRates(series, last));
    const starts = histories.flatMap(({ runs }) => runs[0]?.first_seen_on ?? []).sort();
    const [found, taxSpans] = await Promise.all([
      readNeededRates(needed),
      findTaxSpans([...new Set(histories.map(({ country }) => country))], starts[0] ?? last, last),
    ]);
    if (found.version.id !== version.id) return null;
    const data = histories.map((series) => ({ ...series, ...describeChange(series, found.rates, last, taxSpans) }));
    return { version, total, data };
  });

/** Rates of currencies on days, each read by key. */
async function readNeededRates(needed: readonly NeededRate[]) {
  const row = await readRow<{ version: VersionColumn; rates: Rate[] }>(Prisma.sql`
    SELECT ${versionColumn} AS version, (
      SELECT coalesce(json_agg(DISTINCT jsonb_build_object('currency', currency, 'date', known.date, 'usd_per_unit', trim_scale(known.rate))), '[]')
      FROM unnest(${needed.map(({ currency }) => currency)}::text[], ${needed.map(({ day }) => day)}::date[],
        ${needed.map(({ isAfter }) => isAfter)}::boolean[]) AS needed (currency, day, is_after),
        LATERAL (SELECT CASE WHEN is_after THEN (
          SELECT min(date) FROM fx_rate f WHERE f.currency = needed.currency AND f.date > needed.day
        ) ELSE needed.day END AS day) AS used,
        LATERAL (${Prisma.raw(rateOnDaySql("needed.currency", "used.day"))}) AS known
    ) AS rates`);
  return { version: toVersion(row.version), rates: row.rates };
}

async function readHistories(query: HistoryInput) {
  const [columns, facts] = await Promise.all([readAllSeries(), readFacts()]);
  const range = { start: (query.page - 1) * query.page_size, end: query.page * query.page_size };
  const { total, ids } = selectPage(columns, toColumnFilter(query, facts), byKind(columns), range);
  const row = await readRow<{ version: VersionColumn; until: string; histories: SeriesHistory[] }>(Prisma.sql`
    WITH span AS MATERIALIZED (
      SELECT ${query.from ?? null}::date AS asked_from, ${query.to ?? null}::date AS asked_to,
        (SELECT data_date FROM dataset_version ORDER BY id DESC LIMIT 1) AS data_date
    ), ${placedIds(ids)}
    SELECT ${versionColumn} AS version,
      (SELECT coalesce(fx_date, data_date)::text FROM dataset_version ORDER BY id DESC LIMIT 1) AS until,
      (SELECT coalesce(json_agg(record ORDER BY place), '[]') FROM (${Prisma.raw(SERIES_HISTORIES)}) listed) AS histories`);
  const version = toVersion(row.version);
  return version.id === columns.versionId ? { ...row, version, total } : null;
}
