import { join, resolve } from "node:path";
import nextEnv from "@next/env";
import { readVariables, SettingsError } from "@/lib/platform/env";
import type { ConnectionBounds } from "@/server/edge/bounds/connection-bounds";

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
  connections: ConnectionBounds;
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
    connections: {
      max: variables.MAX_CONNECTIONS,
      // Behind a proxy all connections come from the proxy's address.
      maxOfAddress: variables.MAX_CONNECTIONS_PER_ADDRESS ?? (variables.TRUST_PROXY_HOPS > 0 ? 0 : 1_024),
      requestSeconds: variables.REQUEST_TIMEOUT_SECONDS,
      slowReaderSeconds: variables.SLOW_READER_SECONDS,
    },
  };
}
