import { join, resolve } from "node:path";
import nextEnv from "@next/env";
import { readVariables, SettingsError } from "@/lib/platform/env";

export type Settings = {
  /** Database URL; undefined: an embedded database in `dataDir`. */
  databaseUrl: string | undefined;
  dataDir: string;
  /** Folder of the export files. */
  exportDir: string;
  host: string;
  port: number;
  /** Seconds for which new requests are still answered after a signal to stop. */
  graceSeconds: number;
  metricsHost: string;
  /** Null: no metrics server. */
  metricsPort: number | null;
};

/**
 * Reads the settings that decide where this process runs. Checks all others too, so that a wrong one is reported before
 * anything is opened. Loads the .env files by Next's rules. Throws SettingsError.
 */
export function readSettings(): Settings {
  const error = (message: string, cause?: unknown) => {
    throw new SettingsError(`${message}${cause instanceof Error ? `: ${cause.message}` : ""}.`);
  };
  nextEnv.loadEnvConfig(process.cwd(), process.env.NODE_ENV === "development", { info: () => {}, error });
  const variables = readVariables();
  const dataDir = resolve(variables.DATA_DIR);
  return {
    databaseUrl: variables.DATABASE_URL,
    dataDir,
    exportDir: resolve(variables.EXPORT_DIR ?? join(dataDir, "exports")),
    host: variables.HOST,
    port: variables.PORT,
    graceSeconds: variables.SHUTDOWN_GRACE_SECONDS,
    metricsHost: variables.METRICS_HOST,
    metricsPort: variables.METRICS_PORT,
  };
}
