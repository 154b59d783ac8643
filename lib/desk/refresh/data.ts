import "server-only";
import { pool } from "@/lib/platform/db";
import { countMissed } from "./rules";
import { Feed, type FeedState } from "./schema";

/** First half of the advisory lock under which a feed is read, the other is its name; used for nothing else. */
export const FEED_LOCK = 743_612;

const COLUMNS = `id, name, publisher, address, format, license, cadence_days AS "cadenceDays", auto_publish AS "autoPublish",
  etag, last_modified AS "lastModified", sha256, asked_at AS "askedAt", coalesce(day, last_read_on)::text AS "lastReadOn",
  coalesce(day + cadence_days, next_due_on)::text AS "nextDueOn", failures, failure, retry_at AS "retryAt"`;

/** Feeds with the newest day of their published data, whoever published them. */
const FEEDS = `feed LEFT JOIN LATERAL (
  SELECT max((one ->> 'to')::date) AS day FROM page_figure, json_array_elements(figures) AS one
  WHERE page_figure.name = 'sources' AND regexp_replace(one ->> 'id', '-\\d{4}-\\d{2}-\\d{2}$', '') = feed.id
) newest ON true`;

/** All feeds, the one that missed most first. */
export async function listFeeds(): Promise<FeedState[]> {
  const { rows } = await pool().query<object & { changeSetId: number | null }>(
    `SELECT ${COLUMNS}, (SELECT max(c.id) FROM change_set c WHERE c.feed_id = feed.id AND c.state IN ('draft', 'waiting', 'approved')) AS "changeSetId"
     FROM ${FEEDS} ORDER BY id`,
  );
  const today = new Date().toISOString().slice(0, 10);
  return rows
    .map((row) => ({ feed: Feed.parse(row), changeSetId: row.changeSetId }))
    .map(({ feed, changeSetId }) => ({ ...feed, changeSetId, missed: countMissed(feed, today) }))
    .sort((a, b) => b.missed - a.missed);
}

export async function findFeed(id: string): Promise<Feed | null> {
  const { rows } = await pool().query(`SELECT ${COLUMNS} FROM ${FEEDS} WHERE id = $1`, [id]);
  return rows[0] === undefined ? null : Feed.parse(rows[0]);
}

/** Tells whether a feed is being read at this moment, in whichever process. */
export async function isBeingRead(id: string): Promise<boolean> {
  const { rowCount } = await pool().query(
    `SELECT FROM pg_locks WHERE locktype = 'advisory' AND objsubid = 2 AND granted
       AND database = (SELECT oid FROM pg_database WHERE datname = current_database())
       AND classid::bigint = $1 AND objid::bigint = hashtext($2)::bigint & 4294967295`,
    [FEED_LOCK, id],
  );
  return rowCount !== 0;
}
