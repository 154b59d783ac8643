import { createHash, randomUUID } from "node:crypto";
import { readdir, readFile } from "node:fs/promises";
import { join } from "node:path";
import { setTimeout as sleep } from "node:timers/promises";
import { type Client, DatabaseError } from "pg";
import { LOCKS } from "@/lib/platform/advisory-locks";
import { connectClient } from "@/lib/platform/database-client";
import { republishOlderEditions } from "@/lib/versions/publish/publish";

/** Retries after this, because all statements on the tables queue behind a waiting migration. */
const LOCK_WAIT_MS = 1_000;
const GIVE_UP_AFTER_MS = 600_000;

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
type Report = (line: string) => void;

export class OtherRelease extends Error {
  override name = "OtherRelease";
}

/**
 * Runs each migration in a transaction, which Prisma's engine would split. Returns the names; throws OtherRelease, or
 * when one fails or was edited.
 */
export async function migrate(
  url: string,
  { dir = "prisma/migrations", report = console.warn }: { dir?: string; report?: Report } = {},
): Promise<string[]> {
  const migrations = await readMigrations(dir);
  const client = await connectClient(url, "migrate");
  try {
    await client.query(`SET lock_timeout = ${LOCK_WAIT_MS}`);
    await retry(report, "Migrating", () => client.query("SELECT pg_advisory_lock($1)", [LOCKS.migration]));
    const checksums = await readChecksums(client);
    refuseOthers([...checksums.keys()], migrations);
    for (const { name, checksum } of migrations)
      if ((checksums.get(name) ?? checksum) !== checksum)
        throw new Error(`Migration ${name} was edited after it was applied: undo that, and write a new one.`);
    for (const migration of migrations.filter(({ name }) => !checksums.has(name)))
      await retry(report, `Migration ${migration.name}`, () => applyAlone(client, migration));
    await retry(report, "Publishing versions again", () => republishOlderEditions(client));
    return migrations.map(({ name }) => name).filter((name) => !checksums.has(name));
  } finally {
    await client.end();
  }
}

/** Retries until `work` gets its locks, for ten minutes. Throws other errors. */
async function retry(report: Report, what: string, work: () => Promise<unknown>): Promise<void> {
  const startedAt = performance.now();
  for (let attempt = 1; ; attempt += 1) {
    try {
      await work();
      if (attempt > 1) report(`${what} got the lock at attempt ${attempt}.`);
      return;
    } catch (error) {
      const { cause = error } = error instanceof Error ? error : {};
      const isLocked = cause instanceof DatabaseError && cause.code === "55P03";
      if (!isLocked || performance.now() - startedAt > GIVE_UP_AFTER_MS) throw error;
    }
    if (attempt === 1)
      report(`${what} waits for a lock and is tried again: pg_stat_activity names the long transaction that holds it.`);
    await sleep(LOCK_WAIT_MS);
  }
}

async function readMigrations(dir: string): Promise<Migration[]> {
  const entries = (await readdir(dir, { withFileTypes: true })).filter((entry) => entry.isDirectory());
  const names = entries.map(({ name }) => name).sort();
  return Promise.all(
    names.map(async (name) => {
      const script = await readFile(join(dir, name, "migration.sql"), "utf8");
      return { name, script, checksum: createHash("sha256").update(script).digest("hex") };
    }),
  );
}

/** Throws when Prisma's own command left a migration unfinished. */
async function readChecksums(client: Client): Promise<Map<string, string>> {
  const { rows: tables } = await client.query("SELECT to_regclass('_prisma_migrations') AS found");
  if (tables[0].found === null) return new Map();
  const { rows } = await client.query<{ name: string; checksum: string; is_finished: boolean }>(
    `SELECT migration_name AS name, checksum, finished_at IS NOT NULL AS is_finished
       FROM _prisma_migrations WHERE rolled_back_at IS NULL`,
  );
  const failed = rows.find(({ is_finished }) => !is_finished);
  if (failed)
    throw new Error(`Migration ${failed.name} failed here before: undo it, then set its rolled_back_at by hand.`);
  return new Map(rows.map(({ name, checksum }) => [name, checksum]));
}

/** Unknown migrations are of a newer release, or of the days when the first one was still rewritten. */
function refuseOthers(applied: readonly string[], migrations: readonly Migration[]): void {
  const unknown = applied.filter((name) => migrations.every((migration) => migration.name !== name)).sort();
  const [first = ""] = unknown;
  if (unknown.length === 0) return;
  throw new OtherRelease(
    first > (migrations.at(-1)?.name ?? "")
      ? `This database is of a newer release (${unknown.join(", ")} is unknown here): start it with that release.`
      : "This database was made before the tables of this release were settled, and is left as it is: start with another DATA_DIR, or with an empty database in DATABASE_URL.",
  );
}

async function applyAlone(client: Client, migration: Migration): Promise<void> {
  await client.query("BEGIN");
  try {
    await apply(client, migration);
    await client.query("COMMIT");
  } catch (cause) {
    await client.query("ROLLBACK");
    const reason = cause instanceof Error ? cause.message : cause;
    throw new Error(`Migration ${migration.name} failed, and nothing of it was kept: ${reason}`, { cause });
  }
}

async function apply(client: Client, { name, script, checksum }: Migration): Promise<void> {
  await client.query(CREATE_TABLE);
  await client.query(script);
  await client.query(
    `INSERT INTO _prisma_migrations (id, checksum, migration_name, started_at, finished_at, applied_steps_count)
     VALUES ($1, $2, $3, now(), clock_timestamp(), 1)`,
    [randomUUID(), checksum, name],
  );
}
