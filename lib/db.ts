import "server-only";
import { PrismaPg } from "@prisma/adapter-pg";
import { Pool } from "pg";
import { PrismaClient } from "@/prisma/client/client";
import { closeDatabasePulse, openDatabaseSocket } from "./database-pulse";
import { env } from "./env";
import { log } from "./log";
import { once } from "./once";

/** Of exports that are made or sent, and one that holds the right to make them ahead. */
const LONG_CONNECTIONS = 5;

/**
 * Connections for reads: the defaults of pg wait for ever, these give up. Imports open a client of
 * their own, because they may take longer than an answer may.
 */
export function pool(): Pool {
  return once("pg-pool", () => {
    const created = new Pool({
      connectionString: env().DATABASE_URL,
      max: env().DATABASE_POOL_MAX,
      connectionTimeoutMillis: 2_000,
      statement_timeout: 5_000,
      query_timeout: 6_000,
      application_name: "price-atlas",
      stream: openDatabaseSocket,
    });
    // A connection that is lost in the hands of who took it fails their next query; without this, also the process.
    created.on("connect", (client) => client.on("error", () => {}));
    created.on("error", (error) => log().warn({ error: error.message }, "an idle database connection was lost"));
    return created;
  });
}

/**
 * Connections for exports, which take longer than an answer may: few, so that those for answers are never short.
 */
export function longPool(): Pool {
  return once("pg-long-pool", () => {
    const created = new Pool({
      connectionString: env().DATABASE_URL,
      max: LONG_CONNECTIONS,
      connectionTimeoutMillis: 2_000,
      idleTimeoutMillis: 1_000,
      statement_timeout: 600_000,
      application_name: "price-atlas-export",
      stream: openDatabaseSocket,
    });
    created.on("connect", (client) => client.on("error", () => {}));
    created.on("error", (error) => log().warn({ error: error.message }, "an idle database connection was lost"));
    return created;
  });
}

/** The only PrismaClient. */
export function db(): PrismaClient {
  return once("prisma", () => new PrismaClient({ adapter: new PrismaPg(pool()) }));
}

/** Ends every connection, for a process that stops. */
export async function closeDatabase(): Promise<void> {
  await db().$disconnect();
  // Exports that are being made are given up with the process, however long they would take.
  void longPool().end();
  await pool().end();
  closeDatabasePulse();
}
