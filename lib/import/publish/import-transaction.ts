import "server-only";
import type { Client } from "pg";
import { connectClient } from "@/lib/platform/database-client";
import { findUnknownMigrations, NewerDatabase } from "./known-migrations";

/** The advisory lock that one writer of the dataset at a time holds; nothing else here takes one by this number. */
const IMPORT_LOCK = 7_436_120_945;
const WAIT_IS_SAID_AFTER_MS = 1_000;

interface Outcome<Result> {
  result: Result;
  /** Commits; otherwise everything is taken back. */
  isKept: boolean;
}

/**
 * Runs `work` in the one transaction that may write the dataset; another waits, which `onWait` is told. Killed at any
 * moment before the commit, it leaves nothing behind. Throws NewerDatabase where a newer release has migrated.
 */
export async function inImportTransaction<Result>(
  connectionString: string,
  onWait: () => void,
  work: (client: Client) => Promise<Outcome<Result>>,
): Promise<Result> {
  const client = await connectClient(connectionString, "import");
  try {
    await client.query("BEGIN");
    // An import may take longer than an answer may.
    await client.query("SET LOCAL statement_timeout = 0");
    await client.query("SET LOCAL lock_timeout = 0");
    await client.query("SET LOCAL idle_in_transaction_session_timeout = 0");
    await client.query("SET LOCAL work_mem = '256MB'");
    await client.query("SET LOCAL jit = off");
    // The planner takes a join of four columns of few values each for one of few groups, and sorts a million texts.
    await client.query("SET LOCAL enable_mergejoin = off");
    await lockOthersOut(client, onWait);
    const unknown = await findUnknownMigrations(client);
    if (unknown.length > 0) throw new NewerDatabase(unknown);
    const { result, isKept } = await work(client);
    await client.query(isKept ? "COMMIT" : "ROLLBACK");
    return result;
  } finally {
    await client.end();
  }
}

/** Waits until the transaction of the import that runs, if one does, is over. */
async function lockOthersOut(client: Client, onWait: () => void): Promise<void> {
  const timer = setTimeout(onWait, WAIT_IS_SAID_AFTER_MS);
  try {
    await client.query("SELECT pg_advisory_xact_lock($1)", [IMPORT_LOCK]);
  } finally {
    clearTimeout(timer);
  }
}
