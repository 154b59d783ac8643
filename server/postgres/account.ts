import { execFile } from "node:child_process";
import { promisify } from "node:util";

const run = promisify(execFile);

/** System user that runs PostgreSQL; null: the user of this process. */
export type Account = { uid: number; gid: number } | null;

/** PostgreSQL refuses to run as root, so root runs it as another user. */
export const isRoot = process.getuid?.() === 0;

/** User that root runs PostgreSQL as: `postgres`, created when missing, else `nobody`. Throws when neither exists. */
export async function findAccount(): Promise<Account> {
  if (!isRoot) return null;
  const account =
    (await lookUp("postgres")) ?? (await create("postgres").then(() => lookUp("postgres"))) ?? (await lookUp("nobody"));
  if (!account)
    throw new Error("PostgreSQL does not run as root, and there is no user postgres or nobody to run it as.");
  return account;
}

async function lookUp(name: string): Promise<Account> {
  try {
    const [uid, gid] = await Promise.all([run("id", ["-u", name]), run("id", ["-g", name])]);
    return { uid: Number(uid.stdout), gid: Number(gid.stdout) };
  } catch {
    return null;
  }
}

async function create(name: string): Promise<void> {
  const options = ["--system", "--user-group", "--no-create-home", "--home-dir", "/nonexistent"];
  await run("useradd", [...options, "--shell", "/bin/false", name]).catch(() => {});
}

/**
 * Runs a program to its end as `account`, in a folder that everybody may enter, and without this process' environment,
 * which holds secrets. Throws with the program's output.
 */
export async function runAs(account: Account, command: string, args: readonly string[]): Promise<string> {
  const { NODE_ENV, PATH, SystemRoot, TEMP, TMPDIR } = process.env;
  const env = { NODE_ENV, PATH, SystemRoot, TEMP, TMPDIR, LC_ALL: "C" };
  try {
    const { stdout } = await run(command, args, { ...account, cwd: "/", env, maxBuffer: 2 ** 24, windowsHide: true });
    return stdout;
  } catch (error) {
    const { stdout, stderr } = error as { stdout?: string; stderr?: string };
    throw new Error([error instanceof Error ? error.message : error, stderr, stdout].filter(Boolean).join("\n").trim());
  }
}

/** Tests if `account` can enter and read `dir`, by doing it: parents, access lists and mounts all decide. */
export async function canEnter(account: Account, dir: string): Promise<boolean> {
  if (account === null) return true;
  return runAs(account, "/bin/sh", ["-c", 'cd "$1" && test -w .', "sh", dir]).then(
    () => true,
    () => false,
  );
}
