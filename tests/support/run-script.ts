import { type ChildProcess, execFile, spawn } from "node:child_process";
import { once } from "node:events";
import { promisify } from "node:util";

const toArgs = (path: string, args: readonly string[]) => [
  ...["--conditions=react-server", "--import", "tsx", path],
  ...args,
];

/** Runs a script as its npm command does, to its end or failure. */
export function tryScript(path: string, args: readonly string[], env: Record<string, string>) {
  return new Promise<{ code: unknown; stdout: string; stderr: string }>((resolve) =>
    execFile(process.execPath, toArgs(path, args), { env: { ...process.env, ...env } }, (error, stdout, stderr) =>
      resolve({ code: error === null ? 0 : error.code, stdout, stderr }),
    ),
  );
}

/** Runs a script as its npm command does; returns its output. Throws when it fails. */
export async function runScript(path: string, args: readonly string[], env: Record<string, string>): Promise<string> {
  const { stdout } = await promisify(execFile)(process.execPath, toArgs(path, args), {
    env: { ...process.env, ...env },
  });
  return stdout;
}

export function startScript(
  path: string,
  args: readonly string[],
  env: Record<string, string>,
): { child: ChildProcess; ended: Promise<unknown> } {
  const child = spawn(process.execPath, toArgs(path, args), { env: { ...process.env, ...env }, stdio: "ignore" });
  return { child, ended: once(child, "exit") };
}
