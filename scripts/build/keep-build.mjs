import { rmSync } from "node:fs";
import { copyFile, link, mkdir, readdir, readlink, rm, symlink } from "node:fs/promises";
import { join, resolve } from "node:path";
import { isRunning } from "./run-node.mjs";

const SERVED = ".served";
/** What a server reads while it runs, beside the files of `.next` itself. */
const FOLDERS = [".next/launcher", ".next/node_modules", ".next/server", ".next/static", "public"];
/** Packages, as far as they are used. */
const PACKAGES = ".next/standalone/node_modules";

/**
 * Links the build and its packages into a folder of this process, from which it serves: who installs or builds again in
 * this folder, or takes another commit, leaves a running server what it began with.
 *
 * @returns {Promise<string>}
 */
export async function keepBuild() {
  const dir = resolve(SERVED, String(process.pid));
  await removeLeft();
  process.once("exit", () => rmSync(dir, { recursive: true, force: true }));
  await mkdir(join(dir, ".next"), { recursive: true });
  const entries = await readdir(".next", { withFileTypes: true });
  for (const { name } of entries.filter((entry) => entry.isFile()))
    await linkFile(join(".next", name), join(dir, ".next", name));
  for (const folder of FOLDERS) await linkTree(folder, join(dir, folder));
  // Next's links to packages lead there.
  await linkTree(PACKAGES, join(dir, "node_modules"));
  return dir;
}

/** Removes folders of processes that were killed. */
async function removeLeft() {
  for (const name of await readdir(SERVED).catch(() => []))
    if (!isRunning(Number(name)) || Number(name) === process.pid)
      await rm(join(SERVED, name), { recursive: true, force: true });
}

/**
 * @param {string} from
 * @param {string} to
 */
async function linkTree(from, to) {
  await mkdir(to, { recursive: true });
  await Promise.all(
    (await readdir(from, { withFileTypes: true })).map(async (entry) => {
      const [source, target] = [join(from, entry.name), join(to, entry.name)];
      if (entry.isDirectory()) await linkTree(source, target);
      else if (entry.isSymbolicLink()) await symlink(await readlink(source), target, "junction");
      else await linkFile(source, target);
    }),
  );
}

/**
 * Copies where the file system has no hard links.
 *
 * @param {string} from
 * @param {string} to
 */
const linkFile = (from, to) => link(from, to).catch(() => copyFile(from, to));
