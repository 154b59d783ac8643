import "server-only";
import { publishedDb } from "@/lib/platform/db";
import { oncePerVersion } from "@/lib/versions/once";
import { toDay } from "@/lib/versions/values";
import type { DatasetSummary, DayCount } from "./schema";
import { findSources } from "./sources-data";

/** Published dataset: version, days, counts, sources. */
export const findDatasetSummary = oncePerVersion("summary", async (version): Promise<DatasetSummary> => {
  const { prices, products, countries } = version;
  const sources = (await findSources(version)).toSorted((a, b) => (a.id < b.id ? -1 : 1));
  return {
    ...{ version: version.version, published_at: version.publishedAt.toISOString() },
    ...{ data_date: version.dataDate, fx_date: version.fxDate, prices, products, countries },
    sources: sources.map(({ id, name, publisher, url, license, prices, rates }) => ({
      ...{ id, name, publisher, url, license, prices },
      rates: rates > 0,
    })),
  };
});

/** Current prices counted by the day of their last verification, oldest first. */
export const findFreshness = oncePerVersion("freshness", async ({ id: versionId }): Promise<DayCount[]> => {
  const days = await publishedDb().price.groupBy({
    by: ["verifiedOn"],
    where: { versionId },
    _count: true,
    orderBy: { verifiedOn: "asc" },
  });
  return days.map(({ verifiedOn, _count }) => ({ day: toDay(verifiedOn), count: _count }));
});
