import "server-only";
import { PrismaPg } from "@prisma/adapter-pg";
import { Client, type ClientBase, Pool, type PoolConfig, type QueryConfig } from "pg";
import { PrismaClient } from "@/prisma/client/client";
import { env } from "./env";
import { log } from "./log";
import { processSingleton } from "./process-singleton";

/** Connections that make or send exports, and one that holds the lock for making them after a publish. */
const LONG_CONNECTIONS = 5;
/** Connections opened before the first request and never closed while idle: on a busy machine a new one may take longer than callers wait. */
const READY_CONNECTIONS = 10;
const CONNECT_TIMEOUT_MS = 2_000;
/** After this the primary is asked: a replica that hangs costs each request under way this long, once. */
const REPLICA_TIMEOUT_MS = 1_000;

/**
 * Connections for answers, with timeouts (pg by default waits without end). Imports open a client of their own, because
 * they take longer than an answer may.
 */
export function pool(): Pool {
  return processSingleton("pg-pool", () => {
    const { DATABASE_POOL_MAX } = env();
    const min = Math.min(READY_CONNECTIONS, DATABASE_POOL_MAX);
    return openPool({ max: DATABASE_POOL_MAX, min, query_timeout: 6_000, application_name: "price-atlas" }, 5_000);
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

/** `isUsed` is null until the replica was asked for the first time. */
const replica = () => processSingleton("replica", () => ({ isUsed: null as boolean | null }));

/** Connections to the replica; null without DATABASE_REPLICA_URL. */
function replicaPool(): Pool | null {
  const { DATABASE_REPLICA_URL, DATABASE_POOL_MAX } = env();
  if (DATABASE_REPLICA_URL === undefined) return null;
  return processSingleton("pg-replica-pool", () => {
    const created = new Pool({
      connectionString: DATABASE_REPLICA_URL,
      max: DATABASE_POOL_MAX,
      connectionTimeoutMillis: REPLICA_TIMEOUT_MS,
      query_timeout: REPLICA_TIMEOUT_MS,
      application_name: "price-atlas",
    });
    created.on("error", () => switchReplica(false));
    return created;
  });
}

/**
 * Pool for published tables and their version, which only reads: asks the replica while that is used, and the primary
 * for what the replica fails to answer. Without a replica, the pool of the primary.
 */
export function publishedPool(): Pool {
  const standby = replicaPool();
  if (standby === null) return pool();
  return processSingleton("pg-published-pool", () => {
    // Opens no connection: each query goes to one of the two.
    const both = new Pool();
    both.query = (async (query: QueryConfig) => {
      if (!isReplicaUsed()) return pool().query(query);
      return standby.query(query).catch(() => {
        switchReplica(false);
        return pool().query(query);
      });
    }) as Pool["query"];
    return both;
  });
}

/** Prisma on `publishedPool`. */
export function publishedDb(): PrismaClient {
  if (replicaPool() === null) return db();
  return processSingleton("prisma-published", () => new PrismaClient({ adapter: new PrismaPg(publishedPool()) }));
}

export const hasReplica = (): boolean => env().DATABASE_REPLICA_URL !== undefined;

export const isReplicaUsed = (): boolean => replica().isUsed === true;

export function switchReplica(isUsed: boolean): void {
  const state = replica();
  if (state.isUsed === isUsed) return;
  state.isUsed = isUsed;
  if (isUsed) log().info("reads go to the replica");
  else log().warn("the replica is away or behind: reads go to the primary");
}

/** Checks whether the replica has a version as it is known here, or a newer one. False without a replica. */
export async function isOnReplica({ id, redacted }: { id: number; redacted: number }): Promise<boolean> {
  const text = "SELECT FROM dataset_version WHERE id > $1 OR (id = $1 AND redacted >= $2) LIMIT 1";
  const found = await replicaPool()?.query({ text, values: [id, redacted] });
  return found?.rowCount === 1;
}

/** Closes every connection when the process stops. */
export async function closeDatabase(): Promise<void> {
  await db().$disconnect();
  // Not awaited: exports in progress are abandoned, however long they would take.
  void longPool().end();
  void replicaPool()?.end();
  await pool().end();
}
