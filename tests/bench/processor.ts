import { execFile } from "node:child_process";
import { readFile } from "node:fs/promises";
import { promisify } from "node:util";

const MS_PER_S = 1_000;

/** Milliseconds of processor time that a process has used so far (Linux). */
export async function readProcessorMs(pid: number): Promise<number> {
  const stat = await readFile(`/proc/${pid}/stat`, "utf8");
  // proc_pid_stat(5): utime and stime are the 14th and 15th field; the second is in brackets and may have spaces.
  const [user = 0, system = 0] = stat
    .slice(stat.lastIndexOf(")") + 2)
    .split(" ")
    .slice(11, 13)
    .map(Number);
  return ((user + system) * MS_PER_S) / (await readTicksPerSecond());
}

let ticksPerSecond: number | null = null;

async function readTicksPerSecond(): Promise<number> {
  ticksPerSecond ??= Number((await promisify(execFile)("getconf", ["CLK_TCK"])).stdout);
  return ticksPerSecond;
}
