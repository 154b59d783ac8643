import "server-only";
import { toPrice } from "@/lib/catalogue/prices/rows/record-rules";
import { MS_PER_DAY } from "@/lib/contract/days";
import { OLDEST_LISTED } from "@/lib/dataset/rules";
import { currentDay } from "@/lib/platform/clock";
import { publishedDb } from "@/lib/platform/db";
import { STALE_AFTER_DAYS } from "@/lib/text/format";
import type { Version } from "@/lib/versions/current";

/** Pages (from 1) of the thousand oldest current prices, with their number and that of all stale today. */
export async function findOldestPrices(version: Version, page: number, pageSize: number) {
  const where = { versionId: version.id };
  const fresh = new Date(Date.parse(currentDay()) - STALE_AFTER_DAYS * MS_PER_DAY);
  const start = (page - 1) * pageSize;
  const [rows, stale] = await Promise.all([
    publishedDb().price.findMany({
      where,
      orderBy: [{ verifiedOn: "asc" }, { position: "asc" }],
      skip: start,
      take: Math.max(0, Math.min(pageSize, OLDEST_LISTED - start)),
    }),
    publishedDb().price.count({ where: { ...where, verifiedOn: { lt: fresh } } }),
  ]);
  return { prices: rows.map((row) => toPrice(row)), total: Math.min(version.prices, OLDEST_LISTED), stale };
}
