import "server-only";
import type { ListQuery } from "@/lib/api/formats";
import type { Rate } from "@/lib/catalogue/fx/schema";
import { findTaxSpans } from "@/lib/catalogue/tax/data";
import { COUNTRY_CODES, PERIODS, PLATFORMS } from "@/lib/contract/codes";
import { readInOneVersion, toVersion, type VersionColumn, versionColumn } from "@/lib/dataset/data";
import { rateOnDaySql } from "@/lib/dataset/rate-rules";
import { readRow } from "@/lib/platform/read-row";
import { Prisma } from "@/prisma/client/client";
import type { listHistory } from "./history-endpoints";
import { PART_SIZE } from "./list-rules";
import { describeChange, listNeededRates, type NeededRate } from "./series-change-rules";
import type { SeriesHistory } from "./series-history-schema";
import { SERIES_HISTORIES } from "./series-history-sql";

type HistoryInput = ListQuery<typeof listHistory>;

/** One page of the histories of series in one dataset version, with their changes, and the number of all that match. */
export const findSeriesHistories = (query: HistoryInput) =>
  readInOneVersion(async () => {
    const { version, total, until, histories } = await readHistories(query);
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
  const { placed, total } = query.product === undefined ? fromLists(query) : ofProducts(query.product, query);
  const row = await readRow<{
    version: VersionColumn;
    total: number;
    until: string;
    histories: SeriesHistory[];
  }>(Prisma.sql`
    WITH span AS MATERIALIZED (
      SELECT ${query.from ?? null}::date AS asked_from, ${query.to ?? null}::date AS asked_to,
        (SELECT data_date FROM dataset_version ORDER BY id DESC LIMIT 1) AS data_date
    ), ${placed}
    SELECT ${versionColumn} AS version, (${total}) AS total,
      (SELECT coalesce(fx_date, data_date)::text FROM dataset_version ORDER BY id DESC LIMIT 1) AS until,
      (SELECT coalesce(json_agg(record ORDER BY place), '[]') FROM (${Prisma.raw(SERIES_HISTORIES)}) listed) AS histories`);
  return { ...row, version: toVersion(row.version) };
}

/**
 * Page of all series of some countries, platforms and periods: of the lists of one country, platform and period each,
 * one after the other. Their number is bounded by what there is of these, however many series they have.
 */
function fromLists({
  country = [...COUNTRY_CODES],
  platform = [...PLATFORMS],
  period = [...PERIODS],
  ...query
}: HistoryInput) {
  const start = (query.page - 1) * query.page_size;
  const end = start + query.page_size;
  const placed = Prisma.sql`
    list AS MATERIALIZED (
      SELECT name, size, (sum(size) OVER (ORDER BY name COLLATE "C"))::int - size AS before FROM (
        SELECT DISTINCT country || ' ' || platform || ' ' || period AS name
        FROM unnest(${country}::text[]) country, unnest(${platform}::text[]) platform, unnest(${period}::text[]) period
      ) named, LATERAL (
        SELECT part * ${PART_SIZE}::int + cardinality(price_ids) AS size FROM series_list s
        WHERE s.list = named.name ORDER BY part DESC LIMIT 1
      ) last_part
    ),
    placed AS MATERIALIZED (
      SELECT of_part.id, position.place
      FROM (SELECT * FROM list WHERE before < ${end}::int AND before + size > ${start}::int OFFSET 0) of_page
      CROSS JOIN LATERAL (
        SELECT s.part, s.price_ids FROM series_list s WHERE s.list = of_page.name
          AND s.part BETWEEN greatest(0, ${start}::int - before) / ${PART_SIZE}::int AND (${end}::int - 1 - before) / ${PART_SIZE}::int
      ) s
      CROSS JOIN LATERAL unnest(s.price_ids) WITH ORDINALITY AS of_part (id, number)
      CROSS JOIN LATERAL (SELECT of_page.before + s.part * ${PART_SIZE}::int + of_part.number - 1 AS place) position
      WHERE position.place >= ${start}::int AND position.place < ${end}::int
    )`;
  return { placed, total: Prisma.sql`SELECT coalesce(sum(size), 0)::int FROM list` };
}

/** Page of some products' series, whose number is bounded by countries, platforms and periods. */
function ofProducts(product: readonly string[], { country, platform, period, page, page_size }: HistoryInput) {
  const conditions = [
    Prisma.sql`product = ANY (${product})`,
    ...(country ? [Prisma.sql`country = ANY (${country})`] : []),
    ...(platform ? [Prisma.sql`platform = ANY (${platform}::platform[])`] : []),
    ...(period ? [Prisma.sql`period = ANY (${period}::period[])`] : []),
  ];
  const where = Prisma.join(conditions, " AND ");
  const placed = Prisma.sql`
    placed AS MATERIALIZED (
      SELECT id, row_number() OVER (ORDER BY country, platform, period, product) AS place FROM price
      WHERE ${where} ORDER BY place LIMIT ${page_size} OFFSET ${(page - 1) * page_size}
    )`;
  return { placed, total: Prisma.sql`SELECT count(*)::int FROM price WHERE ${where}` };
}
