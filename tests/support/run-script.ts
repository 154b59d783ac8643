import { execFile } from "node:child_process";
import { promisify } from "node:util";

/**
 * Runs a program of the project in a process of its own, as its npm script does, and returns what it printed. Throws
 * when it fails.
 */
export async function runScript(path: string, args: readonly string[], env: Record<string, string>): Promise<string> {
  const { stdout } = await promisify(execFile)(
    process.execPath,
    ["--conditions=react-server", "--import", "tsx", path, ...args],
    { env: { ...process.env, ...env } },
  );
  return stdout;
}
