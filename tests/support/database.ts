import { randomBytes } from "node:crypto";
import { Client } from "pg";

/** A PostgreSQL for tests, which several servers share; what it writes need not outlast a power cut. */
export const TEST_SETTINGS = ["max_connections=150", "fsync=off", "full_page_writes=off", "synchronous_commit=off"];

/** Content of a new database: nothing, the tables, or the tables and the published bundled dataset. */
export type Template = "template0" | "migrated" | "bundled";

export type TestDatabase = { url: string; [Symbol.asyncDispose](): Promise<void> };

/** A new database in the cluster of `adminUrl`, dropped when it is disposed of, whoever is connected. */
export async function createDatabaseFrom(adminUrl: string, template: string): Promise<TestDatabase> {
  const name = `test_${randomBytes(6).toString("hex")}`;
  // Its files as they are: through the log it takes twice the time.
  await execute(adminUrl, `CREATE DATABASE ${name} TEMPLATE ${template} STRATEGY FILE_COPY`);
  return {
    url: withDatabase(adminUrl, name),
    [Symbol.asyncDispose]: () => execute(adminUrl, `DROP DATABASE IF EXISTS ${name} WITH (FORCE)`),
  };
}

/** The address of another database of the same cluster. */
export function withDatabase(url: string, name: string): string {
  const changed = new URL(url);
  changed.pathname = `/${name}`;
  return changed.href;
}

/** Runs one statement on a connection of its own. */
export async function execute(url: string, sql: string): Promise<void> {
  const client = new Client({ connectionString: url });
  await client.connect();
  try {
    await client.query(sql);
  } finally {
    await client.end();
  }
}
