import "server-only";
import type { ListQuery } from "@/lib/api/formats";
import { JsonText } from "@/lib/contract/json-text";
import { toVersion, type VersionColumn, versionColumn } from "@/lib/dataset/data";
import { readRow } from "@/lib/platform/read-row";
import { Prisma } from "@/prisma/client/client";
import { isCurrent, priceById, priceOrder } from "./columns-sql";
import { findPricesOfDay } from "./day-data";
import type { listPrices } from "./endpoints";
import { PART_SIZE, placeOfPage, toListName } from "./list-rules";
import type { Price } from "./schema";

type Query = ListQuery<typeof listPrices>;
type Selection = { total: Prisma.Sql; records: Prisma.Sql };

/** One page of current prices, or of those of a day, in one dataset version, and the number of all that match. */
export async function findPrices(query: Query) {
  return query.date === undefined ? findCurrentPrices(query) : findPricesOfDay({ ...query, date: query.date });
}

/** One page of current prices of one dataset version, and the number of all that match. */
async function findCurrentPrices(query: Omit<Query, "date">) {
  const { total, records } = query.product === undefined ? fromList(query) : ofProduct(query.product, query);
  const row = await readRow<{ version: VersionColumn; total: number; data: string }>(Prisma.sql`
    SELECT
      ${versionColumn} AS version,
      coalesce((${total}), 0) AS total,
      (SELECT concat('[', string_agg(record::text, ',' ORDER BY place), ']') FROM (${records}) listed) AS data`);
  return { version: toVersion(row.version), total: row.total, data: new JsonText<Price[]>(row.data) };
}

/** Page of a list that was written at publish: the last page costs as much as the first. */
function fromList({ country, platform, period, tax, page, page_size }: Omit<Query, "date">): Selection {
  const list = toListName({ country, platform, period });
  const { start, end, firstPart, lastPart } = placeOfPage(page, page_size);
  return {
    total: Prisma.sql`
      SELECT part * ${PART_SIZE}::int + cardinality(price_ids) FROM price_list
      WHERE list = ${list} ORDER BY part DESC LIMIT 1`,
    // One subquery per record, because the planner cannot know how few there are; so it reads them by key.
    records: Prisma.sql`
      SELECT place, (${priceById(Prisma.sql`of_part.id`, tax)}) AS record
      FROM price_list l, unnest(l.price_ids) WITH ORDINALITY AS of_part (id, number),
        LATERAL (SELECT l.part * ${PART_SIZE}::int + of_part.number AS place) placed
      WHERE l.list = ${list} AND l.part BETWEEN ${firstPart} AND ${lastPart} AND place > ${start} AND place <= ${end}`,
  };
}

/** Page of one product's prices, whose number is bounded by countries, platforms and periods. */
function ofProduct(
  product: string,
  { country, platform, period, tax, page, page_size }: Omit<Query, "date">,
): Selection {
  const conditions = [
    isCurrent,
    Prisma.sql`p.product = ${product}`,
    ...(country ? [Prisma.sql`p.country = ${country}`] : []),
    ...(platform ? [Prisma.sql`p.platform = ${platform}::platform`] : []),
    ...(period ? [Prisma.sql`p.period = ${period}::period`] : []),
  ];
  const where = Prisma.join(conditions, " AND ");
  return {
    total: Prisma.sql`SELECT count(*)::int FROM price p WHERE ${where}`,
    records: Prisma.sql`
      SELECT place, (${priceById(Prisma.sql`placed.id`, tax)}) AS record
      FROM (
        SELECT p.id, row_number() OVER (ORDER BY ${priceOrder}) AS place FROM price p
        WHERE ${where} ORDER BY place LIMIT ${page_size} OFFSET ${(page - 1) * page_size}
      ) placed`,
  };
}
