import { execFile } from "node:child_process";
import { access, cp, mkdir, readdir, rm, symlink, writeFile } from "node:fs/promises";
import { join, resolve } from "node:path";
import { promisify } from "node:util";

const FOLDERS = ["app", "components", "docs", "lib", "prisma", "public", "scripts", "server"];
const FILES = [
  "instrumentation.ts",
  "next.config.mjs",
  "package.json",
  "prisma.config.ts",
  "proxy.ts",
  "tsconfig.json",
];
/** Below the repository, so that its packages are found; ignored by git. */
const COPY = resolve(".bench/app");
const EMPTY_ROUTE = `export const dynamic = "force-dynamic";\nexport const GET = () => Response.json({ data: null }, { headers: { "Cache-Control": "no-store" } });\n`;

/** Outside of /api, which never enters Next; with a dot, because proxy.ts is about pages. */
export const EMPTY_PATH = "/empty.json";

/**
 * A copy of the sources with one more route, which answers without doing anything: what Next costs in the very build
 * that is measured, without being part of the product. Builds it, and returns its folder.
 */
export async function copyWithEmptyRoute(): Promise<string> {
  await mkdir(COPY, { recursive: true });
  // What Next keeps of a build stays, and makes the next one faster.
  for (const name of await readdir(COPY)) {
    if (name !== ".next") await rm(join(COPY, name), { recursive: true });
  }
  for (const name of [...FOLDERS, ...FILES]) {
    if (await exists(name)) await cp(name, join(COPY, name), { recursive: true });
  }
  await mkdir(join(COPY, "app", EMPTY_PATH));
  await writeFile(join(COPY, "app", EMPTY_PATH, "route.ts"), EMPTY_ROUTE);
  const run = (command: string) => promisify(execFile)("npx", command.split(" "), { cwd: COPY, maxBuffer: 2 ** 24 });
  await run("prisma generate");
  await run("next build");
  // Linked after Next's build, which leaves no folder by a link.
  await symlink(resolve("node_modules"), join(COPY, "node_modules"));
  await promisify(execFile)("npm", ["run", "build:launcher"], { cwd: COPY });
  return COPY;
}

function exists(path: string): Promise<boolean> {
  return access(path).then(
    () => true,
    () => false,
  );
}
