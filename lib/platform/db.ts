import "server-only";
import { PrismaPg } from "@prisma/adapter-pg";
import { Client, type ClientBase, Pool, type PoolConfig } from "pg";
import { PrismaClient } from "@/prisma/client/client";
import { env } from "./env";
import { log } from "./log";
import { processSingleton } from "./process-singleton";

/** Connections that make or send exports, and one that holds the lock for making them after a publish. */
const LONG_CONNECTIONS = 5;
/** Connections opened before the first request and never closed while idle. */
const READY_CONNECTIONS = 4;
const CONNECT_TIMEOUT_MS = 2_000;

/**
 * Connections for answers, with timeouts (pg by default waits without end). Imports open a client of their own, because
 * they take longer than an answer may.
 */
export function pool(): Pool {
  return processSingleton("pg-pool", () => {
    const { DATABASE_POOL_MAX } = env();
    const min = Math.min(READY_CONNECTIONS, DATABASE_POOL_MAX);
    return openPool(
      { max: DATABASE_POOL_MAX, min, query_timeout: 6_000, application_name: "price-atlas" },
      5_000,
    );
  });
}

/**
 * Connections for exports, which take longer than an answer may. A pool of its own, so that exports never use up the
 * connections of answers.
 */
export function longPool(): Pool {
  return processSingleton("pg-long-pool", () =>
    openPool({ max: LONG_CONNECTIONS, idleTimeoutMillis: 1_000, application_name: "price-atlas-export" }, 600_000),
  );
}

const open = processSingleton("pg-clients", () => new Set<ClientBase>());

/** Ends the connections for answers of a database that hangs, so that who waits for one is told at once. */
export function endConnections(): void {
  for (const client of open) if (client instanceof Client) void client.end().catch(() => {});
}

function openPool(config: PoolConfig, statementTimeoutMs: number): Pool {
  const created = new Pool({
    ...config,
    connectionString: env().DATABASE_URL,
    connectionTimeoutMillis: CONNECT_TIMEOUT_MS,
    // A statement, not a startup parameter: PgBouncer refuses startup parameters that it does not know.
    onConnect: async (client) => {
      await client.query(`SET statement_timeout = ${statementTimeoutMs}`);
    },
  });
  // A lost connection fails the next query of its borrower; without this listener it would also end the process.
  created.on("connect", (client) => {
    client.on("error", () => {});
    open.add(client);
  });
  created.on("remove", (client) => open.delete(client));
  created.on("error", (error) => log().warn({ error: error.message }, "an idle database connection was lost"));
  return created;
}

/** Opens the minimum of connections, so that the first requests after a start do not wait for them. */
export async function openConnections(): Promise<void> {
  const count = Math.min(READY_CONNECTIONS, env().DATABASE_POOL_MAX);
  const clients = await Promise.all(Array.from({ length: count }, () => pool().connect()));
  for (const client of clients) client.release();
}

export function db(): PrismaClient {
  return processSingleton("prisma", () => new PrismaClient({ adapter: new PrismaPg(pool()) }));
}

/** Closes every connection when the process stops. */
export async function closeDatabase(): Promise<void> {
  await db().$disconnect();
  // Not awaited: exports in progress are abandoned, however long they would take.
  void longPool().end();
  await pool().end();
}
