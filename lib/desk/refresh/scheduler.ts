import "server-only";
import { currentTime } from "@/lib/platform/clock";
import { log } from "@/lib/platform/log";
import { repeat } from "@/lib/platform/repeat";
import { workAlone } from "@/lib/platform/work-alone";
import { findRefreshChoice } from "./choice-data";
import { listFeeds } from "./data";
import { followPublished, type Refreshed, refreshFeed } from "./mutations";
import { isDue, isRead } from "./rules";

const LOOK_EVERY_MS = 60_000;

/**
 * Reads due or named feeds in order; null while another process does. `report` receives each result. Throws errors of
 * pg.
 */
export function refreshDue(
  wanted: readonly string[] | null,
  report: (id: string, outcome: Refreshed) => void,
): Promise<number | null> {
  return workAlone("sources", "scheduler", async () => {
    await followPublished();
    const now = currentTime();
    const feeds = await listFeeds();
    const due = feeds.filter((feed) => (wanted === null ? isRead(feed) && isDue(feed, now) : wanted.includes(feed.id)));
    for (const { id } of due) {
      const outcome = await refreshFeed(id);
      if (outcome !== null) report(id, outcome);
    }
    return due.length;
  });
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
