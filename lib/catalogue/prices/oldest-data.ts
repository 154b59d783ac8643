import "server-only";
import { OLDEST_LISTED } from "@/lib/dataset/rules";
import { db } from "@/lib/platform/db";
import { STALE_AFTER_DAYS } from "@/lib/text/format";
import { Prisma } from "@/prisma/client/client";
import { priceById } from "./columns-sql";
import type { Price } from "./schema";

/**
 * One page (from 1) of the thousand current prices with the oldest verification, oldest first; their number, and the
 * number of all stale prices. Selected at publish.
 */
export async function findOldestPrices(page: number, pageSize: number) {
  const [row] = await db().$queryRaw<[{ prices: Price[]; total: number; stale: number }]>`
    SELECT
      (SELECT coalesce(json_agg((${priceById(Prisma.sql`listed.id::int`)}) ORDER BY listed.place), '[]') FROM (
         SELECT id, place FROM page_figure, json_array_elements_text(figures) WITH ORDINALITY AS oldest (id, place)
         WHERE name = 'oldest' ORDER BY place LIMIT ${pageSize} OFFSET ${(page - 1) * pageSize}
       ) listed) AS prices,
      (SELECT least(prices, ${OLDEST_LISTED}::int) FROM dataset_version ORDER BY id DESC LIMIT 1) AS total,
      (SELECT coalesce(sum((one ->> 'count')::int), 0)::int FROM page_figure, json_array_elements(figures) AS one
       WHERE name = 'freshness' AND (one ->> 'day')::date < current_date - ${STALE_AFTER_DAYS}::int) AS stale`;
  return row;
}
