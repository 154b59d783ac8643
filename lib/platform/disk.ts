import { statfs } from "node:fs/promises";
import { tmpdir } from "node:os";
import { env } from "./env";

/** What the database writes beside a file: without it PostgreSQL would end. */
const SPARE_BYTES = 64_000_000;

/** A disk without room: of the system, a quota, and PostgreSQL's. */
const FULL_CODES = new Set(["ENOSPC", "EDQUOT", "53100"]);

/** Bytes that may still be written below a folder. Throws where there is no such folder. */
export async function findFreeBytes(folder: string): Promise<number> {
  const { bavail, bsize } = await statfs(folder);
  return bavail * bsize;
}

/** Least bytes that are free in one of the folders that this process writes to. Folders that there are not count nothing. */
export async function findLeastFreeBytes(): Promise<number> {
  const { DATA_DIR, EXPORT_DIR } = env();
  const folders = [DATA_DIR, EXPORT_DIR ?? DATA_DIR, tmpdir()];
  const free = folders.map((folder) => findFreeBytes(folder).catch(() => Number.POSITIVE_INFINITY));
  return Math.min(...(await Promise.all(free)));
}

/** Says whether so many bytes may be written, to the database too. */
export const hasRoom = async (bytes: number): Promise<boolean> => (await findLeastFreeBytes()) >= bytes + SPARE_BYTES;

export function isDiskFull(error: unknown): boolean {
  if (!(error instanceof Error)) return false;
  const { code } = error as NodeJS.ErrnoException;
  return (code !== undefined && FULL_CODES.has(code)) || isDiskFull(error.cause);
}
