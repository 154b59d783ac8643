import "server-only";
import { randomUUID } from "node:crypto";
import { createWriteStream } from "node:fs";
import { mkdir, open, readdir, rename, rm, stat } from "node:fs/promises";
import { dirname, join } from "node:path";
import type { Readable, Transform } from "node:stream";
import { pipeline } from "node:stream/promises";
import type { Version } from "@/lib/dataset/version";
import type { Recipe } from "./recipe";

/** What is left of a build that was killed may go when it cannot be one that runs. */
const ABANDONED_AFTER_MS = 3_600_000;

/** Where an export of a version lies; the time in front tells which are old. */
export function pathOf(dir: string, { version, publishedAt }: Version, { name, digest, format }: Recipe): string {
  return join(dir, `${publishedAt.getTime()}-${version}-${name}-${digest}.${format}`);
}

export async function isFile(path: string): Promise<boolean> {
  return stat(path).then(
    (found) => found.isFile(),
    () => false,
  );
}

/**
 * Writes a file that is there whole or not at all: beside its place, flushed to the disk, then renamed. Throws what
 * `source` and the disk throw, and an AbortError for `signal`, and leaves nothing then.
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

/** Removes what belongs to earlier versions, and what killed builds left. Downloads that have begun go on. */
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

/** The name is on the disk, too; where folders cannot be flushed (Windows), the system sees to it. */
async function flushFolder(dir: string): Promise<void> {
  const folder = await open(dir).catch(() => null);
  await folder?.sync().catch(() => {});
  await folder?.close();
}
