import "server-only";
import { stat } from "node:fs/promises";
import { dirname } from "node:path";
import pLimit from "p-limit";
import { CODINGS } from "@/lib/api/encodings";
import { currentTime } from "@/lib/platform/clock";
import { log } from "@/lib/platform/log";
import { outsideRequests, processSingleton } from "@/lib/platform/process-singleton";
import { waitAtMost } from "@/lib/platform/timeout";
import { knownVersion, type Version } from "@/lib/versions/current";
import type { ExportSpec } from "./export-spec";
import { reportFailure } from "./failures";
import { findKept, isFile, markUsed, pathOf, removeUnused, writeWhole } from "./folder";
import { openSource, RowsMoved } from "./source";

/** Limits concurrent making, so that answers get most of the machine. */
const MADE_AT_ONCE = 2;
/** Shorter than the 30 s after which proxies give up. */
const FILE_TIMEOUT_MS = 10_000;
const RETRY_AFTER_MS = 10_000;

const state = processSingleton("exports", () => ({
  making: new Map<string, Promise<void>>(),
  limit: pLimit(MADE_AT_ONCE),
  diskFault: null as Error | null,
  retryAt: 0,
}));

/**
 * Makes a file once for all callers and processes; null when that takes too long. Throws RowsMoved without file and
 * rows, errors of pg, and disk errors.
 */
export async function findExportFile(dir: string, version: Version, spec: ExportSpec): Promise<string | null> {
  const path = version.isPruned ? await findKept(dir, version, spec) : pathOf(dir, version, spec);
  if (path === null) throw new RowsMoved(version);
  await markUsed(path, version);
  if (await isFile(path)) return path;
  const making = makeExportFile(dir, version, spec).then(() => path);
  return waitAtMost(FILE_TIMEOUT_MS, making);
}

export async function makeExportFile(dir: string, version: Version, spec: ExportSpec): Promise<void> {
  const path = pathOf(dir, version, spec);
  if (await isFile(path)) return;
  const known = state.making.get(path);
  if (known) return known;
  if (state.diskFault !== null && currentTime().getTime() < state.retryAt) throw state.diskFault;
  const making = outsideRequests(() => state.limit(() => make(path, version, spec)));
  state.making.set(path, making);
  try {
    await making;
  } catch (error) {
    if (isDiskFault(error))
      Object.assign(state, { diskFault: error, retryAt: currentTime().getTime() + RETRY_AFTER_MS });
    reportFailure("file", error, { export: spec.name, version: version.version, dir });
    throw error;
  } finally {
    state.making.delete(path);
  }
}

async function make(path: string, version: Version, spec: ExportSpec): Promise<void> {
  const started = performance.now();
  const source = await openSource(version, spec, `price-atlas export ${spec.digest}`);
  try {
    // Another process may have made it first.
    if (await isFile(path)) return;
    await writeWhole(path, source.pieces(), spec.format === "parquet" ? [] : CODINGS);
  } finally {
    await source.close();
  }
  const { size } = await stat(path);
  const durationMs = Math.round(performance.now() - started);
  log().info({ export: spec.name, format: spec.format, version: version.version, size, durationMs }, "export made");
  if (version.id === knownVersion()?.id && !spec.hasChosenColumns) return;
  await removeUnused(dirname(path)).catch((error: unknown) => reportFailure("folder", error));
}

export const isDiskFault = (error: unknown): error is Error =>
  error instanceof Error && "code" in error && DISK_CODES.has(String(error.code));

const DISK_CODES = new Set("EACCES EPERM EROFS ENOSPC EDQUOT EFBIG EIO ENOENT ENOTDIR EEXIST EMFILE ENFILE".split(" "));
