import { join, resolve } from "node:path";
import nextEnv from "@next/env";
import { readVariables, SettingsError } from "@/lib/platform/env";
import type { ConnectionBounds } from "./edge/connection-bounds";

export type Settings = {
  /** The database to use; undefined: an embedded one in `dataDir`. */
  databaseUrl: string | undefined;
  dataDir: string;
  /** Where exports are kept as files. */
  exportDir: string;
  host: string;
  port: number;
  /** Seconds that new requests are still answered when the process is told to end. */
  graceSeconds: number;
  metricsHost: string;
  /** Null: no metrics. */
  metricsPort: number | null;
  connections: ConnectionBounds;
};

/**
 * The settings that decide where this process runs. All others are checked too, so that a wrong one is said before
 * anything is opened. The .env files count, by the rules of Next. Throws SettingsError.
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
      // Behind a proxy all of them come from its address.
      maxOfAddress: variables.MAX_CONNECTIONS_PER_ADDRESS ?? (variables.TRUST_PROXY_HOPS > 0 ? 0 : 1_024),
      requestSeconds: variables.REQUEST_TIMEOUT_SECONDS,
      slowReaderSeconds: variables.SLOW_READER_SECONDS,
    },
  };
}
