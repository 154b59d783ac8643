import "server-only";
import { readOncePerVersion } from "@/lib/dataset/per-version";
import { db } from "@/lib/platform/db";

/** The day of the exchange rates of the served dataset's index; null when there are none. */
export const readRatesDay = readOncePerVersion("rates-day", async (): Promise<Date | null> => {
  const newest = await db().datasetVersion.findFirst({ orderBy: { id: "desc" }, select: { fxDate: true } });
  return newest?.fxDate ?? null;
});
