import { type ChildProcess, execFile, execFileSync, spawn } from "node:child_process";
import { once } from "node:events";
import { chown, mkdtemp, readdir, rm } from "node:fs/promises";
import { join } from "node:path";
import { setTimeout as sleep } from "node:timers/promises";
import { promisify } from "node:util";
import { Client } from "pg";
import { inject } from "vitest";
import { findFreePort } from "@/server/find-free-port";
import { findProgram, leaveOut } from "./needs";
import { listProcesses } from "./processes";

const run = promisify(execFile);
const VERSIONS = "/usr/lib/postgresql";

/** Skips `tests` without Debian's PostgreSQL servers, which can follow each other. */
export const lacksPostgres = (tests: string): boolean =>
  findProgram("pg_basebackup") === null && leaveOut(tests, "apt-get install postgresql");

export type Standby = {
  url: string;
  kill(): Promise<void>;
  start(): Promise<void>;
  /** Suspends all its processes, with connections open. */
  freeze(): Promise<void>;
  thaw(): Promise<void>;
};
export type Pair = { url: string; standby: Standby; [Symbol.asyncDispose](): Promise<void> };

/** Starts a PostgreSQL and a standby as docs/operations.md says. */
export async function startPair(): Promise<Pair> {
  const [newest] = (await readdir(VERSIONS)).sort((a, b) => Number(b) - Number(a));
  const bin = join(VERSIONS, newest ?? "", "bin");
  const dir = await mkdtemp(join(inject("harness").dir, "pair-"));
  // PostgreSQL refuses to run as root.
  const idOf = (flag: string) => Number(execFileSync("id", [flag, "postgres"]));
  const user = process.getuid?.() === 0 ? { uid: idOf("-u"), gid: idOf("-g") } : {};
  if (user.uid !== undefined) await chown(dir, user.uid, user.gid);
  const options = { ...user, cwd: "/", env: { ...process.env, LC_ALL: "C" } };
  const port = await findFreePort("127.0.0.1");
  const standbyPort = await findFreePort("127.0.0.1");
  const data = join(dir, "primary");
  const standbyData = join(dir, "standby");
  const urlOf = (at: number) => `postgresql://price_atlas@127.0.0.1:${at}/postgres`;

  const start = async (folder: string, at: number): Promise<ChildProcess> => {
    const settings = ["listen_addresses=127.0.0.1", "unix_socket_directories=", "fsync=off", "max_connections=100"];
    const args = ["-D", folder, "-p", String(at), ...settings.flatMap((setting) => ["-c", setting])];
    const child = spawn(join(bin, "postgres"), args, { ...options, stdio: "ignore" });
    while (!(await answers(urlOf(at)))) {
      if (child.exitCode !== null) throw new Error(`PostgreSQL in ${folder} ended with ${child.exitCode}`);
      await sleep(50);
    }
    return child;
  };
  const signal = async (child: ChildProcess, name: NodeJS.Signals) => {
    const pids = (await listProcesses()).filter(({ parent }) => parent === child.pid).map(({ pid }) => pid);
    for (const pid of [child.pid ?? 0, ...pids]) process.kill(pid, name);
  };
  const end = async (child: ChildProcess) => {
    if (child.exitCode !== null || child.signalCode !== null) return;
    const ended = once(child, "exit");
    // Ends all processes without writing pending data.
    child.kill("SIGQUIT");
    await ended;
  };

  const access = ["--username=price_atlas", "--auth=trust", "--encoding=UTF8", "--locale=C", "--no-sync"];
  await run(join(bin, "initdb"), [`--pgdata=${data}`, ...access], options);
  const primary = await start(data, port);
  const source = [`--pgdata=${standbyData}`, "--host=127.0.0.1", `--port=${port}`, "--username=price_atlas"];
  await run(join(bin, "pg_basebackup"), [...source, "--write-recovery-conf", "--checkpoint=fast"], options);
  let child = await start(standbyData, standbyPort);
  return {
    url: urlOf(port),
    standby: {
      url: urlOf(standbyPort),
      kill: () => end(child),
      start: async () => {
        child = await start(standbyData, standbyPort);
      },
      freeze: () => signal(child, "SIGSTOP"),
      thaw: () => signal(child, "SIGCONT"),
    },
    [Symbol.asyncDispose]: async () => {
      await end(child);
      await end(primary);
      await rm(dir, { recursive: true });
    },
  };
}

async function answers(url: string): Promise<boolean> {
  const client = new Client({ connectionString: url });
  return client.connect().then(
    () => client.end().then(() => true),
    () => false,
  );
}
