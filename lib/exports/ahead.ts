import "server-only";
import type { PoolClient } from "pg";
import { currentVersion, type Version } from "@/lib/dataset/version";
import { longPool } from "@/lib/platform/db";
import { env } from "@/lib/platform/env";
import { log } from "@/lib/platform/log";
import { isDiskFault, makeAhead } from "./artefacts";
import { removeOld } from "./folder";
import { toRecipe } from "./recipe";
import { DATASET_NAMES } from "./schema";

const LOOK_MS = 2_000;
/** Those that take long come first. */
const AHEAD = [...DATASET_NAMES]
  .sort((a, b) => Number(b === "history") - Number(a === "history"))
  .flatMap((dataset) => (["csv", "json"] as const).map((format) => toQuery(dataset, format)));

/**
 * Watches over the folder of exports: after a publish, and after the start, it removes what is old and makes the
 * exports of whole datasets before anybody asks for them. One after the other, by one process of those on a database;
 * the next publish calls it off. Returns what ends the watch.
 */
export function watchExports(dir: string): () => void {
  const end = new AbortController();
  let done = -1;
  let work = { id: -1, call: new AbortController(), isRunning: false };
  const look = async () => {
    const version = await currentVersion().catch(() => null);
    if (version === null || version.id === done || end.signal.aborted) return;
    if (work.id === version.id && work.isRunning) return;
    if (work.id !== version.id) {
      work.call.abort();
      await removeOld(dir, version);
    }
    const mine = { id: version.id, call: new AbortController(), isRunning: true };
    work = mine;
    const isMade = await makeAll(dir, version, AbortSignal.any([end.signal, mine.call.signal]));
    mine.isRunning = false;
    if (isMade) done = version.id;
  };
  const timer = setInterval(() => void look(), LOOK_MS);
  return () => {
    clearInterval(timer);
    end.abort();
  };
}

/** False when it is to be tried again: another process is at it, or something failed. */
async function makeAll(dir: string, version: Version, signal: AbortSignal): Promise<boolean> {
  if (env().EXPORT_AHEAD === "0") return true;
  const lock = await takeLock().catch(() => null);
  if (lock === null) return false;
  const started = performance.now();
  try {
    for (const query of AHEAD) {
      signal.throwIfAborted();
      await makeAhead(dir, toRecipe(query), version, signal);
    }
    log().info({ version: version.version, durationMs: Math.round(performance.now() - started) }, "exports made ahead");
    return true;
  } catch (error) {
    // A disk that refuses is said where callers are answered; there they get streams.
    if (!signal.aborted && !isDiskFault(error))
      log().warn({ error: error instanceof Error ? error.message : "unknown" }, "exports could not be made ahead");
    return false;
  } finally {
    lock.release(true);
  }
}

/** A connection that holds the right to make exports ahead until it ends; null when another process has it. */
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
