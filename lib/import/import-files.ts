import "server-only";
import type { ClientBase } from "pg";
import { inImportTransaction } from "./publish/import-transaction";
import { rebuildStale } from "./publish/rebuild-derived";
import { ProgressReport } from "./report/progress-report";
import type { ImportProgress, ImportResult } from "./report/result";
import { type ImportSettings, runImport } from "./run-import";

export interface ImportOptions extends ImportSettings {
  connectionString: string;
  onProgress?: ((progress: ImportProgress) => void) | undefined;
  /** Runs in the transaction of the import before anything is read; what it throws ends the import. */
  begin?: (client: ClientBase) => Promise<void>;
  /** Runs in the transaction of the import after everything else, before it is committed or, when dry, rolled back. */
  record?: (client: ClientBase, result: ImportResult) => Promise<void>;
}

/**
 * Imports files and publishes what they change, in one transaction: the old dataset stays complete until the commit,
 * even if the process is killed. One import runs at a time; another one waits. Throws ImportRejected (with all faults),
 * OutliersFound and NewerDatabase, after changing nothing; and errors of pg.
 */
export async function importFiles(options: ImportOptions): Promise<ImportResult> {
  const progress = new ProgressReport(options.onProgress);
  const onWait = () => progress.report("waiting");
  return inImportTransaction(options.connectionString, onWait, async (client) => {
    // The merge reads derived columns; an older release may have left them out of date.
    const rebuilt = await rebuildStale(client);
    await options.begin?.(client);
    const result = await runImport(client, options, progress);
    await options.record?.(client, result);
    return { result, shouldCommit: !result.isDryRun && (result.hasChanges || rebuilt !== null) };
  });
}
