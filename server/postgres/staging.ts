import { mkdir, readdir, rename, rm } from "node:fs/promises";
import { basename, dirname, join } from "node:path";
import { isAlive } from "./postmaster";

/**
 * Creates the folder `path` complete or not at all: `fill` works in a folder beside it, which is then renamed. An
 * existing folder stays; of two processes creating the same one, the first to finish wins.
 */
export async function makeWhole(path: string, fill: (staging: string) => Promise<void>): Promise<void> {
  const parent = dirname(path);
  const names = await readdir(parent);
  if (names.includes(basename(path))) return;
  for (const name of names) {
    const maker = /\.making-(\d+)$/.exec(name)?.[1];
    if (maker && !isAlive(Number(maker))) await rm(join(parent, name), { recursive: true, force: true });
  }
  const staging = `${path}.making-${process.pid}`;
  await rm(staging, { recursive: true, force: true });
  await mkdir(staging, { mode: 0o700 });
  try {
    await fill(staging);
    await rename(staging, path);
  } catch (error) {
    await rm(staging, { recursive: true, force: true });
    if (!(await readdir(parent)).includes(basename(path))) throw error;
  }
}
