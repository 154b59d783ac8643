import "server-only";
import { PrismaPg } from "@prisma/adapter-pg";
import { Client, type ClientBase, Pool, type PoolConfig, type QueryConfig } from "pg";
import { PrismaClient } from "@/prisma/client/client";
import { env } from "./env";
import { isStopping } from "./lifecycle";
import { log } from "./log";
import { processSingleton } from "./process-singleton";

const LONG_CONNECTIONS = 5;
/** Opened early and kept, because on a busy machine a new connection may take longer than callers wait. */
const READY_CONNECTIONS = 10;
/** Times of a serving process: an answer that comes later helps no caller, who is told to try again. */
function answeringWaits() {
  const statementMs = env().DATABASE_TIMEOUT_SECONDS * 1000;
  return {
    connectMs: hangsAfterMs(),
    statementMs,
    queryMs: statementMs + 1_000,
  };
}
/** After this a database that says nothing counts as hanging: 2 s of the 5 s that a statement may take. */
export const hangsAfterMs = (): number => env().DATABASE_TIMEOUT_SECONDS * 400;

/** Times of a command, which had better end late than fail on a busy machine. */
const PATIENT = {
  connectMs: 60_000,
  statementMs: 120_000,
  queryMs: 121_000,
};
let isPatient = false;
const waits = () => (isPatient ? PATIENT : answeringWaits());

/** Has this process wait for a busy database, as commands may; before its first query. */
export function waitPatiently(): void {
  isPatient = true;
}

let applicationName = "price-atlas";

/** Tells operators in pg_stat_activity what this process works on; before its first query. */
export function nameConnections(purpose: string): void {
  applicationName = `price-atlas-${purpose}`;
}

/** Falls back to the primary after this time. */
const REPLICA_TIMEOUT_MS = 1_000;
/** Until then a stop that lost it is known. */
const TOLD_AFTER_MS = 1_000;

/** Pool for answers, with timeouts. Imports open their own client, because they take longer. */
export function pool(): Pool {
  return processSingleton("pg-pool", () => {
    const { DATABASE_POOL_MAX } = env();
    const min = Math.min(READY_CONNECTIONS, DATABASE_POOL_MAX);
    return openPool(
      { max: DATABASE_POOL_MAX, min, query_timeout: waits().queryMs, application_name: applicationName },
      waits().statementMs,
    );
  });
}

/** Separate pool, so that exports never use up the connections for answers. */
export function longPool(): Pool {
  return processSingleton("pg-long-pool", () =>
    openPool({ max: LONG_CONNECTIONS, idleTimeoutMillis: 1_000, application_name: "price-atlas-export" }, 600_000),
  );
}

const open = processSingleton("pg-clients", () => new Set<ClientBase>());

/** Ends connections to a database that hangs, so that waiting callers fail at once. */
export function endConnections(): void {
  for (const client of open) if (client instanceof Client) void client.end().catch(() => {});
}

function openPool(config: PoolConfig, statementTimeoutMs: number): Pool {
  const created = new Pool({
    ...config,
    connectionString: env().DATABASE_URL,
    connectionTimeoutMillis: waits().connectMs,
    // A statement, because PgBouncer refuses unknown startup parameters.
    onConnect: async (client) => {
      await client.query(`SET statement_timeout = ${statementTimeoutMs}`);
    },
  });
  // A lost connection fails the borrower's next query; without a listener it would end the process.
  created.on("connect", (client) => {
    client.on("error", () => {});
    open.add(client);
  });
  created.on("remove", (client) => open.delete(client));
  created.on("error", (error) => setTimeout(tellLost, TOLD_AFTER_MS, error).unref());
  return created;
}

/** Ctrl-C at a terminal ends the database beside this process: then it is not worth a word. */
function tellLost(error: Error): void {
  if (!isStopping()) log().warn({ error: error.message }, "an idle database connection was lost");
}

/** Throws where one cannot be had; the others are given back first, because closing waits for them. */
export async function openConnections(): Promise<void> {
  const count = Math.min(READY_CONNECTIONS, env().DATABASE_POOL_MAX);
  const opened = await Promise.allSettled(Array.from({ length: count }, () => pool().connect()));
  for (const each of opened) if (each.status === "fulfilled") each.value.release();
  for (const each of opened) if (each.status === "rejected") throw each.reason;
}

export function db(): PrismaClient {
  return processSingleton("prisma", () => {
    const { connectMs, queryMs } = waits();
    // Prisma's own waits are for a machine that is never busy.
    const transactionOptions = { maxWait: connectMs, timeout: queryMs };
    return new PrismaClient({ adapter: new PrismaPg(pool()), transactionOptions });
  });
}

const replica = () => processSingleton("replica", () => ({ isUsed: null as boolean | null }));

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

/** Read-only pool for published tables: asks the replica, and the primary where the replica fails. */
export function publishedPool(): Pool {
  const standby = replicaPool();
  if (standby === null) return pool();
  return processSingleton("pg-published-pool", () => {
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

/** Checks for this version or a newer one. False without a replica. */
export async function isOnReplica({ id, redacted }: { id: number; redacted: number }): Promise<boolean> {
  const text = "SELECT FROM dataset_version WHERE id > $1 OR (id = $1 AND redacted >= $2) LIMIT 1";
  const found = await replicaPool()?.query({ text, values: [id, redacted] });
  return found?.rowCount === 1;
}

export async function closeDatabase(): Promise<void> {
  await db().$disconnect();
  // Not awaited, so that exports in progress are abandoned.
  void longPool().end();
  void replicaPool()?.end();
  await pool().end();
}
