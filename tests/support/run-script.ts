import { type ChildProcess, type ChildProcessByStdio, spawn } from "node:child_process";
import type { Readable } from "node:stream";

type Command = [path: string, args: readonly string[], env: Record<string, string>];
/** `code` is null where a signal ended it. */
export type Ended = { code: number | null; stdout: string; stderr: string };

/** Starts a script as its npm command does. */
export function startScript(...[path, args, env]: Command): { child: ChildProcess; ended: Promise<Ended> } {
  const child = spawn(process.execPath, ["--conditions=react-server", "--import", "tsx", path, ...args], {
    env: { ...process.env, ...env },
    stdio: ["ignore", "pipe", "pipe"],
  });
  return { child, ended: readToEnd(child) };
}

/** Collects what a process prints until it ends. */
export function readToEnd(child: ChildProcessByStdio<null, Readable, Readable>): Promise<Ended> {
  let stdout = "";
  let stderr = "";
  child.stdout.setEncoding("utf8").on("data", (text: string) => {
    stdout += text;
  });
  child.stderr.setEncoding("utf8").on("data", (text: string) => {
    stderr += text;
  });
  return new Promise((resolve, reject) => {
    child.once("error", reject);
    child.once("close", (code) => resolve({ code, stdout, stderr }));
  });
}

/** Runs a script to its end or failure. */
export const tryScript = (...command: Command): Promise<Ended> => startScript(...command).ended;

/** Returns the output of a script. Throws when it fails. */
export async function runScript(...command: Command): Promise<string> {
  const { code, stdout, stderr } = await tryScript(...command);
  if (code !== 0) throw new Error(`${command[0]} ended with ${code}:\n${stderr}`);
  return stdout;
}
