import "server-only";
import { readdir } from "node:fs/promises";
import { join } from "node:path";
import type { Client, ClientBase } from "pg";
import { LOCKS } from "@/lib/platform/advisory-locks";
import { connectClient } from "@/lib/platform/database-client";

const REPORT_WAIT_AFTER_MS = 1_000;

const SETTINGS = [
  // Imports may take longer than the timeouts of answers allow.
  "statement_timeout = 0",
  "lock_timeout = 0",
  "idle_in_transaction_session_timeout = 0",
  "work_mem = '256MB'",
  "jit = off",
  // The planner underestimates a join on four columns with few values, and would sort a million texts.
  "enable_mergejoin = off",
];

/** A server notices within 5 s, also in a long statement, that its client was killed; on Windows it cannot. */
const LOOK_FOR_CLIENT = `
  SELECT set_config('client_connection_check_interval', '5s', true) WHERE version() !~* 'windows|mingw|msvc|visual'`;

interface Outcome<Result> {
  result: Result;
  shouldCommit: boolean;
}

/** Runs `work` in the only writing transaction; another one calls `onWait` and waits. Throws NewerDatabase. */
export async function inImportTransaction<Result>(
  connectionString: string,
  onWait: () => void,
  work: (client: Client) => Promise<Outcome<Result>>,
): Promise<Result> {
  const client = await connectClient(connectionString, "import");
  try {
    await client.query(["BEGIN", ...SETTINGS.map((setting) => `SET LOCAL ${setting}`)].join("; "));
    await client.query(LOOK_FOR_CLIENT);
    await lockOthersOut(client, onWait);
    const unknown = await findUnknownMigrations(client);
    if (unknown.length > 0) throw new NewerDatabase(unknown);
    const { result, shouldCommit } = await work(client);
    await client.query(shouldCommit ? "COMMIT" : "ROLLBACK");
    return result;
  } finally {
    await client.end();
  }
}

async function lockOthersOut(client: Client, onWait: () => void): Promise<void> {
  const timer = setTimeout(onWait, REPORT_WAIT_AFTER_MS);
  try {
    await client.query("SELECT pg_advisory_xact_lock($1)", [LOCKS.import]);
  } finally {
    clearTimeout(timer);
  }
}

/** A newer release has migrated the database, so this one must not write. */
export class NewerDatabase extends Error {
  override name = "NewerDatabase";

  constructor(migrations: readonly string[]) {
    super(
      `a newer release has migrated this database (${migrations.join(", ")} is unknown here): import with that release`,
    );
  }
}

async function findUnknownMigrations(client: ClientBase): Promise<string[]> {
  const { rows } = await client.query<{ name: string }>(
    `SELECT migration_name AS name FROM _prisma_migrations
     WHERE rolled_back_at IS NULL AND migration_name <> ALL ($1) ORDER BY migration_name`,
    [await readdir(join(process.cwd(), "prisma/migrations"))],
  );
  return rows.map(({ name }) => name);
}
