import "server-only";
import { Client, type ClientBase } from "pg";
import { ProgressReport } from "./progress-report";
import type { ImportProgress, ImportResult } from "./result";
import { type ImportSettings, runImport } from "./run-import";

export interface ImportOptions extends ImportSettings {
  connectionString: string;
  onProgress?: ((progress: ImportProgress) => void) | undefined;
}

/** The advisory lock that one import at a time holds; nothing else in this database takes one by this number. */
const IMPORT_LOCK = 7_436_120_945;
const WAIT_IS_SAID_AFTER_MS = 1_000;

/**
 * Imports files and publishes what they change, in one transaction: until it commits, and if this process
 * is killed at any moment before, the old dataset stays whole. One import runs at a time; another waits.
 * Throws ImportRejected (with every fault) and OutliersFound, having changed nothing; and what pg throws.
 */
export async function importFiles(options: ImportOptions): Promise<ImportResult> {
  const client = new Client({
    connectionString: options.connectionString,
    application_name: "price-atlas-import",
    connectionTimeoutMillis: 10_000,
  });
  // A lost connection fails the running query too, and is dealt with there.
  client.on("error", () => {});
  await client.connect();
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
    const progress = new ProgressReport(options.onProgress);
    await lockOthersOut(client, () => progress.tell("waiting"));
    const result = await runImport(client, options, progress);
    await client.query(result.hasChanges && !result.isDryRun ? "COMMIT" : "ROLLBACK");
    return result;
  } finally {
    await client.end();
  }
}

/** Waits for the import that runs, if one does, until its transaction is over. */
async function lockOthersOut(client: ClientBase, onWait: () => void): Promise<void> {
  const timer = setTimeout(onWait, WAIT_IS_SAID_AFTER_MS);
  try {
    await client.query("SELECT pg_advisory_xact_lock($1)", [IMPORT_LOCK]);
  } finally {
    clearTimeout(timer);
  }
}
