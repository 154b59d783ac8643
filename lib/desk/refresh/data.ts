import "server-only";
import { findReadingDays } from "@/lib/dataset/reading-data";
import { findReadingState, findReadOn } from "@/lib/dataset/reading-rules";
import { findNewestVersionId } from "@/lib/desk/changes/data";
import { currentDay } from "@/lib/platform/clock";
import { db, pool } from "@/lib/platform/db";
import { toDay } from "@/lib/versions/values";
import type { Feed as Row } from "@/prisma/client/client";
import { countMissed, findNextDue } from "./rules";
import { Feed, type FeedState } from "./schema";

/** First half of the advisory lock of a feed; the second is its name. */
export const FEED_LOCK = 743_612;

export async function listFeeds(): Promise<FeedState[]> {
  const [rows, lastDays, open] = await Promise.all([
    db().feed.findMany({ orderBy: { id: "asc" } }),
    readLastDays(),
    db().changeSet.findMany({
      where: { feedId: { not: null }, state: { in: ["draft", "waiting", "approved"] } },
      select: { id: true, feedId: true },
      orderBy: { id: "asc" },
    }),
  ]);
  const newestSets = new Map(open.map(({ id, feedId }) => [feedId, id]));
  const today = currentDay();
  return rows
    .map((row) => toFeed(row, lastDays))
    .map((feed) => ({
      ...feed,
      changeSetId: newestSets.get(feed.id) ?? null,
      missed: countMissed(feed, today),
      status: feed.lastReadOn === null ? null : findReadingState(feed.lastReadOn, feed.cadenceDays, today),
    }))
    .sort((a, b) => b.missed - a.missed);
}

export async function findFeed(id: string): Promise<Feed | null> {
  const [row, lastDays] = await Promise.all([db().feed.findUnique({ where: { id } }), readLastDays()]);
  return row && toFeed(row, lastDays);
}

/** Days on which each publication counts as read, whoever published what was read. */
export async function readLastDays(): Promise<LastDays> {
  const [feeds, readings] = await Promise.all([
    db().feed.findMany({ select: { id: true, cadenceDays: true } }),
    findReadingDays({ id: (await findNewestVersionId()) ?? 0 }),
  ]);
  return new Map(
    feeds.flatMap(({ id, cadenceDays }) => {
      const day = findReadOn(readings.get(id) ?? [], cadenceDays);
      return day === null ? [] : [[id, new Date(day)]];
    }),
  );
}

type LastDays = ReadonlyMap<string, Date>;

function toFeed(row: Row, lastDays: LastDays): Feed {
  const day = lastDays.get(row.id);
  const lastReadOn = day ?? row.lastReadOn;
  const nextDueOn = day === undefined ? row.nextDueOn : findNextDue(day, row.cadenceDays);
  return Feed.parse({ ...row, lastReadOn: lastReadOn && toDay(lastReadOn), nextDueOn: toDay(nextDueOn) });
}

export async function isBeingRead(id: string): Promise<boolean> {
  const { rowCount } = await pool().query(
    `SELECT FROM pg_locks WHERE locktype = 'advisory' AND objsubid = 2 AND granted
       AND database = (SELECT oid FROM pg_database WHERE datname = current_database())
       AND classid::bigint = $1 AND objid::bigint = hashtext($2)::bigint & 4294967295`,
    [FEED_LOCK, id],
  );
  return rowCount !== 0;
}
