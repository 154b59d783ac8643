import { join, resolve } from "node:path";
import env from "@next/env";

export type Settings = {
  /** The database to use; undefined: an embedded one in `dataDir`. */
  databaseUrl: string | undefined;
  dataDir: string;
  /** Where exports are kept as files. */
  exportDir: string;
  host: string;
  port: number;
};

/**
 * The settings that decide where this process runs. They are read before lib/env, which wants to know
 * the database already. The .env files count, by the rules of Next.
 */
export function readSettings(): Settings {
  env.loadEnvConfig(process.cwd(), process.env.NODE_ENV === "development", { info: () => {}, error: console.error });
  const { DATABASE_URL, DATA_DIR, EXPORT_DIR, HOST, PORT } = process.env;
  const port = Number(PORT || 3000);
  if (!Number.isInteger(port) || port < 0 || port > 65_535) throw new Error(`PORT must be 0 to 65535, not "${PORT}"`);
  const dataDir = resolve(DATA_DIR || ".data");
  return {
    databaseUrl: DATABASE_URL || undefined,
    dataDir,
    exportDir: resolve(EXPORT_DIR || join(dataDir, "exports")),
    host: HOST || "127.0.0.1",
    port,
  };
}
