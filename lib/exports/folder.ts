import "server-only";
import { randomUUID } from "node:crypto";
import { createWriteStream } from "node:fs";
import { mkdir, open, readdir, rename, rm, stat } from "node:fs/promises";
import { dirname, join } from "node:path";
import type { Readable, Transform } from "node:stream";
import { pipeline } from "node:stream/promises";
import type { Version } from "@/lib/dataset/version";
import type { ExportSpec } from "./export-spec";

/** Age from which a temporary file cannot belong to a running build. */
const ABANDONED_AFTER_MS = 3_600_000;

/** Path of an export file of a version; begins with the publish time, which shows the files that are old. */
export function pathOf(dir: string, { version, publishedAt }: Version, { name, digest, format }: ExportSpec): string {
  return join(dir, `${publishedAt.getTime()}-${version}-${name}-${digest}.${format}`);
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
  source: AsyncIterable<Buffer | string> | (Readable | Transform)[],
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
