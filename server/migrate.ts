import { createHash, randomUUID } from "node:crypto";
import { readdir, readFile } from "node:fs/promises";
import { join } from "node:path";
import type { Client } from "pg";
import { connectClient } from "@/lib/database-client";

/** The lock that Prisma's own `migrate deploy` takes: either waits for the other. */
const MIGRATION_LOCK = 72_707_369;

const CREATE_TABLE = `
  CREATE TABLE IF NOT EXISTS _prisma_migrations (
    id                  VARCHAR(36) PRIMARY KEY NOT NULL,
    checksum            VARCHAR(64) NOT NULL,
    finished_at         TIMESTAMPTZ,
    migration_name      VARCHAR(255) NOT NULL,
    logs                TEXT,
    rolled_back_at      TIMESTAMPTZ,
    started_at          TIMESTAMPTZ NOT NULL DEFAULT now(),
    applied_steps_count INTEGER NOT NULL DEFAULT 0
  )`;

type Migration = { name: string; script: string; checksum: string };

/**
 * Applies the migrations of `dir` that the database has not seen, in the order of their names, each in a
 * transaction of its own: one that fails leaves nothing behind. Folders, table and checksums are Prisma's,
 * so that `prisma migrate deploy` does the same where its engine can be had.
 * With `only`, the others are left out. Returns the names applied. Throws when a migration fails, or was edited after it was applied.
 */
export async function migrate(url: string, dir = "prisma/migrations", only?: ReadonlySet<string>): Promise<string[]> {
  const migrations = (await readMigrations(dir)).filter(({ name }) => only?.has(name) ?? true);
  const client = await connectClient(url, "migrate");
  try {
    await client.query("SET lock_timeout = '60s'");
    await client.query("SELECT pg_advisory_lock($1)", [MIGRATION_LOCK]);
    const checksums = await findApplied(client);
    const pending = migrations.filter(({ name, checksum }) => {
      const applied = checksums.get(name);
      if (applied && applied !== checksum)
        throw new Error(`Migration ${name} was edited after it was applied: undo that, and write a new one.`);
      return !applied;
    });
    for (const migration of pending) await apply(client, migration);
    return pending.map(({ name }) => name);
  } finally {
    await client.end();
  }
}

async function readMigrations(dir: string): Promise<Migration[]> {
  const folders = (await readdir(dir, { withFileTypes: true })).filter((entry) => entry.isDirectory());
  const names = folders.map((folder) => folder.name).sort();
  return Promise.all(
    names.map(async (name) => {
      const script = await readFile(join(dir, name, "migration.sql"), "utf8");
      return { name, script, checksum: createHash("sha256").update(script).digest("hex") };
    }),
  );
}

async function findApplied(client: Client): Promise<Map<string, string>> {
  const { rows: tables } = await client.query(
    "SELECT FROM pg_tables WHERE tablename = '_prisma_migrations' AND schemaname = current_schema()",
  );
  if (tables.length === 0) await client.query(CREATE_TABLE);
  const { rows } = await client.query<{ migration_name: string; checksum: string; finished: boolean }>(
    "SELECT migration_name, checksum, finished_at IS NOT NULL AS finished FROM _prisma_migrations WHERE rolled_back_at IS NULL",
  );
  const failed = rows.find(({ finished }) => !finished);
  if (failed) throw new Error(`Migration ${failed.migration_name} failed here before: see "prisma migrate resolve".`);
  return new Map(rows.map(({ migration_name, checksum }) => [migration_name, checksum]));
}

async function apply(client: Client, { name, script, checksum }: Migration): Promise<void> {
  await client.query("BEGIN");
  try {
    await client.query(script);
    await client.query(
      `INSERT INTO _prisma_migrations (id, checksum, migration_name, started_at, finished_at, applied_steps_count)
       VALUES ($1, $2, $3, now(), clock_timestamp(), 1)`,
      [randomUUID(), checksum, name],
    );
    await client.query("COMMIT");
  } catch (error) {
    await client.query("ROLLBACK");
    throw new Error(`Migration ${name} failed, and nothing of it was kept: ${describe(error)}`, { cause: error });
  }
}

function describe(error: unknown): string {
  return error instanceof Error ? error.message : String(error);
}
