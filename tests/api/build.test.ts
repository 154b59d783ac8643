import { type ChildProcess, spawn } from "node:child_process";
import { once } from "node:events";
import { mkdir, readFile, writeFile } from "node:fs/promises";
import { join, resolve } from "node:path";
import { expect, test } from "vitest";
import { BUILT_FROM, hashSources } from "@/scripts/build/sources.mjs";
import { makeDataDir } from "../support/scratch";

// The program of npm run build in a folder that has no sources but one.

const LOCK = ".building";

async function makeFolder() {
  const made = await makeDataDir();
  await mkdir(join(made.dir, ".next"), { recursive: true });
  await writeFile(join(made.dir, "proxy.ts"), "one source");
  await writeFile(join(made.dir, BUILT_FROM), await hashSources(made.dir));
  return made;
}

function start(cwd: string): { child: ChildProcess; output(): string; closed: Promise<unknown[]> } {
  const child = spawn(process.execPath, [resolve("scripts/build/build.mjs"), "--if-changed"], { cwd, stdio: "pipe" });
  let output = "";
  for (const stream of [child.stdout, child.stderr])
    stream?.setEncoding("utf8").on("data", (text: string) => {
      output += text;
    });
  return { child, output: () => output, closed: once(child, "close") };
}

test("what is built from the same sources is left as it is, without a word", async () => {
  await using folder = await makeFolder();
  const { output, closed } = start(folder.dir);
  expect(await closed).toEqual([0, null]);
  expect(output()).toBe("");
});

test("a build waits for one of another process in its folder, and takes what that has built", async () => {
  await using folder = await makeFolder();
  const lock = join(folder.dir, LOCK);
  await writeFile(lock, String(process.pid));
  const { output, closed } = start(folder.dir);
  await expect.poll(output).toBe(`Waiting for process ${process.pid}, which builds in this folder.\n`);
  // As where the other has ended without tidying up.
  const ended = spawn(process.execPath, ["--version"], { stdio: "ignore" });
  await once(ended, "close");
  await writeFile(lock, String(ended.pid));
  expect(await closed).toEqual([0, null]);
  await expect(readFile(lock)).rejects.toThrow("ENOENT");
});

test("a build that waits ends at a signal", async () => {
  await using folder = await makeFolder();
  await writeFile(join(folder.dir, LOCK), String(process.pid));
  const { child, output, closed } = start(folder.dir);
  await expect.poll(output).toContain("Waiting");
  child.kill("SIGTERM");
  expect(await closed).toEqual([1, null]);
  expect(await readFile(join(folder.dir, LOCK), "utf8")).toBe(String(process.pid));
});

test("a build that fails says so, and leaves no lock and nothing that passes for built", async () => {
  await using folder = await makeFolder();
  await writeFile(join(folder.dir, "proxy.ts"), "another source");
  const { output, closed } = start(folder.dir);
  expect(await closed).toEqual([1, null]);
  expect(output()).toContain("node_modules");
  for (const file of [LOCK, BUILT_FROM]) await expect(readFile(join(folder.dir, file))).rejects.toThrow("ENOENT");
});
