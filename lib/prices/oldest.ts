import "server-only";
import { db } from "@/lib/db";
import { STALE_AFTER_DAYS } from "@/lib/format";
import { isCurrent, priceJson, priceOrder } from "./columns";
import type { Price } from "./schema";

/** A page (from 1) of the current prices, those that were checked longest ago first, and how many are stale. */
export async function findOldestPrices(page: number, pageSize: number) {
  const [row] = await db().$queryRaw<[{ prices: Price[]; total: number; stale: number }]>`
    SELECT
      (SELECT coalesce(json_agg(listed.price), '[]') FROM (
         SELECT ${priceJson} AS price FROM price p WHERE ${isCurrent}
         ORDER BY p.verified_on, ${priceOrder} LIMIT ${pageSize} OFFSET ${(page - 1) * pageSize}
       ) listed) AS prices,
      (SELECT count(*)::int FROM price p WHERE ${isCurrent}) AS total,
      (SELECT count(*)::int FROM price p WHERE ${isCurrent} AND p.verified_on < current_date - ${STALE_AFTER_DAYS}::int) AS stale`;
  return row;
}
