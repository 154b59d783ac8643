import { execFile } from "node:child_process";
import { chmod, mkdtemp, readFile, realpath, rm } from "node:fs/promises";
import { join } from "node:path";
import { promisify } from "node:util";
import { inject } from "vitest";
import { listProcesses } from "./processes";

const run = promisify(execFile);

export type Scratch = { dir: string; [Symbol.asyncDispose](): Promise<void> };

/** Data folder that is removed on disposal. `mode`: of its parent folder. */
export async function makeDataDir(mode = 0o755): Promise<Scratch> {
  const parent = await mkdtemp(join(inject("harness").dir, "data-"));
  await chmod(parent, mode);
  const dir = join(parent, "data");
  return {
    dir,
    [Symbol.asyncDispose]: async () => {
      await rm(await findHome(dir), { recursive: true, force: true });
      await rm(parent, { recursive: true, force: true });
    },
  };
}

/** Copies the data folder of a stopped database; keeps owners and shares programs. */
export async function copyDataDir(from: string): Promise<Scratch> {
  const copy = await makeDataDir();
  await run("cp", ["-al", from, copy.dir]);
  const cluster = "postgres/cluster";
  await rm(join(copy.dir, cluster), { recursive: true });
  await run("cp", ["-a", join(from, cluster), join(copy.dir, cluster)]);
  return copy;
}

/** Folder in which the embedded PostgreSQL really is. */
export function findHome(dataDir: string): Promise<string> {
  const link = join(dataDir, "postgres");
  return realpath(link).catch(() => link);
}

/** `pid` null without a file. */
export async function readPidFile(dataDir: string): Promise<{ path: string; pid: number | null }> {
  const path = join(await findHome(dataDir), "cluster/data/postmaster.pid");
  const pid = Number.parseInt(await readFile(path, "utf8").catch(() => ""), 10);
  return { path, pid: Number.isNaN(pid) ? null : pid };
}

export async function findProcesses(dataDir: string): Promise<string[]> {
  const home = await findHome(dataDir);
  const commands = (await listProcesses()).map(({ command }) => command);
  return commands.filter((command) => command.includes(`postgres -D ${home}/`));
}
