import "server-only";
import type { TaxView } from "@/lib/catalogue/tax/schema";
import { JsonText } from "@/lib/contract/json-text";
import { toVersion, type VersionColumn, versionColumn } from "@/lib/dataset/data";
import { readRow } from "@/lib/platform/read-row";
import { Prisma } from "@/prisma/client/client";
import { askedDay, datedJson, datedPrices, fromDated } from "./day-sql";
import { type ListFilter, PART_SIZE, toListName } from "./list-rules";
import type { DayPrice } from "./schema";

type DayQuery = ListFilter & {
  product?: string | undefined;
  date: string;
  tax: TaxView;
  page: number;
  page_size: number;
};

/** One page of the prices of a day, as known in one dataset version, and the number of all that match. */
export async function findPricesOfDay(query: DayQuery) {
  const { placed, total } = query.product === undefined ? fromSeriesList(query) : ofProduct(query.product, query);
  const row = await readRow<{ version: VersionColumn; total: number; data: string }>(Prisma.sql`
    WITH ${askedDay(query.date)}, ${placed}, ${datedPrices}
    SELECT
      ${versionColumn} AS version,
      (${total}) AS total,
      (SELECT concat('[', string_agg(${datedJson(query.tax)}::text, ',' ORDER BY p.place), ']') ${fromDated}) AS data`);
  return { version: toVersion(row.version), total: row.total, data: new JsonText<DayPrice[]>(row.data) };
}

/**
 * Page of a list of all series, without those that had ended by the day. Of the ended ones, only those are read that can
 * lie before the end of the page; the total is the length of the list less the number that had ended.
 */
function fromSeriesList({ country, platform, period, page, page_size }: DayQuery) {
  const list = toListName({ country, platform, period });
  const start = (page - 1) * page_size;
  const last = start + page_size - 1;
  const placed = Prisma.sql`
    ended AS MATERIALIZED (
      SELECT coalesce((
        SELECT ended FROM ended_count, asked WHERE list = ${list} AND ended_count.day <= asked.day
        ORDER BY ended_count.day DESC LIMIT 1
      ), 0) AS count
    ),
    -- "before": number of series before an ended one that had not ended.
    gap AS MATERIALIZED (
      SELECT place, place + 1 - row_number() OVER (ORDER BY place) AS before FROM ended_span
      WHERE list = ${list} AND place <= ${last}::int + (SELECT count FROM ended)
        AND first_day <= (SELECT day FROM asked) AND coalesce(next_day, 'infinity') > (SELECT day FROM asked)
    ),
    bound AS MATERIALIZED (
      SELECT ${start}::int + count(*) FILTER (WHERE before <= ${start}::int) AS first,
        ${last}::int + count(*) FILTER (WHERE before <= ${last}::int) AS last FROM gap
    ),
    placed AS MATERIALIZED (
      SELECT id, place FROM series_list l, unnest(l.price_ids) WITH ORDINALITY AS of_part (id, number),
        LATERAL (SELECT l.part * ${PART_SIZE}::int + of_part.number - 1 AS place) position
      WHERE l.list = ${list} AND l.part >= (SELECT first FROM bound) / ${PART_SIZE}::int
        AND l.part <= (SELECT last FROM bound) / ${PART_SIZE}::int
        AND place BETWEEN (SELECT first FROM bound) AND (SELECT last FROM bound)
        AND NOT EXISTS (SELECT FROM gap WHERE gap.place = position.place)
    )`;
  const total = Prisma.sql`
    coalesce((
      SELECT part * ${PART_SIZE}::int + cardinality(price_ids) FROM series_list
      WHERE list = ${list} ORDER BY part DESC LIMIT 1
    ), 0) - (SELECT count FROM ended)`;
  return { placed, total };
}

/** Page of one product's prices, whose number is bounded by countries, platforms and periods. */
function ofProduct(product: string, { country, platform, period, page, page_size }: DayQuery) {
  const conditions = [
    Prisma.sql`p.product = ${product}`,
    ...(country ? [Prisma.sql`p.country = ${country}`] : []),
    ...(platform ? [Prisma.sql`p.platform = ${platform}::platform`] : []),
    ...(period ? [Prisma.sql`p.period = ${period}::period`] : []),
  ];
  const placed = Prisma.sql`
    listed AS MATERIALIZED (
      SELECT p.id, row_number() OVER (ORDER BY p.country, p.platform, p.period) AS place
      FROM price p CROSS JOIN asked
      WHERE ${Prisma.join(conditions, " AND ")} AND NOT coalesce((
        SELECT o.amount IS NULL FROM price_observation o
        WHERE o.price_id = p.id AND o.observed_on <= asked.day ORDER BY o.observed_on DESC LIMIT 1
      ), false)
    ),
    placed AS MATERIALIZED (SELECT * FROM listed ORDER BY place LIMIT ${page_size} OFFSET ${(page - 1) * page_size})`;
  return { placed, total: Prisma.sql`SELECT count(*)::int FROM listed` };
}
