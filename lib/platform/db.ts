import "server-only";
import { PrismaPg } from "@prisma/adapter-pg";
import type { Pool, PoolConfig } from "pg";
import { PrismaClient } from "@/prisma/client/client";
import { closeDatabaseHealth, openDatabaseSocket } from "./database-health";
import { env } from "./env";
import { log } from "./log";
import { PatientPool } from "./patient-pool";
import { processSingleton } from "./process-singleton";

/** Of exports that are made or sent, and one that holds the right to make them ahead. */
const LONG_CONNECTIONS = 5;
/** Connections that are open before the first request, and stay open. */
const READY_CONNECTIONS = 4;
const CONNECT_WITHIN_MS = 2_000;

/**
 * Connections for reads: the defaults of pg wait for ever, these give up. Imports open a client of
 * their own, because they may take longer than an answer may.
 */
export function pool(): Pool {
  return processSingleton("pg-pool", () => {
    const { DATABASE_POOL_MAX } = env();
    const min = Math.min(READY_CONNECTIONS, DATABASE_POOL_MAX);
    return openPool({ max: DATABASE_POOL_MAX, min, query_timeout: 6_000, application_name: "price-atlas" }, 5_000);
  });
}

/**
 * Connections for exports, which take longer than an answer may: few, so that those for answers are never short.
 */
export function longPool(): Pool {
  return processSingleton("pg-long-pool", () =>
    openPool({ max: LONG_CONNECTIONS, idleTimeoutMillis: 1_000, application_name: "price-atlas-export" }, 600_000),
  );
}

function openPool(config: PoolConfig, statementTimeoutMs: number): Pool {
  const created = new PatientPool({
    ...config,
    connectionString: env().DATABASE_URL,
    connectionTimeoutMillis: CONNECT_WITHIN_MS,
    stream: openDatabaseSocket,
    // Not a parameter of the connection's start, which PgBouncer refuses.
    onConnect: (client) => client.query(`SET statement_timeout = ${statementTimeoutMs}`),
  });
  // A connection that is lost in the hands of who took it fails their next query; without this, also the process.
  created.on("connect", (client) => client.on("error", () => {}));
  created.on("error", (error) => log().warn({ error: error.message }, "an idle database connection was lost"));
  return created;
}

/** Opens the connections that stay open, so that the first callers after a start do not wait for them. */
export async function openConnections(): Promise<void> {
  const count = Math.min(READY_CONNECTIONS, env().DATABASE_POOL_MAX);
  const clients = await Promise.all(Array.from({ length: count }, () => pool().connect()));
  for (const client of clients) client.release();
}

/** The only PrismaClient. */
export function db(): PrismaClient {
  return processSingleton("prisma", () => new PrismaClient({ adapter: new PrismaPg(pool()) }));
}

/** Ends every connection, for a process that stops. */
export async function closeDatabase(): Promise<void> {
  await db().$disconnect();
  // Exports that are being made are given up with the process, however long they would take.
  void longPool().end();
  await pool().end();
  closeDatabaseHealth();
}
