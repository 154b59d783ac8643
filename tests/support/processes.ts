import { execFile } from "node:child_process";
import { readdir, readFile } from "node:fs/promises";
import { promisify } from "node:util";

type Process = { pid: number; parent: number; command: string };

/** Reads /proc, else `ps`. */
export async function listProcesses(): Promise<Process[]> {
  const names = await readdir("/proc").catch(() => null);
  if (names === null) return listByPs();
  const read = await Promise.all(names.filter((name) => /^\d+$/.test(name)).map(readProcess));
  return read.filter((process) => process !== null);
}

/** Null for a process that has ended. */
async function readProcess(name: string): Promise<Process | null> {
  try {
    const [stat, words] = await Promise.all(
      ["stat", "cmdline"].map((file) => readFile(`/proc/${name}/${file}`, "utf8")),
    );
    const parent = Number(stat?.slice(stat.lastIndexOf(")")).split(" ")[2]);
    return { pid: Number(name), parent, command: (words ?? "").replaceAll("\0", " ").trim() };
  } catch {
    return null;
  }
}

async function listByPs(): Promise<Process[]> {
  const { stdout } = await promisify(execFile)("ps", ["-axww", "-o", "pid=,ppid=,command="]);
  return [...stdout.matchAll(/^ *(\d+) +(\d+) (.*)$/gm)].map(([, pid, parent, command = ""]) => ({
    pid: Number(pid),
    parent: Number(parent),
    command,
  }));
}
