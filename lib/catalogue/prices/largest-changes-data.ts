import "server-only";
import { publishedDb } from "@/lib/platform/db";
import { oncePerVersion } from "@/lib/versions/once";
import { toDay, toNumber } from "@/lib/versions/values";
import type { LargestChange } from "./changes-schema";
import { type AmountRow, amountsOf, type LargestRow, largestChanges, readTwice } from "./changes-sql";

export const findLargestChanges = oncePerVersion(
  "largest-changes",
  async (version): Promise<{ since: string; moves: LargestChange[] }> => {
    const rows = await publishedDb().$queryRaw<LargestRow[]>(largestChanges(version));
    const ids = rows.map(({ seriesId }) => seriesId);
    const amounts = await publishedDb().$queryRaw<AmountRow[]>(amountsOf(version, ids));
    const moves = rows.map(({ seriesId, currency, ...row }) => ({
      ...{ product: row.product, name: row.name, plan: row.plan, country: row.country, country_name: row.countryName },
      ...{ period: row.period, currency, first_seen_on: toDay(row.firstSeenOn) },
      ...{ was: toNumber(row.was), is: toNumber(row.amount), pct: toNumber(row.pct), also: row.also },
      amounts: amounts
        .filter((one) => one.seriesId === seriesId && one.currency === currency)
        .map((one) => ({ day: toDay(one.day), amount: toNumber(one.amount) })),
    }));
    return { since: twelveMonthsBefore(version.dataDate), moves };
  },
);

/** The last of February where the year has no 29th. */
function twelveMonthsBefore(day: string): string {
  const before = `${Number(day.slice(0, 4)) - 1}${day.slice(4)}`;
  return before.endsWith("-02-29") ? before.replace("-02-29", "-02-28") : before;
}

export type ReadTwice = { products: number; vendors: string[] };

export const findReadTwice = oncePerVersion("read-twice", async (version): Promise<ReadTwice> => {
  const [row] = await publishedDb().$queryRaw<[ReadTwice]>(readTwice(version));
  return row;
});
