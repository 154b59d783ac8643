import "server-only";
import type { DayCount } from "@/lib/dataset/schema";
import { publishedDb } from "@/lib/platform/db";
import { oncePerVersion } from "@/lib/versions/once";
import { whereValid } from "@/lib/versions/valid-rows-sql";
import { toDay } from "@/lib/versions/values";
import { familyOf } from "./rules";

/**
 * Current prices of each publication by the day of their reading; of one that has none, its currencies by the day of their
 * newest rate.
 */
export async function findReadingDays({ id }: { id: number }): Promise<ReadonlyMap<string, readonly DayCount[]>> {
  const [prices, rates] = await Promise.all([
    publishedDb().price.groupBy({ by: ["sourceId", "verifiedOn"], where: { versionId: id }, _count: true }),
    publishedDb().rate.groupBy({
      by: ["sourceId", "currency"],
      where: { ...whereValid({ id }), isRedacted: false },
      _max: { date: true },
    }),
  ]);
  const ofRates = group(
    rates.flatMap(({ sourceId, _max: { date } }) => (date ? [{ sourceId, day: date, count: 1 }] : [])),
  );
  const ofPrices = group(prices.map(({ sourceId, verifiedOn: day, _count: count }) => ({ sourceId, day, count })));
  return new Map([...ofRates, ...ofPrices]);
}

function group(readings: readonly { sourceId: string; day: Date; count: number }[]): Map<string, DayCount[]> {
  const families = new Map<string, DayCount[]>();
  for (const { sourceId, day, count } of readings) {
    const days = families.get(familyOf(sourceId)) ?? [];
    families.set(familyOf(sourceId), days);
    days.push({ day: toDay(day), count });
  }
  return families;
}

/** The same, read once a version. */
export const readReadingDays = oncePerVersion("reading-days", findReadingDays);
