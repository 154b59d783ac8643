import "server-only";
import { eraseClientAddresses } from "@/lib/access/audit/mutations";
import { closeUsage } from "@/lib/access/keys/usage";
import { closeLimiter, openLimiter } from "@/lib/access/limits/limiter";
import { forgetSent } from "@/lib/access/sent-once/mutations";
import { forgetAttempts } from "@/lib/access/staff/attempts/mutations";
import { MS_PER_HOUR } from "@/lib/contract/days";
import { countChangeSets, listUnfinished } from "@/lib/desk/changes/data";
import { jobs } from "@/lib/desk/changes/jobs/jobs";
import { removeLeftFolders } from "@/lib/desk/changes/jobs/work-apart";
import { listFeeds } from "@/lib/desk/refresh/data";
import { isBehind } from "@/lib/desk/refresh/health/rules";
import { isRead } from "@/lib/desk/refresh/rules";
import { startScheduler } from "@/lib/desk/refresh/scheduler";
import { countReports } from "@/lib/desk/reports/data";
import { eraseReporters } from "@/lib/desk/reports/mutations";
import { reportWatch } from "@/lib/desk/reports/watch";
import { productUse } from "@/lib/desk/verify/use";
import { countOpenReadings } from "@/lib/desk/visitors/data";
import { eraseReadings } from "@/lib/desk/visitors/mutations";
import { watchExports } from "@/lib/exports/ahead";
import { addHealthGauges } from "@/lib/health/gauges";
import { countWaitingMails } from "@/lib/mails/data";
import { eraseUnconfirmed } from "@/lib/mails/follows/mutations";
import { startMails } from "@/lib/mails/sending/send";
import { currentDay } from "@/lib/platform/clock";
import { closeDatabase } from "@/lib/platform/db";
import { env } from "@/lib/platform/env";
import { beginStopping } from "@/lib/platform/lifecycle";
import { log } from "@/lib/platform/log";
import { addGauge, addGaugeBy } from "@/lib/platform/metrics";
import { serveMetrics } from "@/lib/platform/metrics-server";
import { LOOK_EVERY_MS, notices } from "@/lib/platform/notices";
import { processSingleton } from "@/lib/platform/process-singleton";
import { repeat } from "@/lib/platform/repeat";
import { daysBetween } from "@/lib/text/format";
import { watchVersions } from "@/lib/versions/current";
import { watchRequests } from "@/lib/watch-requests";
import { countWaitingDeliveries } from "@/lib/webhooks/data";
import { eraseDeliveries } from "@/lib/webhooks/mutations";
import { startWebhooks } from "@/lib/webhooks/sending/send";

/** After an erasure that failed, for example while a new database was busy. */
const ERASE_AGAIN_MS = 20_000;

type Background = { close(): Promise<void> };

/** Starts the background work of this process once. `close` ends it and all connections. */
export const startBackground = (): Promise<Background> => processSingleton("background", start);

async function start(): Promise<Background> {
  const endWatching = watchRequests();
  addHealthGauges();
  await removeLeftFolders().catch((error: unknown) =>
    log().warn(
      { error: error instanceof Error ? error.message : "" },
      "folders of processes that ended were not removed",
    ),
  );
  await openLimiter();
  const endWatchingVersions = watchVersions();
  const { EXPORT_DIR } = env();
  const endExports = EXPORT_DIR === undefined ? () => {} : watchExports(EXPORT_DIR);
  process.once("SIGTERM", () => {
    beginStopping();
    void jobs().close();
  });
  const takeUp = async () => {
    for (const id of await listUnfinished()) if (jobs().progressOf(id) === null) await jobs().start(id);
  };
  // Takes up change sets of a process that was killed, one after the other, so that what is sent here waits for one at most. By the
  // clock alone: a notice of each new one would have all processes try to take it from the one that has just begun it.
  const endTakingUp = repeat(takeUp, LOOK_EVERY_MS, { isNow: true });
  reportWatch().start();
  const endScheduler = env().REFRESH === "0" ? () => {} : startScheduler();
  const endMails = startMails();
  const endWebhooks = startWebhooks();
  const endErasing = repeat(
    () =>
      Promise.all([
        eraseReporters(),
        eraseReadings(),
        eraseUnconfirmed(),
        eraseDeliveries(),
        eraseClientAddresses(),
        forgetAttempts(),
        forgetSent(),
      ]),
    MS_PER_HOUR,
    {
      isNow: true,
      retryMs: ERASE_AGAIN_MS,
      onFailure: (error) =>
        log().warn({ error: error instanceof Error ? error.message : "" }, "what is due was not erased yet"),
    },
  );
  notices().start();
  addDeskGauges();
  const endMetrics = await serveMetrics();
  return {
    close: async () => {
      endWatching();
      endMetrics();
      notices().stop();
      endWatchingVersions();
      endExports();
      endScheduler();
      endTakingUp();
      await jobs().close();
      await Promise.all([endMails(), endWebhooks()]);
      endErasing();
      reportWatch().stop();
      closeLimiter();
      await productUse().close();
      await closeUsage();
      await closeDatabase();
    },
  };
}

function addDeskGauges(): void {
  const sumOf = async (read: (feed: Awaited<ReturnType<typeof listFeeds>>[number]) => number) =>
    (await listFeeds()).reduce((sum, feed) => sum + read(feed), 0);
  addGauge("feeds_missed_readings", "Readings of sources that were due and have not been published.", () =>
    sumOf(({ missed }) => missed),
  );
  addGauge("feeds_late", "Sources that have not been read for one and a half cadences, or are silent.", () =>
    sumOf((feed) => (isBehind(feed) ? 1 : 0)),
  );
  addGauge("feeds_silent", "Sources that have not been read for three cadences and 60 days.", () =>
    sumOf(({ status }) => (status === "silent" ? 1 : 0)),
  );
  addGauge("feeds_failing", "Sources whose last reading failed.", () =>
    sumOf((feed) => (isRead(feed) && feed.failures > 0 ? 1 : 0)),
  );
  addGaugeBy("source_age_days", "Days since the day by which half of a source had been read.", "source", async () => {
    const today = currentDay();
    const read = (await listFeeds())
      .filter(isRead)
      .flatMap(({ id, lastReadOn }) =>
        lastReadOn === null ? [] : [[id, Math.max(0, daysBetween(lastReadOn, today))] as const],
      );
    return new Map(read);
  });
  addGauge("change_sets_waiting", "Change sets that wait for approval.", async () => (await countChangeSets()).waiting);
  addGauge(
    "price_reports_open",
    "Reports of prices that nobody has answered.",
    async () => (await countReports()).open,
  );
  addGauge("mails_waiting", "Mails that have not been sent yet.", countWaitingMails);
  addGauge("webhook_deliveries_waiting", "Deliveries to webhooks that wait for a try.", countWaitingDeliveries);
  addGauge("visitor_readings_open", "Readings of visitors that nobody has taken or declined.", countOpenReadings);
}
