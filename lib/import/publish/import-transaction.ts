import "server-only";
import type { Client } from "pg";
import { connectClient } from "@/lib/platform/database-client";
import { findUnknownMigrations, NewerDatabase } from "./known-migrations";

/** Advisory lock held by the one writer of the dataset; this number is used for nothing else. */
const IMPORT_LOCK = 7_436_120_945;
const REPORT_WAIT_AFTER_MS = 1_000;

interface Outcome<Result> {
  result: Result;
  /** Commits when true; otherwise rolls back. */
  shouldCommit: boolean;
}

/**
 * Runs `work` in the only transaction that may write the dataset; a second one waits, and calls `onWait`. Leaves
 * nothing behind when killed before the commit. Throws NewerDatabase when a newer release has migrated the database.
 */
export async function inImportTransaction<Result>(
  connectionString: string,
  onWait: () => void,
  work: (client: Client) => Promise<Outcome<Result>>,
): Promise<Result> {
  const client = await connectClient(connectionString, "import");
  try {
    await client.query("BEGIN");
    // Imports may take longer than the timeouts of answers allow.
    await client.query("SET LOCAL statement_timeout = 0");
    await client.query("SET LOCAL lock_timeout = 0");
    await client.query("SET LOCAL idle_in_transaction_session_timeout = 0");
    await client.query("SET LOCAL work_mem = '256MB'");
    await client.query("SET LOCAL jit = off");
    // The planner underestimates a join on four columns of few values each, and would sort a million texts.
    await client.query("SET LOCAL enable_mergejoin = off");
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

/** Waits until a running import has ended. */
async function lockOthersOut(client: Client, onWait: () => void): Promise<void> {
  const timer = setTimeout(onWait, REPORT_WAIT_AFTER_MS);
  try {
    await client.query("SELECT pg_advisory_xact_lock($1)", [IMPORT_LOCK]);
  } finally {
    clearTimeout(timer);
  }
}
