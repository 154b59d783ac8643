import "server-only";
import { type Tags, toWeakTags } from "@/lib/api/caching";
import { readReadingDays } from "@/lib/dataset/reading/data";
import { findSources } from "@/lib/dataset/sources/data";
import { currentDay, laterDay } from "@/lib/platform/clock";
import { publishedDb } from "@/lib/platform/db";
import type { Version } from "@/lib/versions/current";
import { toDay } from "@/lib/versions/values";
import { planReadings } from "./rules";
import type { SourceRecord } from "./schema";

/** The newest version counts missed days to today (UTC), which its tag must contain. */
export const toSourceTags = (version: Version, key: string, asked: { version?: unknown }): Tags =>
  toWeakTags(version, asked.version === undefined ? `${key}\n${currentDay()}` : key);

/** Most prices first. */
export async function listSourceFacts(
  version: Version,
  query: { version?: unknown } = {},
): Promise<{ data: SourceRecord[]; total: number }> {
  const [sources, readings, feeds] = await Promise.all([
    findSources(version),
    readReadingDays(version),
    publishedDb().feed.findMany({ select: { id: true, cadenceDays: true } }),
  ]);
  const today = query.version === undefined ? currentDay() : laterDay(toDay(version.publishedAt), version.dataDate);
  const cadences = new Map(feeds.map(({ id, cadenceDays }) => [id, cadenceDays]));
  return { data: planReadings(sources, cadences, readings, today), total: sources.length };
}
