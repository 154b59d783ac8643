import "server-only";
import { publishedDb } from "@/lib/platform/db";
import { oncePerVersion } from "@/lib/versions/once";
import { toDay } from "@/lib/versions/values";
import type { SourceFacts } from "./schema";

/** Most prices first. */
export const findSources = oncePerVersion("sources", async ({ id: versionId }): Promise<SourceFacts[]> => {
  const rows = await publishedDb().source.findMany({ where: { versionId }, orderBy: { position: "asc" } });
  return rows.map(
    ({ versionId: _, position: __, firstDay, lastDay, prices, observations, rates, lenses, ...source }) => ({
      ...source,
      n_prices: prices,
      n_observations: observations,
      n_rates: rates,
      n_lenses: lenses,
      from: firstDay && toDay(firstDay),
      to: lastDay && toDay(lastDay),
    }),
  );
});
