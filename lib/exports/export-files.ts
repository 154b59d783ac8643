import "server-only";
import { stat } from "node:fs/promises";
import { setTimeout as sleep } from "node:timers/promises";
import pLimit from "p-limit";
import { NoDataset } from "@/lib/dataset/data";
import { currentVersion, type Version } from "@/lib/dataset/version";
import { log } from "@/lib/platform/log";
import { processSingleton } from "@/lib/platform/process-singleton";
import { currentReading, outsideKeepingReading } from "@/lib/platform/reading";
import { type Compressed, compressAll, findCompressed } from "./compress";
import type { ExportSpec } from "./export-spec";
import { boundOldFiles, isFile, markUsed, pathOf, removeOld, writeWhole } from "./folder";
import { openSnapshot } from "./snapshot";

/** Export file of one dataset version, with its compressed variants that exist already. */
export type ExportFile = { version: Version; path: string; compressed: Compressed[] };

/** Bounds the builds at one time, so that answers get most of the machine. */
const BUILDS_AT_ONCE = 2;
/** Largest file that is compressed at once; larger ones would take longer than a caller may wait. */
const COMPRESSED_AT_ONCE_BYTES = 4_000_000;
/** Longest wait of a caller for a file; a proxy in front gives up after 30 s without a first byte. */
const FILE_TIMEOUT_MS = 10_000;
const RETRY_AFTER_MS = 10_000;

type Building = { file: Promise<ExportFile>; controller: AbortController; isAwaited: boolean };

const state = processSingleton("exports", () => ({
  building: new Map<string, Building>(),
  limit: pLimit(BUILDS_AT_ONCE),
  /** Time of the next attempt after a disk error. */
  retryAt: 0,
  diskError: null as Error | null,
}));

/**
 * Finds the export file of the current version, or makes it: only once, however many callers in this process or in
 * others on the same database and folder wait for it. Null when that takes longer than a caller may wait; the file is
 * still made. Throws NoDataset, errors of pg, and disk errors (see isDiskFault).
 */
export async function findExportFile(dir: string, spec: ExportSpec): Promise<ExportFile | null> {
  const version = await currentVersion();
  if (version === null) throw new NoDataset();
  const path = pathOf(dir, version, spec);
  if (await isFile(path)) {
    await markUsed(path);
    return { version, path, compressed: await findCompressed(path) };
  }
  const building = beginBuild(dir, spec, path);
  building.isAwaited = true;
  const waited = new AbortController();
  const late = sleep(FILE_TIMEOUT_MS, null, { signal: waited.signal, ref: false }).catch(() => null);
  return Promise.race([building.file, late]).finally(() => waited.abort());
}

/**
 * Makes an export file and its compressed variants before anyone requests them. `signal` cancels that, unless a caller
 * waits for the file.
 */
export async function makeExportFile(
  dir: string,
  spec: ExportSpec,
  version: Version,
  signal: AbortSignal,
): Promise<void> {
  const path = pathOf(dir, version, spec);
  if (!(await isFile(path))) {
    const building = beginBuild(dir, spec, path);
    const cancel = () => {
      if (!building.isAwaited) building.controller.abort();
    };
    signal.addEventListener("abort", cancel, { once: true });
    await building.file.finally(() => signal.removeEventListener("abort", cancel));
  }
  await compressAll(path, signal);
}

function beginBuild(dir: string, spec: ExportSpec, path: string): Building {
  const running = state.building.get(path);
  if (running) return running;
  if (state.diskError !== null && Date.now() < state.retryAt) throw state.diskError;
  const controller = new AbortController();
  const file = outsideKeepingReading(() =>
    state.limit(() => build(dir, spec, controller.signal)).finally(() => state.building.delete(path)),
  );
  // Prevents an unhandled rejection when no caller waits any more.
  file.catch(() => {});
  const building = { file, controller, isAwaited: false };
  state.building.set(path, building);
  return building;
}

/** Checks that an error is one of the disk, and so of the folder of exports. */
export function isDiskFault(error: unknown): error is Error {
  return error instanceof Error && "code" in error && DISK_CODES.has(String(error.code));
}

const DISK_CODES = new Set([
  ...[
    "EACCES",
    "EPERM",
    "EROFS",
    "ENOSPC",
    "EDQUOT",
    "EFBIG",
    "EIO",
    "ENOENT",
    "ENOTDIR",
    "EEXIST",
    "EMFILE",
    "ENFILE",
  ],
]);

async function build(dir: string, spec: ExportSpec, signal: AbortSignal): Promise<ExportFile> {
  signal.throwIfAborted();
  const started = performance.now();
  const snapshot = await openSnapshot(spec, `price-atlas export ${spec.digest}`);
  try {
    const { version } = snapshot;
    const path = pathOf(dir, version, spec);
    // Another process may have made it first.
    if (await isFile(path)) return { version, path, compressed: await findCompressed(path) };
    await writeWhole(path, snapshot.pieces(), signal);
    const { size } = await stat(path);
    const durationMs = Math.round(performance.now() - started);
    log().info({ export: spec.name, format: spec.format, version: version.version, size, durationMs }, "export made");
    if (currentReading() === null) await removeOld(dir, version);
    else await boundOldFiles(dir);
    if (size <= COMPRESSED_AT_ONCE_BYTES) await compressAll(path);
    return { version, path, compressed: await findCompressed(path) };
  } catch (error) {
    if (isDiskFault(error)) Object.assign(state, { diskError: error, retryAt: Date.now() + RETRY_AFTER_MS });
    throw error;
  } finally {
    await snapshot.close();
  }
}
