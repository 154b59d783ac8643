import { mkdir, readdir, readFile, rm, symlink } from "node:fs/promises";
import { join, resolve } from "node:path";
import { expect, test } from "vitest";
import { makeDataDir } from "@/tests/support/scratch";
import { startServer } from "@/tests/support/server";
import { isLauncher } from "@/tests/support/spawn-server";

const START = [process.execPath, "--conditions=react-server", "scripts/start.mjs"];
const OWN = new Set([".git", ".next", ".served", ".data", "node_modules"]);
const OF_ADDRESSES: Record<string, string> = {
  "[code]": "DE",
  "[slug]": "netflix",
  "[figure]": "docs.png",
  "[file]": "prices.csv",
  "[name]": "prices",
  "[id]": "1",
};

const fill = (route: string) => route.replace(/\[[^\]]+\]/g, (name) => OF_ADDRESSES[name] ?? "none");

/** A folder with the files of this one, whose packages and build can be removed. */
async function copyFolder() {
  const { dir, [Symbol.asyncDispose]: dispose } = await makeDataDir();
  await mkdir(dir);
  for (const name of await readdir(".")) if (!OWN.has(name)) await symlink(resolve(name), join(dir, name));
  for (const name of [".next", "node_modules"]) await symlink(resolve(name), join(dir, name));
  return { dir, [Symbol.asyncDispose]: dispose };
}

test.skipIf(!isLauncher)(
  "a running server answers at every address, also of pages that nobody had asked for, while its packages and its build are removed",
  async () => {
    const routes: Record<string, string> = JSON.parse(await readFile(".next/app-path-routes-manifest.json", "utf8"));
    await using folder = await copyFolder();
    await using server = await startServer({}, { cwd: folder.dir, command: START });
    for (const name of [".next", "node_modules"]) await rm(join(folder.dir, name));
    const failed: string[] = [];
    for (const path of new Set(Object.values(routes).map(fill))) {
      const { status } = await fetch(`${server.url}${path}`, { redirect: "manual" });
      if (status >= 500 && path !== "/_global-error") failed.push(`${path} ${status}`);
    }
    expect(failed).toEqual([]);
    expect(await readdir(join(folder.dir, ".served"))).toHaveLength(1);
    expect(await server.stop()).toBe(0);
    expect(await readdir(join(folder.dir, ".served"))).toEqual([]);
  },
);
