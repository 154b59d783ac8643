import "server-only";
import { readOncePerVersion } from "@/lib/dataset/per-version";
import { db } from "@/lib/platform/db";

/** Day of the exchange rates behind the current index; null without an index. */
export const readRatesDay = readOncePerVersion("rates-day", async (): Promise<Date | null> => {
  const newest = await db().datasetVersion.findFirst({ orderBy: { id: "desc" }, select: { fxDate: true } });
  return newest?.fxDate ?? null;
});
