import { execFile } from "node:child_process";
import { readdir, stat } from "node:fs/promises";
import { join } from "node:path";
import { promisify } from "node:util";

const SOURCES = [
  ...["app", "components", "lib", "server", "prisma/schema.prisma", "instrumentation.ts", "proxy.ts"],
  ...["next.config.mjs", "postcss.config.mjs", "tsconfig.json", "package.json", "package-lock.json"],
];

/** Builds unless a build is newer than all sources. Throws when that fails. */
export async function ensureBuilt(): Promise<void> {
  const built = await readTime(".next/launcher/start.mjs");
  const changed = Math.max(...(await Promise.all(SOURCES.map(readTime))));
  if (built <= changed) await promisify(execFile)("npm", ["run", "build"], { maxBuffer: 2 ** 24 });
}

/** Newest change of a file or of any file below a folder; 0 where there is none. */
async function readTime(path: string): Promise<number> {
  const found = await stat(path).catch(() => null);
  if (!found?.isDirectory()) return found?.mtimeMs ?? 0;
  const names = await readdir(path);
  return Math.max(found.mtimeMs, ...(await Promise.all(names.map((name) => readTime(join(path, name))))));
}
