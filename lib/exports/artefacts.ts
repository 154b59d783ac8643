import "server-only";
import { stat } from "node:fs/promises";
import { setTimeout as sleep } from "node:timers/promises";
import pLimit from "p-limit";
import { NoDataset } from "@/lib/dataset/data";
import { currentVersion, type Version } from "@/lib/dataset/version";
import { log } from "@/lib/platform/log";
import { outsideRequests, processSingleton } from "@/lib/platform/process-singleton";
import { type Compressed, compressAll, findCompressed } from "./compress";
import { isFile, pathOf, removeOld, writeWhole } from "./folder";
import type { Recipe } from "./recipe";
import { openSnapshot } from "./snapshot";

/** An export of one version on the disk, and its compressed variants that are there already. */
export type Artefact = { version: Version; path: string; compressed: Compressed[] };

/** So that answers keep most of the machine while large exports are made. */
const BUILDS_AT_ONCE = 2;
/** Up to here, compressing takes no longer than a caller may wait. */
const COMPRESSED_AT_ONCE_BYTES = 4_000_000;
/** Longest wait of a caller for a file; a proxy in front gives up after 30 s without a first byte. */
const FILE_WITHIN_MS = 10_000;
const RETRY_AFTER_MS = 10_000;

type Building = { artefact: Promise<Artefact>; call: AbortController; isAwaited: boolean };

const state = processSingleton("exports", () => ({
  building: new Map<string, Building>(),
  limit: pLimit(BUILDS_AT_ONCE),
  /** When the disk may be tried again, after it refused. */
  retryAt: 0,
  refusal: null as Error | null,
}));

/**
 * The export of the current version, made when it is missing: once, however many ask, in this process or in others on
 * the same database and folder. Null when that takes longer than a caller may wait; it is made all the same. Throws
 * NoDataset, what pg throws, and disk faults (see isDiskFault).
 */
export async function findArtefact(dir: string, recipe: Recipe): Promise<Artefact | null> {
  const version = await currentVersion();
  if (version === null) throw new NoDataset();
  const path = pathOf(dir, version, recipe);
  if (await isFile(path)) return { version, path, compressed: await findCompressed(path) };
  const building = beginBuild(dir, recipe, path);
  building.isAwaited = true;
  const waited = new AbortController();
  const late = sleep(FILE_WITHIN_MS, null, { signal: waited.signal, ref: false }).catch(() => null);
  return Promise.race([building.artefact, late]).finally(() => waited.abort());
}

/**
 * Makes an export and its compressed variants before anybody asks for them. `signal` calls that off, unless a caller
 * has come to wait for it.
 */
export async function makeAhead(dir: string, recipe: Recipe, version: Version, signal: AbortSignal): Promise<void> {
  const path = pathOf(dir, version, recipe);
  if (!(await isFile(path))) {
    const building = beginBuild(dir, recipe, path);
    const callOff = () => {
      if (!building.isAwaited) building.call.abort();
    };
    signal.addEventListener("abort", callOff, { once: true });
    await building.artefact.finally(() => signal.removeEventListener("abort", callOff));
  }
  await compressAll(path, signal);
}

function beginBuild(dir: string, recipe: Recipe, path: string): Building {
  const running = state.building.get(path);
  if (running) return running;
  if (state.refusal !== null && Date.now() < state.retryAt) throw state.refusal;
  const call = new AbortController();
  const artefact = outsideRequests(() =>
    state.limit(() => build(dir, recipe, call.signal)).finally(() => state.building.delete(path)),
  );
  // Prevents an unhandled rejection when no caller waits any more.
  artefact.catch(() => {});
  const building = { artefact, call, isAwaited: false };
  state.building.set(path, building);
  return building;
}

/** Whether an error is of the disk, and so of the place where exports are kept. */
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

async function build(dir: string, recipe: Recipe, signal: AbortSignal): Promise<Artefact> {
  signal.throwIfAborted();
  const started = performance.now();
  const snapshot = await openSnapshot(recipe, `price-atlas export ${recipe.digest}`);
  try {
    const { version } = snapshot;
    const path = pathOf(dir, version, recipe);
    // Another process may have been first.
    if (await isFile(path)) return { version, path, compressed: await findCompressed(path) };
    await writeWhole(path, snapshot.pieces(), signal);
    const { size } = await stat(path);
    const durationMs = Math.round(performance.now() - started);
    log().info(
      { export: recipe.name, format: recipe.format, version: version.version, size, durationMs },
      "export made",
    );
    await removeOld(dir, version);
    if (size <= COMPRESSED_AT_ONCE_BYTES) await compressAll(path);
    return { version, path, compressed: await findCompressed(path) };
  } catch (error) {
    if (isDiskFault(error)) Object.assign(state, { refusal: error, retryAt: Date.now() + RETRY_AFTER_MS });
    throw error;
  } finally {
    await snapshot.close();
  }
}
