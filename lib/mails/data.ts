import "server-only";
import { MS_PER_DAY } from "@/lib/contract/days";
import { currentTime } from "@/lib/platform/clock";
import { pool } from "@/lib/platform/db";
import type { MailCounts } from "./schema";

/** Of the sent, refused and late ones those of the last 30 days. */
const COUNTED_DAYS = 30;

/** Raw SQL: Prisma counts one condition at a time. */
export async function countMails(): Promise<MailCounts> {
  const since = new Date(currentTime().getTime() - COUNTED_DAYS * MS_PER_DAY);
  const { rows } = await pool().query<MailCounts>(
    `SELECT
       (SELECT count(DISTINCT subscriber_id)::int FROM follow WHERE confirmed_at IS NOT NULL) AS subscribers,
       (SELECT count(*)::int FROM follow WHERE confirmed_at IS NULL) AS unconfirmed,
       (count(*) FILTER (WHERE state IN ('waiting', 'sending')))::int AS waiting,
       (count(*) FILTER (WHERE state = 'sent' AND at > $1))::int AS sent,
       (count(*) FILTER (WHERE state = 'refused' AND at > $1))::int AS refused,
       (count(*) FILTER (WHERE state = 'late' AND at > $1))::int AS late,
       (count(*) FILTER (WHERE unseen > 0 AND at > $1))::int AS unseen,
       coalesce(array_agg(DISTINCT code) FILTER (WHERE state = 'refused' AND at > $1), '{}') AS codes
     FROM mail`,
    [since],
  );
  const [counts] = rows;
  if (counts === undefined) throw new Error("the mails were not counted");
  return counts;
}

export async function countWaitingMails(): Promise<number> {
  const { rows } = await pool().query<{ waiting: number }>(
    "SELECT count(*)::int AS waiting FROM mail WHERE state IN ('waiting', 'sending')",
  );
  return rows[0]?.waiting ?? 0;
}
