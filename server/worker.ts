import { Worker } from "node:worker_threads";
import { NotPublished } from "@/lib/desk/changes/publish-files";
import { workOn } from "@/lib/desk/changes/work";
import type { WorkerMessage } from "@/lib/desk/changes/work-apart";
import { closeDatabase } from "@/lib/platform/db";
import { log } from "@/lib/platform/log";

// Checks or publishes the change set of the first argument, in the folder of the second, for the process that forked it.

// Publishing writes what serving may only read.
process.env.DATABASE_URL = process.env.DATABASE_OWNER_URL || process.env.DATABASE_URL;

const [id, folder = ""] = process.argv.slice(2);
const LOOK_EVERY_MS = 1_000;

// Ends with the parent, also while a file holds the event loop.
const watch = `setInterval(() => process.ppid === ${process.ppid} || process.kill(process.pid, "SIGKILL"), ${LOOK_EVERY_MS})`;
new Worker(watch, { eval: true }).unref();

const tell = (message: WorkerMessage) => process.send?.(message);
try {
  await workOn(Number(id), { folder, onProgress: (progress) => tell({ progress }) });
} catch (error) {
  process.exitCode = 1;
  if (error instanceof NotPublished) tell({ refusal: error.message });
  else
    log().error({ changeSet: Number(id), error: error instanceof Error ? error.stack : String(error) }, "work failed");
} finally {
  await closeDatabase();
}
