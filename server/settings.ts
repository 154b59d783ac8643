import { randomBytes, randomUUID } from "node:crypto";
import { link, mkdir, readFile, rm, writeFile } from "node:fs/promises";
import { join, resolve, sep } from "node:path";
import nextEnv from "@next/env";
import { readVariables, SettingsError } from "@/lib/platform/env";

/** Checks all settings before anything is opened, and loads .env files by Next's rules. Throws SettingsError. */
export function readSettings() {
  const error = (message: string, cause?: unknown) => {
    throw new SettingsError(`${message}${cause instanceof Error ? `: ${cause.message}` : ""}.`);
  };
  nextEnv.loadEnvConfig(process.cwd(), process.env.NODE_ENV === "development", { info: () => {}, error });
  const variables = readVariables();
  const dataDir = resolve(variables.DATA_DIR);
  return {
    databaseUrl: variables.DATABASE_URL,
    databaseOwnerUrl: variables.DATABASE_OWNER_URL,
    dataDir,
    exportDir: resolve(variables.EXPORT_DIR ?? join(dataDir, "exports")),
    hasPasswords: variables.STAFF_PASSWORDS === "1",
    host: variables.HOST,
    port: variables.PORT,
    graceSeconds: variables.SHUTDOWN_GRACE_SECONDS,
  };
}

/**
 * Makes NEXTAUTH_SECRET once beside the embedded database. With an external database, which processes may share, the
 * operator sets it.
 */
export async function ensureAuthSecret(dataDir: string): Promise<void> {
  if (process.env.NEXTAUTH_SECRET) return;
  const file = join(dataDir, "auth-secret");
  await mkdir(dataDir, { recursive: true });
  // A link appears whole or fails where one exists, so that two first starts read one secret.
  const own = `${file}.${randomUUID()}`;
  try {
    await writeFile(own, randomBytes(32).toString("base64url"), { flag: "wx", mode: 0o600 });
    await link(own, file).catch((error) => {
      if (error.code !== "EEXIST") throw error;
    });
  } finally {
    await rm(own, { force: true });
  }
  process.env.NEXTAUTH_SECRET = await readFile(file, "utf8");
}

const REASONS: Record<string, string> = {
  EACCES: "this user may not",
  EPERM: "this user may not",
  EROFS: "the disk is read-only",
  ENOSPC: "the disk is full",
  EDQUOT: "the disk's quota is used up",
  ENOTDIR: "a part of it is a file",
  EISDIR: "it is a folder",
  ENOENT: "it does not exist",
  EEXIST: "it exists already",
  EMFILE: "too many files are open (ulimit -n 1024)",
};

export function explainFailure(error: unknown): string {
  if (!(error instanceof Error)) return String(error);
  const {
    code = "",
    syscall = "",
    path,
    address,
    port,
  }: NodeJS.ErrnoException & { address?: string; port?: number } = error;
  if (syscall === "listen" || syscall === "bind") {
    const setting = port === readVariables().METRICS_PORT ? "METRICS_" : "";
    if (code === "EADDRINUSE")
      return `Port ${port} of ${address} is in use: stop what listens there, or set ${setting}PORT to another.`;
    if (code === "EACCES")
      return `Port ${port} of ${address} needs more rights than this user has: set ${setting}PORT to one above 1023.`;
    return `${setting}HOST=${address} is no address of this machine (${code}).`;
  }
  const reason = REASONS[code];
  if (path === undefined || reason === undefined) return error.message.replace(/\s*\n\s*/g, " | ");
  const isData = `${path}${sep}`.startsWith(`${readSettings().dataDir}${sep}`);
  return `${syscall} ${path}: ${reason}.${isData ? " DATA_DIR must be a folder that this user can write to." : ""}`;
}
