import { MS_PER_DAY } from "@/lib/contract/days";
import { STALE_AFTER_DAYS } from "@/lib/text/format";
import { isPeriodOpen } from "./evidence-rules";
import { isCompared } from "./rules";
import type { Price } from "./schema";

/**
 * SQL condition of a price that is too old to lead, from the day of its reading, the newest of its product and country, and
 * the day on which it is told, all SQL expressions: where a price was read in the 90 days before that day, an older one is;
 * else one read 90 days before the newest.
 */
export const isOutdatedSql = (read: string, newest: string, today: string) =>
  `coalesce(${read} < CASE WHEN ${newest} >= ${today} - ${STALE_AFTER_DAYS} THEN ${today} ELSE ${newest} END - ${STALE_AFTER_DAYS}, false)`;

const daysBefore = (day: string, count: number) =>
  new Date(Date.parse(day) - count * MS_PER_DAY).toISOString().slice(0, 10);

const cellOf = ({ product, country }: Price) => `${product} ${country}`;

/** Marks the prices of a day that are too old to lead, as the publish does with current ones. */
export function markOutdated<P extends Price>(prices: readonly P[], day: string): P[] {
  // A price that was read again later with the same amount is known on the day itself.
  const knownOn = ({ status, verified_on }: Price) => (status === "observed" ? day : verified_on);
  const newest = new Map<string, string>();
  for (const price of prices) {
    if (!isCompared(price) || isPeriodOpen(price)) continue;
    const known = newest.get(cellOf(price));
    if (known === undefined || knownOn(price) > known) newest.set(cellOf(price), knownOn(price));
  }
  const fresh = daysBefore(day, STALE_AFTER_DAYS);
  return prices.map((price) => {
    const last = newest.get(cellOf(price));
    if (last === undefined) return { ...price, outdated: false };
    return { ...price, outdated: knownOn(price) < (last >= fresh ? fresh : daysBefore(last, STALE_AFTER_DAYS)) };
  });
}
