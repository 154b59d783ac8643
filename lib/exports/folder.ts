import "server-only";
import { randomUUID } from "node:crypto";
import { createWriteStream } from "node:fs";
import { mkdir, open, readdir, rename, rm, stat, utimes } from "node:fs/promises";
import { dirname, join } from "node:path";
import type { Readable, Transform } from "node:stream";
import { pipeline } from "node:stream/promises";
import { MS_PER_HOUR } from "@/lib/contract/days";
import type { DatasetVersion, Version } from "@/lib/dataset/version";
import { currentReading } from "@/lib/platform/reading";
import type { ExportSpec } from "./export-spec";

/** Age from which a temporary file cannot belong to a running build. */
const ABANDONED_AFTER_MS = MS_PER_HOUR;

/** Bytes of the files of old versions that are kept; they can be made again. */
const OLD_FILES_BYTES = 1_000_000_000;

/** Folder of the files of old versions within that of exports. */
const oldFolder = (dir: string) => join(dir, "versions");

/** Path of an export file of a version; begins with the publish time, which shows the files that are old. */
export function pathOf(
  dir: string,
  { version, publishedAt, redacted = 0 }: Version & { redacted?: number },
  { name, digest, format }: ExportSpec,
): string {
  const folder = currentReading() === null ? dir : oldFolder(dir);
  return join(folder, `${publishedAt.getTime()}-${version}-${redacted}-${name}-${digest}.${format}`);
}

/** Removes files of old versions: those beyond the bytes that are kept, the longest unused first. */
export async function boundOldFiles(dir: string): Promise<void> {
  const folder = oldFolder(dir);
  const names = await readdir(folder).catch(() => []);
  const found = await Promise.all(
    names.map(async (name) => ({ path: join(folder, name), ...(await stat(join(folder, name)).catch(() => GONE)) })),
  );
  let bytes = 0;
  for (const { path, size, mtimeMs } of found.sort((a, b) => b.mtimeMs - a.mtimeMs)) {
    bytes += size;
    const isAbandoned = path.endsWith(".tmp") && Date.now() - mtimeMs > ABANDONED_AFTER_MS;
    if (bytes > OLD_FILES_BYTES || isAbandoned) await rm(path, { force: true }).catch(() => {});
  }
}

const GONE = { size: 0, mtimeMs: 0 };

/** Removes the files of old versions of which something was erased since. */
export async function removeRedacted(dir: string, published: readonly DatasetVersion[]): Promise<void> {
  const kept = new Set(published.map(({ version, redacted }) => `${version}-${redacted}`));
  for (const name of await readdir(oldFolder(dir)).catch(() => [])) {
    const version = /^\d+-(\d{4}-\d{2}-\d{2}\.\d+-\d+)-/.exec(name)?.[1] ?? "";
    if (!kept.has(version)) await rm(join(oldFolder(dir), name), { force: true }).catch(() => {});
  }
}

/** Marks a file as used, so that it is kept longer. */
export async function markUsed(path: string): Promise<void> {
  if (currentReading() !== null) await utimes(path, new Date(), new Date()).catch(() => {});
}

export async function isFile(path: string): Promise<boolean> {
  return stat(path).then(
    (found) => found.isFile(),
    () => false,
  );
}

/**
 * Writes a file completely or not at all: to a temporary file, flushed to the disk, then renamed. Throws errors of
 * `source` and the disk, and an AbortError for `signal`, and leaves no file then.
 */
export async function writeWhole(
  path: string,
  source: AsyncIterable<Buffer> | (Readable | Transform)[],
  signal?: AbortSignal,
): Promise<void> {
  await mkdir(dirname(path), { recursive: true });
  const temporary = `${path}.${randomUUID()}.tmp`;
  try {
    const target = createWriteStream(temporary, { flags: "wx", flush: true });
    const options = signal ? { signal } : {};
    await (Array.isArray(source) ? pipeline([...source, target], options) : pipeline(source, target, options));
    await rename(temporary, path);
    await flushFolder(dirname(path));
  } catch (error) {
    await rm(temporary, { force: true });
    throw error;
  }
}

/** Removes files of earlier versions, and temporary files of killed builds. Running downloads continue. */
export async function removeOld(dir: string, { publishedAt }: Version): Promise<void> {
  for (const name of await readdir(dir).catch(() => [])) {
    const path = join(dir, name);
    const isOld = name.endsWith(".tmp")
      ? await stat(path).then(
          ({ mtimeMs }) => Date.now() - mtimeMs > ABANDONED_AFTER_MS,
          () => false,
        )
      : Number(/^(\d+)-/.exec(name)?.[1] ?? Number.NaN) < publishedAt.getTime();
    if (isOld) await rm(path, { force: true }).catch(() => {});
  }
}

/**
 * Flushes the folder, so that the new name survives a power cut; where folders cannot be flushed (Windows), the system
 * does it.
 */
async function flushFolder(dir: string): Promise<void> {
  const folder = await open(dir).catch(() => null);
  await folder?.sync().catch(() => {});
  await folder?.close();
}
