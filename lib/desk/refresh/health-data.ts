import "server-only";
import { familyOfSql } from "@/lib/dataset/reading-rules";
import { currentDay } from "@/lib/platform/clock";
import { pool } from "@/lib/platform/db";
import { listFeeds } from "./data";
import { isApproved } from "./rules";
import type { FeedHealth } from "./schema";

type Ages = NonNullable<FeedHealth["ages"]>;

/** Every source that is read by itself, those first that miss most. */
export async function listHealth(): Promise<FeedHealth[]> {
  const [feeds, { rows }] = await Promise.all([
    listFeeds(),
    // Raw SQL: percentiles.
    pool().query<Ages & { source: string }>(
      `SELECT ${familyOfSql("source_id")} AS source, count(*)::int AS prices,
         percentile_disc(0.1) WITHIN GROUP (ORDER BY $1::date - verified_on) AS young,
         percentile_disc(0.5) WITHIN GROUP (ORDER BY $1::date - verified_on) AS middle,
         percentile_disc(0.9) WITHIN GROUP (ORDER BY $1::date - verified_on) AS old
       FROM price WHERE version_id = (SELECT max(id) FROM dataset_version) GROUP BY 1`,
      [currentDay()],
    ),
  ]);
  const agesOf = new Map(rows.map(({ source, ...ages }) => [source, ages]));
  return feeds.filter(isApproved).map((feed) => ({ ...feed, ages: agesOf.get(feed.id) ?? null }));
}
