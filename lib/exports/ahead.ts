import "server-only";
import type { PoolClient } from "pg";
import { writeNewestChanges } from "@/lib/changes/prepare-changes";
import { currentVersion, type Version } from "@/lib/dataset/version";
import { findPublishedVersions } from "@/lib/dataset/versions-data";
import { closeRedacted } from "@/lib/old-versions/read-version";
import { longPool } from "@/lib/platform/db";
import { env } from "@/lib/platform/env";
import { log } from "@/lib/platform/log";
import { isDiskFault, makeExportFile } from "./export-files";
import { toExportSpec } from "./export-spec";
import { fillDigests } from "./fill-digests";
import { removeOld, removeRedacted } from "./folder";
import { DATASET_NAMES } from "./schema";

const LOOK_MS = 2_000;
/** Slow ones first. */
const AHEAD = [...DATASET_NAMES]
  .sort((a, b) => Number(b === "history") - Number(a === "history"))
  .flatMap((dataset) => (["csv", "json"] as const).map((format) => toQuery(dataset, format)));

/**
 * Keeps the folder of exports up to date: after a publish, and after the start, removes old files and makes the exports
 * of whole datasets, then the list of changes, before anyone requests them. Makes one at a time, in one process per
 * database; the next publish cancels the rest. Returns a function that stops it.
 */
export function watchExports(dir: string): () => void {
  const end = new AbortController();
  let done = -1;
  let work = { id: -1, controller: new AbortController(), isRunning: false };
  const look = async () => {
    const version = await currentVersion().catch(() => null);
    if (version === null || version.id === done || end.signal.aborted) return;
    if (work.id === version.id && work.isRunning) return;
    if (work.id !== version.id) {
      work.controller.abort();
      await removeOld(dir, version);
      await dropRedacted(dir).catch(() => {});
    }
    const mine = { id: version.id, controller: new AbortController(), isRunning: true };
    work = mine;
    const isMade = await makeDatasetFiles(dir, version, AbortSignal.any([end.signal, mine.controller.signal]));
    mine.isRunning = false;
    if (isMade) done = version.id;
  };
  const timer = setInterval(() => void look(), LOOK_MS);
  return () => {
    clearInterval(timer);
    end.abort();
  };
}

/** Removes what was made of versions of which something was erased since. */
async function dropRedacted(dir: string): Promise<void> {
  const published = await findPublishedVersions();
  await closeRedacted(published);
  await removeRedacted(dir, published);
}

/** Returns false when it must be tried again: another process is making them, or something failed. */
async function makeDatasetFiles(dir: string, version: Version, signal: AbortSignal): Promise<boolean> {
  if (env().EXPORT_AHEAD === "0") return true;
  const lock = await takeLock().catch(() => null);
  if (lock === null) return false;
  const started = performance.now();
  try {
    for (const query of AHEAD) {
      signal.throwIfAborted();
      await makeExportFile(dir, toExportSpec(query), version, signal);
    }
    await fillDigests(AHEAD.map(toExportSpec), signal);
    await writeNewestChanges(signal);
    log().info({ version: version.version, durationMs: Math.round(performance.now() - started) }, "exports made ahead");
    return true;
  } catch (error) {
    // Disk errors are logged where callers are answered, with a stream instead of a file.
    if (!signal.aborted && !isDiskFault(error))
      log().warn(
        { error: error instanceof Error ? error.message : "unknown" },
        "exports or changes could not be made ahead",
      );
    return false;
  } finally {
    lock.release(true);
  }
}

/** Connection that holds the lock for making exports until it is closed; null when another process holds the lock. */
async function takeLock(): Promise<PoolClient | null> {
  const client = await longPool().connect();
  try {
    const { rows } = await client.query<{ taken: boolean }>(
      "SELECT pg_try_advisory_lock(hashtextextended('price-atlas exports ahead', 0)) AS taken",
    );
    if (rows[0]?.taken) return client;
    client.release();
    return null;
  } catch (error) {
    client.release(true);
    throw error;
  }
}

function toQuery(dataset: (typeof DATASET_NAMES)[number], format: "csv" | "json") {
  return { dataset, format, bom: 0 };
}
