import { createHash } from "node:crypto";
import { readdir, readFile } from "node:fs/promises";
import { join, relative, sep } from "node:path";

/** What goes into the build; whoever adds a file or folder from which it is made names it here. */
const SOURCES = [
  "app",
  "components",
  "lib",
  "server",
  "scripts/build/build.mjs",
  "scripts/build/bundle.mjs",
  "prisma/schema.prisma",
  "prisma.config.ts",
  "instrumentation.ts",
  "instrumentation-node.ts",
  "proxy.ts",
  "next.config.mjs",
  "tsconfig.json",
  "package.json",
  "package-lock.json",
];
/** Says what `.next` was built from. */
export const BUILT_FROM = ".next/built-from";

/**
 * True where `.next` was built from the sources of this folder, whatever the times of the files are.
 *
 * @param {string} root
 */
export async function isBuilt(root = ".") {
  const builtFrom = await readFile(join(root, BUILT_FROM), "utf8").catch(() => null);
  return builtFrom !== null && builtFrom === (await hashSources(root));
}

/**
 * @param {string} root
 * @returns {Promise<string>}
 */
export async function hashSources(root = ".") {
  const files = (await Promise.all(SOURCES.map((source) => listFiles(join(root, source))))).flat().sort();
  const hash = createHash("sha256");
  for (const file of files) {
    const content = await readFile(file);
    hash.update(`${relative(root, file).split(sep).join("/")} ${content.length}\n`).update(content);
  }
  return hash.digest("hex");
}

/**
 * @param {string} path
 * @returns {Promise<string[]>} The file, or all below the folder; none where there is neither.
 */
async function listFiles(path) {
  const names = await readdir(path).catch((error) => {
    if (error.code === "ENOTDIR") return null;
    if (error.code === "ENOENT") return [];
    throw error;
  });
  if (names === null) return [path];
  return (await Promise.all(names.map((name) => listFiles(join(path, name))))).flat();
}
