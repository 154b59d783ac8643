import { randomBytes } from "node:crypto";
import { Client } from "pg";

/** Data need not survive a power cut, and are too few for helpers. */
export const TEST_SETTINGS = [
  "max_connections=400",
  "fsync=off",
  "full_page_writes=off",
  "synchronous_commit=off",
  "autovacuum=off",
  "max_parallel_workers_per_gather=0",
];

/** `small`: a part of the bundled dataset. */
export type Template = "template0" | "migrated" | "bundled" | "small";

export type TestDatabase = { url: string; [Symbol.asyncDispose](): Promise<void> };

/** Dropped on disposal, also with open connections. */
export async function createDatabaseFrom(adminUrl: string, template: string): Promise<TestDatabase> {
  const name = `test_${randomBytes(6).toString("hex")}`;
  // FILE_COPY: copying through the log takes twice the time.
  await execute(adminUrl, `CREATE DATABASE ${name} TEMPLATE ${template} STRATEGY FILE_COPY`);
  return {
    url: withDatabase(adminUrl, name),
    [Symbol.asyncDispose]: () => execute(adminUrl, `DROP DATABASE IF EXISTS ${name} WITH (FORCE)`),
  };
}

export function withDatabase(url: string, name: string): string {
  const changed = new URL(url);
  changed.pathname = `/${name}`;
  return changed.href;
}

export async function execute(url: string, sql: string): Promise<void> {
  const client = new Client({ connectionString: url });
  await client.connect();
  try {
    await client.query(sql);
  } finally {
    await client.end();
  }
}
