import { Worker } from "node:worker_threads";
import { NotPublished } from "@/lib/desk/changes/jobs/publish-files";
import { workOn } from "@/lib/desk/changes/jobs/work";
import type { WorkerMessage, WorkerOutcome, WorkerTask } from "@/lib/desk/changes/jobs/worker-process";
import { nameConnections } from "@/lib/platform/db";
import { isDiskFull } from "@/lib/platform/disk";
import { log } from "@/lib/platform/log";

// Checks and publishes change sets, one after the other, for the process that forked it.

// Publishing writes what serving may only read.
process.env.DATABASE_URL = process.env.DATABASE_OWNER_URL || process.env.DATABASE_URL;
nameConnections("worker");

const LOOK_EVERY_MS = 1_000;

// Ends with the parent, also while a file holds the event loop.
const watch = `setInterval(() => process.ppid === ${process.ppid} || process.kill(process.pid, "SIGKILL"), ${LOOK_EVERY_MS})`;
new Worker(watch, { eval: true }).unref();

const tell = (message: WorkerMessage) => process.send?.(message);

process.on("message", async (task: WorkerTask) => {
  const outcome = await work(task);
  tell({ outcome, memory: process.memoryUsage.rss() });
});
process.on("disconnect", () => process.exit());

async function work({ id, folder }: WorkerTask): Promise<WorkerOutcome> {
  try {
    await workOn(id, { folder, onProgress: (progress) => tell({ progress }) });
    return { kind: "done" };
  } catch (error) {
    if (error instanceof NotPublished) return { kind: "refused", refusal: error.message };
    log().error({ changeSet: id, error: error instanceof Error ? error.stack : String(error) }, "work failed");
    return { kind: isDiskFull(error) ? "disk full" : "failed" };
  }
}
