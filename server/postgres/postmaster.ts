import { execFile } from "node:child_process";
import { readFile, rm } from "node:fs/promises";
import { join } from "node:path";
import { promisify } from "node:util";

const run = promisify(execFile);

/**
 * Port of the PostgreSQL that runs on this data directory; null when none does. Removes the pid file of a crashed
 * server when another program has its process id now: PostgreSQL would take that program for a server and refuse to
 * start.
 */
export async function findPostmasterPort(dataDir: string): Promise<number | null> {
  const pidFile = join(dataDir, "postmaster.pid");
  // Lines of the file: pid, data directory, start time, port; the later ones appear while the server starts.
  const text = await readFile(pidFile, "utf8").catch(() => "");
  const [pid, , , port] = text.split("\n").map(Number);
  if (!pid || !isAlive(pid)) return null;
  if (await isPostmaster(pid, dataDir)) return port ?? 0;
  await rm(pidFile, { force: true });
  return null;
}

async function isPostmaster(pid: number, dataDir: string): Promise<boolean> {
  const command = await readCommand(pid);
  // Unknown when neither /proc nor ps answers; PostgreSQL then decides by itself.
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

/** Checks that a process with this id exists, whoever owns it. */
export function isAlive(pid: number): boolean {
  try {
    process.kill(pid, 0);
    return true;
  } catch (error) {
    return error instanceof Error && "code" in error && error.code === "EPERM";
  }
}
