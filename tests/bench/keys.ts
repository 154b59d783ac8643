import { execFile } from "node:child_process";
import { promisify } from "node:util";

const COMMAND = ["--conditions=react-server", "--import", "tsx", "scripts/keys-create.ts"];

/** Keys of a database with the highest limit there is, made as an operator makes them. */
export async function createKeys(databaseUrl: string, count: number): Promise<string[]> {
  const keys: string[] = [];
  for (let made = 0; made < count; made++) {
    const { stdout } = await promisify(execFile)(
      process.execPath,
      [...COMMAND, "--name", `benchmark ${made}`, "--limit", "100000"],
      { env: { ...process.env, DATABASE_URL: databaseUrl } },
    );
    const [key] = /\bpa_\w+/.exec(stdout) ?? [];
    if (key === undefined) throw new Error(`keys:create printed no key:\n${stdout}`);
    keys.push(key);
  }
  return keys;
}
