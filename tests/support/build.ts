import { execFile } from "node:child_process";
import { readdir, stat } from "node:fs/promises";
import { join } from "node:path";
import { promisify } from "node:util";

/** What a build is made of; public/scripts is written by one. */
const SOURCES = [
  ...["app", "components", "lib", "server", "prisma/schema.prisma", "instrumentation.ts", "proxy.ts"],
  ...["next.config.mjs", "postcss.config.mjs", "tsconfig.json", "package.json", "package-lock.json"],
];

/** Builds, unless there is a build that is newer than each of its sources. Throws when that fails. */
export async function ensureBuilt(): Promise<void> {
  const built = await readTime(".next/launcher/start.mjs");
  const changed = Math.max(...(await Promise.all(SOURCES.map(readTime))));
  if (built <= changed) await promisify(execFile)("npm", ["run", "build"], { maxBuffer: 2 ** 24 });
}

/** When a file, or the newest one in a folder and below, was changed; 0 where there is none. */
async function readTime(path: string): Promise<number> {
  const found = await stat(path).catch(() => null);
  if (!found?.isDirectory()) return found?.mtimeMs ?? 0;
  const names = await readdir(path);
  return Math.max(found.mtimeMs, ...(await Promise.all(names.map((name) => readTime(join(path, name))))));
}
