import "server-only";
import { randomUUID } from "node:crypto";
import { createReadStream, createWriteStream } from "node:fs";
import { mkdir, open, readdir, rename, rm, stat, utimes } from "node:fs/promises";
import { basename, dirname, join } from "node:path";
import { pipeline } from "node:stream/promises";
import { CODINGS, type Coding, createEncoder } from "@/lib/api/encodings";
import { MS_PER_HOUR } from "@/lib/contract/days";
import { currentTime } from "@/lib/platform/clock";
import { db } from "@/lib/platform/db";
import { knownVersion, type Version } from "@/lib/versions/current";
import type { ExportSpec } from "./export-spec";

const ENDINGS: Record<Coding, string> = { br: ".br", gzip: ".gz" };
const OLD_FILES_BYTES = 1_000_000_000;
/** Processes look for a new version each second, so none uses the previous one after this. */
const SETTLED_AFTER_MS = 5_000;
/** A temporary file of this age belongs to no running build. */
const ABANDONED_AFTER_MS = MS_PER_HOUR;

/** Changes when something was erased from the version. */
const beginningOf = ({ publishedAt, version, redacted }: Pick<Version, "publishedAt" | "version" | "redacted">) =>
  `${publishedAt.getTime()}-${version}-${redacted}-`;
const BEGINNING = /^\d+-\d{4}-\d\d-\d\d\.\d+-\d+-/;

type Named = Pick<ExportSpec, "dataset" | "name" | "digest" | "hasChosenColumns"> & {
  format: ExportSpec["format"] | "zip";
};

/** Of files with chosen columns, of which there may be any number. */
const CHOSEN = "chosen-";

export function pathOf(
  dir: string,
  version: Version,
  { dataset, name, digest, format, hasChosenColumns }: Named,
): string {
  const part = hasChosenColumns ? CHOSEN : "part-";
  return join(dir, `${beginningOf(version)}${dataset ?? part + name}-${digest}.${format}`);
}

/** Finds the file of a version whose rows were removed, made by any release; null for part of a dataset. */
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

export async function markUsed(path: string, { id }: Version): Promise<void> {
  const isPassing = id !== knownVersion()?.id || isChosen(basename(path));
  if (isPassing) await utimes(path, currentTime(), currentTime()).catch(() => {});
}

export async function listVariants(path: string) {
  const variants = CODINGS.map((encoding) => ({ encoding, path: `${path}${ENDINGS[encoding]}` }));
  const present = await Promise.all(variants.map((variant) => isFile(variant.path)));
  return variants.filter((_, at) => present[at]);
}

/**
 * Writes a file and its coded variants. Renames temporary files, the file itself last, so that none is ever incomplete. Both have
 * the time of this process, by which versions are dated: the disk may have another clock. Throws errors of `pieces` and of the disk.
 */
export async function writeWhole(
  path: string,
  pieces: AsyncIterable<Buffer>,
  codings: readonly Coding[],
): Promise<void> {
  await mkdir(dirname(path), { recursive: true });
  const temporary = `${path}.${currentTime().getTime()}-${randomUUID()}.tmp`;
  const paths = ["", ...codings.map((encoding) => ENDINGS[encoding])].map((ending) => ({
    from: `${temporary}${ending}`,
    to: `${path}${ending}`,
  }));
  const openTarget = (ending = "") => createWriteStream(`${temporary}${ending}`, { flags: "wx", flush: true });
  try {
    await pipeline(pieces, openTarget());
    for (const encoding of codings)
      await pipeline(createReadStream(temporary), createEncoder(encoding), openTarget(ENDINGS[encoding]));
    await utimes(temporary, currentTime(), currentTime());
    for (const { from, to } of paths.reverse()) await rename(from, to);
    await flushFolder(dirname(path));
  } catch (error) {
    for (const { from } of paths) await rm(from, { force: true }).catch(() => {});
    throw error;
  }
}

/** Makes the new name survive a power cut; Windows cannot flush folders. */
async function flushFolder(dir: string): Promise<void> {
  const folder = await open(dir).catch(() => null);
  await folder?.sync().catch(() => {});
  await folder?.close();
}

const isChosen = (name: string) => name.replace(BEGINNING, "").startsWith(CHOSEN);

/**
 * Keeps whole datasets of the newest version, files of versions with removed rows, and recently used ones. Returns false while a
 * process may use the previous version.
 */
export async function removeUnused(dir: string): Promise<boolean> {
  const files = await listFiles(dir);
  // Read after the folder, so that the version of each file is known.
  const versions = await db().datasetVersion.findMany({ orderBy: { id: "desc" } });
  const [newest] = versions;
  if (newest === undefined || currentTime().getTime() - newest.publishedAt.getTime() < SETTLED_AFTER_MS) return false;
  const versionOf = new Map(versions.map((version) => [beginningOf(version), version]));
  let bytes = 0;
  const isKept = ({ name, beginning, size, usedAt }: (typeof files)[number]) => {
    if (name.includes(".tmp")) return currentTime().getTime() - readBegun(name) < ABANDONED_AFTER_MS;
    const version = versionOf.get(beginning);
    if (version === undefined) return false;
    const isPassing = version !== newest || isChosen(name);
    if (!isPassing || version.isPruned) return true;
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

/** Reads from its name when a temporary file was begun, in milliseconds of the epoch: the disk may have another clock. */
const readBegun = (name: string) => Number(/\.(\d+)-[\w-]+\.tmp/.exec(name)?.[1] ?? 0);

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

async function findUse(path: string): Promise<number> {
  return (await stat(path.replace(/\.(?:gz|br)$/, "")).catch(() => GONE)).mtimeMs;
}

const GONE = { size: 0, mtimeMs: 0 };
