import "server-only";
import { randomUUID } from "node:crypto";
import { createReadStream, createWriteStream } from "node:fs";
import { mkdir, open, readdir, rename, rm, stat, utimes } from "node:fs/promises";
import { dirname, join } from "node:path";
import { pipeline } from "node:stream/promises";
import { CODINGS, type Coding, createEncoder } from "@/lib/api/encodings";
import { MS_PER_HOUR } from "@/lib/contract/days";
import { db } from "@/lib/platform/db";
import { knownVersion, type Version } from "@/lib/versions/current";
import type { ExportSpec } from "./export-spec";

/** Bytes of the files of old versions that are kept; they can be made again. */
/** Endings of the names of compressed variants. */
const ENDINGS: Record<Coding, string> = { br: ".br", gzip: ".gz" };
const OLD_FILES_BYTES = 1_000_000_000;
/** Age of a version from which no process reads the one before as the newest: they look each second. */
const SETTLED_AFTER_MS = 5_000;
/** Age from which a temporary file cannot belong to a running build. */
const ABANDONED_AFTER_MS = MS_PER_HOUR;

/** Beginning of the names of a version's files: others after something was erased of it. */
const beginningOf = ({ publishedAt, version, redacted }: Pick<Version, "publishedAt" | "version" | "redacted">) =>
  `${publishedAt.getTime()}-${version}-${redacted}-`;
const BEGINNING = /^\d+-\d{4}-\d\d-\d\d\.\d+-\d+-/;

/** Path of the file of an export of a version. */
export function pathOf(dir: string, version: Version, { dataset, name, digest, format }: ExportSpec): string {
  return join(dir, `${beginningOf(version)}${dataset ?? `part-${name}`}-${digest}.${format}`);
}

/**
 * Path of a whole dataset's file of a version whose rows were removed, made by whichever release; null without one, and for
 * a part of a dataset.
 */
export async function findKept(dir: string, version: Version, { dataset, format }: ExportSpec): Promise<string | null> {
  if (dataset === null) return null;
  const beginning = `${beginningOf(version)}${dataset}-`;
  const names = await readdir(dir).catch((): string[] => []);
  const name = names.find((one) => one.startsWith(beginning) && one.endsWith(`.${format}`));
  return name === undefined ? null : join(dir, name);
}

export async function isFile(path: string): Promise<boolean> {
  return stat(path).then(
    (found) => found.isFile(),
    () => false,
  );
}

/** Marks a version's file as used, so that it is kept longer when the version is not the newest. */
export async function markUsed(path: string, { id }: Version): Promise<void> {
  if (id !== knownVersion()?.id) await utimes(path, new Date(), new Date()).catch(() => {});
}

/** Existing compressed variants of a file. */
export async function listVariants(path: string) {
  const variants = CODINGS.map((encoding) => ({ encoding, path: `${path}${ENDINGS[encoding]}` }));
  const present = await Promise.all(variants.map((variant) => isFile(variant.path)));
  return variants.filter((_, at) => present[at]);
}

/**
 * Writes a file and its compressed variants completely or not at all: to temporary files, flushed to the disk, then
 * renamed, the file itself last. Throws errors of `pieces` and of the disk.
 */
export async function writeWhole(path: string, pieces: AsyncIterable<Buffer>): Promise<void> {
  await mkdir(dirname(path), { recursive: true });
  const temporary = `${path}.${randomUUID()}.tmp`;
  const paths = ["", ...CODINGS.map((encoding) => ENDINGS[encoding])].map((ending) => ({
    ...{ from: `${temporary}${ending}`, to: `${path}${ending}` },
  }));
  const openTarget = (ending = "") => createWriteStream(`${temporary}${ending}`, { flags: "wx", flush: true });
  try {
    await pipeline(pieces, openTarget());
    for (const encoding of CODINGS)
      await pipeline(createReadStream(temporary), createEncoder(encoding), openTarget(ENDINGS[encoding]));
    for (const { from, to } of paths.reverse()) await rename(from, to);
    await flushFolder(dirname(path));
  } catch (error) {
    for (const { from } of paths) await rm(from, { force: true }).catch(() => {});
    throw error;
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

/**
 * Removes the files that are not kept, once no process reads the version before as the newest; returns false until then.
 * Kept are those of the newest version and of versions whose rows were removed; of other versions those used since the newest
 * was published, the last used up to a bound of bytes. Downloads that have begun continue.
 */
export async function removeUnused(dir: string): Promise<boolean> {
  const files = await listFiles(dir);
  // After the folder was read, so that each version with a file in it is known.
  const versions = await db().datasetVersion.findMany({ orderBy: { id: "desc" } });
  const [newest] = versions;
  if (newest === undefined || Date.now() - newest.publishedAt.getTime() < SETTLED_AFTER_MS) return false;
  const versionOf = new Map(versions.map((version) => [beginningOf(version), version]));
  let bytes = 0;
  const isKept = ({ name, beginning, size, usedAt }: (typeof files)[number]) => {
    if (name.includes(".tmp")) return Date.now() - usedAt < ABANDONED_AFTER_MS;
    const version = versionOf.get(beginning);
    if (version === undefined || version === newest || version.isPruned) return version !== undefined;
    bytes += size;
    return usedAt > newest.publishedAt.getTime() && bytes <= OLD_FILES_BYTES;
  };
  for (const file of files) {
    const path = join(dir, file.name);
    // A caller may be about to open it.
    if (!isKept(file) && (await findUse(path)) <= file.usedAt) await rm(path, { force: true });
  }
  return true;
}

/** Files of exports, the last used first. */
async function listFiles(dir: string) {
  const names = await readdir(dir).catch((): string[] => []);
  const files = names.map(async (name) => {
    const [beginning] = BEGINNING.exec(name) ?? [];
    if (beginning === undefined) return [];
    const [usedAt, { size }] = await Promise.all([findUse(join(dir, name)), stat(join(dir, name)).catch(() => GONE)]);
    return [{ name, beginning, size, usedAt }];
  });
  return (await Promise.all(files)).flat().sort((a, b) => b.usedAt - a.usedAt);
}

/** Time at which a file was used last; a compressed variant follows its file. */
async function findUse(path: string): Promise<number> {
  return (await stat(path.replace(/\.(?:gz|br)$/, "")).catch(() => GONE)).mtimeMs;
}

const GONE = { size: 0, mtimeMs: 0 };
