import { createHash, randomUUID } from "node:crypto";
import { readdir, readFile } from "node:fs/promises";
import { join } from "node:path";
import { setTimeout as sleep } from "node:timers/promises";
import { type Client, DatabaseError } from "pg";
import { connectClient } from "@/lib/platform/database-client";
import { carryOver, LAST_OF_RELEASE_1 } from "./carry-over";

/** Advisory lock that Prisma's own `migrate deploy` takes too, so that either waits for the other. */
const MIGRATION_LOCK = 72_707_369;
/**
 * Longest wait of a migration for its locks, because all statements on the table queue behind it: a fifth of a
 * visitor's statement timeout.
 */
const LOCK_WAIT_MS = 1_000;
const PAUSE_MS = 1_000;
const GIVE_UP_AFTER_MS = 600_000;
const REPORT_EVERY = 15;

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

export type MigrateOptions = {
  dir?: string;
  /** Receives one line about each wait. */
  report?: (line: string) => void;
};

/** Thrown for a database whose tables are those of a release that this one cannot go on from. */
export class OtherRelease extends Error {
  override name = "OtherRelease";
}

/**
 * Applies the pending migrations of `dir` in order of name, each in its own transaction: a failed one leaves nothing
 * behind. Folders, table and checksums are Prisma's. Readers and writers are delayed by a second at most: a migration
 * that does not get its locks in time is rolled back and retried, for ten minutes. A database of release 1 is carried
 * over first. Returns the names applied. Throws OtherRelease, and when a migration fails, or was edited after it was
 * applied.
 */
export async function migrate(
  url: string,
  { dir = "prisma/migrations", report = console.warn }: MigrateOptions = {},
): Promise<string[]> {
  const migrations = await readMigrations(dir);
  const client = await connectClient(url, "migrate");
  try {
    await client.query(`SET lock_timeout = ${LOCK_WAIT_MS}`);
    await tryUntil(client, report, "Migrating", () => client.query("SELECT pg_advisory_lock($1)", [MIGRATION_LOCK]));
    const known = migrations.map(({ name }) => name);
    const done: Migration[] = [];
    let checksums = await findApplied(client);
    const [first] = migrations;
    if (first !== undefined && checksums.has(LAST_OF_RELEASE_1) && !checksums.has(first.name)) {
      report("The database is of release 1: it is carried over, which takes a minute for each million prices.");
      await tryUntil(client, report, "Carrying over", () => carryOver(client, () => applyWithin(client, first)));
      checksums = await findApplied(client);
      done.push(first);
    }
    refuseOthers([...checksums.keys()], known);
    const pending = migrations.filter(({ name, checksum }) => {
      const applied = checksums.get(name);
      if (applied && applied !== checksum)
        throw new Error(`Migration ${name} was edited after it was applied: undo that, and write a new one.`);
      return !applied;
    });
    for (const migration of pending)
      await tryUntil(client, report, `Migration ${migration.name}`, () => apply(client, migration));
    return [...done, ...pending].map(({ name }) => name);
  } finally {
    await client.end();
  }
}

/** Repeats `work` until it gets its locks. Throws its other errors, and gives up after ten minutes. */
async function tryUntil(
  client: Client,
  report: (line: string) => void,
  what: string,
  work: () => Promise<unknown>,
): Promise<void> {
  const startedAt = performance.now();
  for (let attempt = 1; ; attempt += 1) {
    try {
      await work();
      if (attempt > 1) report(`${what} got the lock at attempt ${attempt}.`);
      return;
    } catch (error) {
      if (!isLockTimeout(error) || performance.now() - startedAt > GIVE_UP_AFTER_MS) throw error;
    }
    if (attempt % REPORT_EVERY === 1)
      report(`${what} waits for a lock, and is tried again every other second${await findHolder(client)}.`);
    await sleep(PAUSE_MS);
  }
}

function isLockTimeout(error: unknown): boolean {
  const cause = error instanceof Error && error.cause !== undefined ? error.cause : error;
  return cause instanceof DatabaseError && cause.code === "55P03";
}

/** Oldest transaction, which most likely holds the lock. */
async function findHolder(client: Client): Promise<string> {
  const { rows } = await client.query<{ pid: number; name: string; seconds: number }>(
    `SELECT pid, application_name AS name, extract(epoch FROM clock_timestamp() - xact_start)::int AS seconds
       FROM pg_stat_activity
      WHERE datname = current_database() AND pid <> pg_backend_pid() AND xact_start IS NOT NULL
      ORDER BY xact_start LIMIT 1`,
  );
  const [holder] = rows;
  if (!holder) return "";
  return `; the oldest transaction is that of process ${holder.pid} (${holder.name || "no name"}), ${holder.seconds} s old`;
}

/** Names of the migrations, in order. */
async function listMigrations(dir: string): Promise<string[]> {
  const folders = (await readdir(dir, { withFileTypes: true })).filter((entry) => entry.isDirectory());
  return folders.map((folder) => folder.name).sort();
}

async function readMigrations(dir: string): Promise<Migration[]> {
  return Promise.all(
    (await listMigrations(dir)).map(async (name) => {
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
  if (failed)
    throw new Error(
      `Migration ${failed.migration_name} failed here before: finish or undo it by hand, then set its rolled_back_at in _prisma_migrations.`,
    );
  return new Map(rows.map(({ migration_name, checksum }) => [migration_name, checksum]));
}

/** Refuses a database with migrations that are unknown here: an older release has others, a newer one has more. */
function refuseOthers(applied: readonly string[], known: readonly string[]): void {
  const unknown = applied.filter((name) => !known.includes(name)).sort();
  const [first = ""] = unknown;
  if (unknown.length === 0) return;
  throw new OtherRelease(
    first > (known.at(-1) ?? "")
      ? `This database is of a newer release (${unknown.join(", ")} is unknown here): start it with that release.`
      : "This database is of a release before 1.0: start it once with release 1.0, which migrates it, then with this one.",
  );
}

async function apply(client: Client, migration: Migration): Promise<void> {
  const { name } = migration;
  await client.query("BEGIN");
  try {
    await applyWithin(client, migration);
    await client.query("COMMIT");
  } catch (error) {
    await client.query("ROLLBACK");
    throw new Error(`Migration ${name} failed, and nothing of it was kept: ${describe(error)}`, { cause: error });
  }
}

/** Runs a migration inside the caller's transaction, and records it. */
async function applyWithin(client: Client, { name, script, checksum }: Migration): Promise<void> {
  await client.query(CREATE_TABLE);
  await client.query(script);
  await client.query(
    `INSERT INTO _prisma_migrations (id, checksum, migration_name, started_at, finished_at, applied_steps_count)
     VALUES ($1, $2, $3, now(), clock_timestamp(), 1)`,
    [randomUUID(), checksum, name],
  );
}

function describe(error: unknown): string {
  return error instanceof Error ? error.message : String(error);
}
