import "server-only";
import { currentTime } from "@/lib/platform/clock";
import { connectClient } from "@/lib/platform/database-client";
import { env } from "@/lib/platform/env";
import { log } from "@/lib/platform/log";
import { repeat } from "@/lib/platform/repeat";
import { findRefreshChoice } from "./choice-data";
import { listFeeds } from "./data";
import { followPublished, type Refreshed, refreshFeed } from "./mutations";
import { isDue, isRead } from "./rules";

/** Advisory lock of the one reading process; this number has no other use. */
const REFRESH_LOCK = 7_436_120_947;
const LOOK_EVERY_MS = 60_000;

/**
 * Reads due or named feeds in order; null while another process does. `report` receives each result. Throws errors of
 * pg.
 */
export async function refreshDue(
  wanted: readonly string[] | null,
  report: (id: string, outcome: Refreshed) => void,
): Promise<number | null> {
  const client = await connectClient(env().DATABASE_URL, "scheduler");
  try {
    const { rows } = await client.query<{ held: boolean }>("SELECT pg_try_advisory_lock($1) AS held", [REFRESH_LOCK]);
    if (!rows[0]?.held) return null;
    await followPublished();
    const now = currentTime();
    const feeds = await listFeeds();
    const due = feeds.filter((feed) => (wanted === null ? isRead(feed) && isDue(feed, now) : wanted.includes(feed.id)));
    for (const { id } of due) {
      const outcome = await refreshFeed(id);
      if (outcome !== null) report(id, outcome);
    }
    return due.length;
  } finally {
    // Ends the lock too.
    await client.end();
  }
}

/** Looks now and every minute, and reads where REFRESH or the owners' answer says so. Returns a function that stops it. */
export function startScheduler(): () => void {
  const look = async () => {
    if ((await findRefreshChoice().catch(() => null)) !== true) return;
    await refreshDue(null, (feed, outcome) => log().info({ feed, outcome: outcome.kind }, "a source was read")).catch(
      (error: unknown) => log().error({ error: error instanceof Error ? error.message : "" }, "sources were not read"),
    );
  };
  return repeat(look, LOOK_EVERY_MS, { isNow: true });
}
