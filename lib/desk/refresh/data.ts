import "server-only";
import { z } from "zod";
import { findReadingDays } from "@/lib/dataset/reading/data";
import { familyOfSql, findReadingState, findReadOn } from "@/lib/dataset/reading/rules";
import { findNewestVersionId } from "@/lib/desk/changes/data";
import { LOCKS_OF_ONE } from "@/lib/platform/advisory-locks";
import { currentDay } from "@/lib/platform/clock";
import { db, pool } from "@/lib/platform/db";
import { toDay } from "@/lib/versions/values";
import type { Feed as Row } from "@/prisma/client/client";
import { countMissed, findNextDue, isRead } from "./rules";
import { Feed, type FeedReading, type FeedState, READING_OUTCOMES } from "./schema";

export const READINGS_KEPT = 20;

export async function listFeeds(): Promise<FeedState[]> {
  const [rows, readings, ended, open] = await Promise.all([
    db().feed.findMany({ orderBy: { id: "asc" } }),
    readDays(),
    findEnded(),
    db().changeSet.findMany({
      where: { feedId: { not: null }, state: { in: ["draft", "waiting", "approved"] } },
      select: { id: true, feedId: true },
      orderBy: { id: "asc" },
    }),
  ]);
  const lastDays = toLastDays(rows, readings);
  const newestSets = new Map(open.map(({ id, feedId }) => [feedId, id]));
  const today = currentDay();
  return rows
    .map((row) => toFeed(row, lastDays))
    .map((feed) => ({
      ...feed,
      changeSetId: newestSets.get(feed.id) ?? null,
      ended: ended.get(feed.id) ?? null,
      newestOn:
        readings
          .get(feed.id)
          ?.map(({ day }) => day)
          .sort()
          .at(-1) ?? null,
      missed: countMissed(feed, today),
      status:
        feed.lastReadOn === null || !isRead(feed) ? null : findReadingState(feed.lastReadOn, feed.cadenceDays, today),
    }))
    .sort((a, b) => b.missed - a.missed);
}

/** By source, of its newest change set. One that had nothing new, or nothing but rates that wait, ended by itself. */
async function findEnded(): Promise<Map<string, FeedState["ended"]>> {
  const { rows } = await pool().query<{ feed: string; id: number; how: "withdrawn" | "taken back" | null }>(
    `SELECT feed.id AS feed, newest.id, CASE
       WHEN state = 'withdrawn' AND ((preview ->> 'hasChanges')::boolean OR (preview #>> '{faults,count}')::int > 0) THEN 'withdrawn'
       WHEN EXISTS (SELECT FROM change_set b WHERE b.takes_back_id = newest.id AND b.state = 'published') THEN 'taken back'
     END AS how
     FROM feed CROSS JOIN LATERAL (
       SELECT id, state, preview FROM change_set
       WHERE feed_id = feed.id AND held_from_id IS NULL ORDER BY id DESC LIMIT 1
     ) AS newest`,
  );
  return new Map(rows.map(({ feed, id, how }) => [feed, how && { changeSetId: id, how }]));
}

export async function findFeed(id: string): Promise<Feed | null> {
  const [row, lastDays] = await Promise.all([db().feed.findUnique({ where: { id } }), readLastDays()]);
  return row && toFeed(row, lastDays);
}

/** Days on which each publication counts as read, whoever published what was read. */
export async function readLastDays(): Promise<LastDays> {
  const [feeds, readings] = await Promise.all([
    db().feed.findMany({ select: { id: true, cadenceDays: true } }),
    readDays(),
  ]);
  return toLastDays(feeds, readings);
}

const readDays = async () => findReadingDays({ id: (await findNewestVersionId()) ?? 0 });

const toLastDays = (
  feeds: readonly { id: string; cadenceDays: number }[],
  readings: Awaited<ReturnType<typeof readDays>>,
): LastDays =>
  new Map(
    feeds.flatMap(({ id, cadenceDays }) => {
      const day = findReadOn(readings.get(id) ?? [], cadenceDays);
      return day === null ? [] : [[id, new Date(day)]];
    }),
  );

type LastDays = ReadonlyMap<string, Date>;

function toFeed(row: Row, lastDays: LastDays): Feed {
  const day = lastDays.get(row.id);
  const lastReadOn = day ?? row.lastReadOn;
  const nextDueOn = day === undefined ? row.nextDueOn : findNextDue(day, row.cadenceDays);
  return Feed.parse({ ...row, lastReadOn: lastReadOn && toDay(lastReadOn), nextDueOn: toDay(nextDueOn) });
}

/** Attempts, the newest first. */
export async function listFeedReadings(feedId: string): Promise<FeedReading[]> {
  const rows = await db().feedReading.findMany({ where: { feedId }, orderBy: { id: "desc" }, take: READINGS_KEPT });
  return rows.map(({ feedId: _, outcome, ...row }) => ({ ...row, outcome: z.enum(READING_OUTCOMES).parse(outcome) }));
}

/** Readings and rates, of now and before, that stand under the name of a source. */
export async function countPublished(id: string): Promise<number> {
  // Raw SQL: editions of a source count as it.
  const { rows } = await pool().query<{ count: number }>(
    `SELECT ((SELECT count(*) FROM observation WHERE ${familyOfSql("source_id")} = $1)
       + (SELECT count(*) FROM rate WHERE ${familyOfSql("source_id")} = $1))::int AS count`,
    [id],
  );
  return rows[0]?.count ?? 0;
}

export async function isBeingRead(id: string): Promise<boolean> {
  const { rowCount } = await pool().query(
    `SELECT FROM pg_locks WHERE locktype = 'advisory' AND objsubid = 2 AND granted
       AND database = (SELECT oid FROM pg_database WHERE datname = current_database())
       AND classid::bigint = $1 AND objid::bigint = hashtext($2)::bigint & 4294967295`,
    [LOCKS_OF_ONE.source, id],
  );
  return rowCount !== 0;
}
