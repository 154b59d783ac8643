import "server-only";
import type { z } from "zod";
import { toVersion, type VersionColumn, versionColumn } from "@/lib/dataset/data";
import { db } from "@/lib/db";
import { Prisma } from "@/prisma/client/client";
import { isCurrent, priceJson, priceOrder } from "./columns";
import type { listPrices } from "./endpoints";
import type { Price } from "./schema";

type Query = z.infer<typeof listPrices.query>;

/** One page of current prices and how many there are in all, of one dataset version. */
export async function findPrices({ product, country, platform, period, page, page_size }: Query) {
  const conditions = [
    isCurrent,
    ...(product ? [Prisma.sql`p.product = ${product}`] : []),
    ...(country ? [Prisma.sql`p.country = ${country}`] : []),
    ...(platform ? [Prisma.sql`p.platform = ${platform}::platform`] : []),
    ...(period ? [Prisma.sql`p.period = ${period}::period`] : []),
  ];
  const where = Prisma.join(conditions, " AND ");
  const rows = await db().$queryRaw<[{ version: VersionColumn; total: number; data: Price[] }]>`
    SELECT
      ${versionColumn} AS version,
      (SELECT count(*)::int FROM price p WHERE ${where}) AS total,
      (SELECT coalesce(json_agg(record), '[]') FROM (
        SELECT ${priceJson} AS record FROM price p WHERE ${where}
        ORDER BY ${priceOrder} LIMIT ${page_size} OFFSET ${(page - 1) * page_size}
      ) listed) AS data`;
  const [{ version, total, data }] = rows;
  return { version: toVersion(version), total, data };
}
