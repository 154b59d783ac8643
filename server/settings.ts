import { join, resolve } from "node:path";
import env from "@next/env";
import type { ConnectionBounds } from "./connection-bounds";

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
 * The settings that decide where this process runs. They are read before lib/env, which wants to know
 * the database already. The .env files count, by the rules of Next.
 */
export function readSettings(): Settings {
  env.loadEnvConfig(process.cwd(), process.env.NODE_ENV === "development", { info: () => {}, error: console.error });
  const { DATABASE_URL, DATA_DIR, EXPORT_DIR, HOST, METRICS_HOST, METRICS_PORT } = process.env;
  const dataDir = resolve(DATA_DIR || ".data");
  const isBehindProxy = readNumber("TRUST_PROXY_HOPS", 0, 10) > 0;
  return {
    databaseUrl: DATABASE_URL || undefined,
    dataDir,
    exportDir: resolve(EXPORT_DIR || join(dataDir, "exports")),
    host: HOST || "127.0.0.1",
    port: readNumber("PORT", 3000, 65_535),
    graceSeconds: readNumber("SHUTDOWN_GRACE_SECONDS", 0, 20),
    metricsHost: METRICS_HOST || "127.0.0.1",
    metricsPort: METRICS_PORT === "off" ? null : readNumber("METRICS_PORT", 9464, 65_535),
    connections: {
      max: readNumber("MAX_CONNECTIONS", 2_000, 1_000_000),
      // Behind a proxy all of them come from its address.
      maxOfAddress: readNumber("MAX_CONNECTIONS_PER_ADDRESS", isBehindProxy ? 0 : 256, 1_000_000),
      requestSeconds: readNumber("REQUEST_TIMEOUT_SECONDS", 20, 3_600),
      slowReaderSeconds: readNumber("SLOW_READER_SECONDS", 120, 3_600),
    },
  };
}

function readNumber(name: string, otherwise: number, max: number): number {
  const value = Number(process.env[name] || otherwise);
  if (Number.isInteger(value) && value >= 0 && value <= max) return value;
  throw new Error(`${name} must be 0 to ${max}, not "${process.env[name]}"`);
}
