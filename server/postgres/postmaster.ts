import { execFile } from "node:child_process";
import { readFile, rm } from "node:fs/promises";
import { join } from "node:path";
import { promisify } from "node:util";
import { isAlive } from "@/server/is-alive";

const run = promisify(execFile);

/**
 * The port of the PostgreSQL that runs on this data directory, or null when none does. A pid file that a
 * crash left behind is removed when its number belongs to another program by now: PostgreSQL itself
 * would take that program for a server and refuse to start.
 */
export async function findPostmasterPort(dataDir: string): Promise<number | null> {
  const pidFile = join(dataDir, "postmaster.pid");
  // Its lines: pid, data directory, start time, port; the later ones appear while the server starts.
  const text = await readFile(pidFile, "utf8").catch(() => "");
  const [pid, , , port] = text.split("\n").map(Number);
  if (!pid || !isAlive(pid)) return null;
  if (await isPostmaster(pid, dataDir)) return port ?? 0;
  await rm(pidFile, { force: true });
  return null;
}

async function isPostmaster(pid: number, dataDir: string): Promise<boolean> {
  const command = await readCommand(pid);
  // Unknown where neither /proc nor ps tells: PostgreSQL's own judgement holds then.
  return command === null || (command.includes("postgres") && command.includes(dataDir));
}

async function readCommand(pid: number): Promise<string | null> {
  try {
    return await readFile(`/proc/${pid}/cmdline`, "utf8");
  } catch {
    return run("ps", ["-ww", "-o", "args=", "-p", String(pid)]).then(
      ({ stdout }) => stdout,
      () => null,
    );
  }
}
