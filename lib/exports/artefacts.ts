import "server-only";
import { createReadStream } from "node:fs";
import { stat } from "node:fs/promises";
import { createGzip } from "node:zlib";
import pLimit from "p-limit";
import { NoDataset } from "@/lib/dataset/data";
import { currentVersion, type Version } from "@/lib/dataset/version";
import { log } from "@/lib/log";
import { once, outsideRequests } from "@/lib/once";
import { isFile, pathOf, removeOld, writeWhole } from "./folder";
import type { Recipe } from "./recipe";
import { openSnapshot } from "./snapshot";

/** An export of one version on the disk, and its gzip variant where there is one already. */
export type Artefact = { version: Version; path: string; gzipPath: string | null };

/** So that answers keep most of the machine while large exports are made. */
const BUILDS_AT_ONCE = 2;
/** Up to here, compressing takes no longer than a caller may wait. */
const GZIP_AT_ONCE_BYTES = 4_000_000;
const RETRY_AFTER_MS = 10_000;
const CLEAN_MS = 2_000;

const state = once("exports", () => ({
  building: new Map<string, Promise<Artefact>>(),
  compressing: new Set<string>(),
  limit: pLimit(BUILDS_AT_ONCE),
  /** When the disk may be tried again, after it refused. */
  retryAt: 0,
  refusal: null as Error | null,
}));

/**
 * The export of the current version, made when it is missing: once, however many ask, in this process or in others on
 * the same database and folder. Throws NoDataset, what pg throws, and disk faults (see isDiskFault).
 */
export async function findArtefact(dir: string, recipe: Recipe): Promise<Artefact> {
  const version = await currentVersion();
  if (version === null) throw new NoDataset();
  const path = pathOf(dir, version, recipe);
  if (await isFile(path)) return { version, path, gzipPath: await findGzip(path) };
  if (state.refusal !== null && Date.now() < state.retryAt) throw state.refusal;
  const running = state.building.get(path);
  if (running) return running;
  const building = outsideRequests(() =>
    state.limit(() => build(dir, recipe)).finally(() => state.building.delete(path)),
  );
  state.building.set(path, building);
  return building;
}

/** Removes what a publish made old, also when nobody asks for an export after it. Returns what ends the watch. */
export function watchExports(dir: string): () => void {
  let cleanedFor = -1;
  const timer = setInterval(async () => {
    const version = await currentVersion().catch(() => null);
    if (version === null || version.id === cleanedFor) return;
    cleanedFor = version.id;
    await removeOld(dir, version);
  }, CLEAN_MS);
  return () => clearInterval(timer);
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

async function build(dir: string, recipe: Recipe): Promise<Artefact> {
  const started = performance.now();
  const snapshot = await openSnapshot(recipe, `price-atlas export ${recipe.digest}`);
  try {
    const { version } = snapshot;
    const path = pathOf(dir, version, recipe);
    // Another process may have been first.
    if (await isFile(path)) return { version, path, gzipPath: await findGzip(path) };
    await writeWhole(path, snapshot.pieces());
    const { size } = await stat(path);
    const durationMs = Math.round(performance.now() - started);
    log().info(
      { export: recipe.name, format: recipe.format, version: version.version, size, durationMs },
      "export made",
    );
    await removeOld(dir, version);
    if (size <= GZIP_AT_ONCE_BYTES) await compress(path);
    return { version, path, gzipPath: await findGzip(path) };
  } catch (error) {
    if (isDiskFault(error)) Object.assign(state, { refusal: error, retryAt: Date.now() + RETRY_AFTER_MS });
    throw error;
  } finally {
    await snapshot.close();
  }
}

/** The gzip variant if it is there; otherwise it is made while nobody waits. */
async function findGzip(path: string): Promise<string | null> {
  const gzipPath = `${path}.gz`;
  if (await isFile(gzipPath)) return gzipPath;
  void compress(path);
  return null;
}

/** Never throws: the bytes themselves can always be served. */
async function compress(path: string): Promise<void> {
  if (state.compressing.has(path)) return;
  state.compressing.add(path);
  try {
    await writeWhole(`${path}.gz`, [createReadStream(path), createGzip()]);
    state.compressing.delete(path);
  } catch (error) {
    log().warn({ error: error instanceof Error ? error.message : "unknown" }, "an export could not be compressed");
    setTimeout(() => state.compressing.delete(path), RETRY_AFTER_MS).unref();
  }
}
