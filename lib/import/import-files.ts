import "server-only";
import { inImportTransaction } from "./publish/import-transaction";
import { rebuildStale } from "./publish/rebuild-derived";
import { ProgressReport } from "./report/progress-report";
import type { ImportProgress, ImportResult } from "./report/result";
import { type ImportSettings, runImport } from "./run-import";

export interface ImportOptions extends ImportSettings {
  connectionString: string;
  onProgress?: ((progress: ImportProgress) => void) | undefined;
}

/**
 * Imports files and publishes what they change, in one transaction: until it commits, and if this process
 * is killed at any moment before, the old dataset stays whole. One import runs at a time; another waits.
 * Throws ImportRejected (with every fault), OutliersFound and NewerDatabase, having changed nothing; and what pg throws.
 */
export async function importFiles(options: ImportOptions): Promise<ImportResult> {
  const progress = new ProgressReport(options.onProgress);
  const onWait = () => progress.tell("waiting");
  return inImportTransaction(options.connectionString, onWait, async (client) => {
    // The merge starts from derived columns; an older release may have left them behind.
    const rebuilt = await rebuildStale(client);
    const result = await runImport(client, options, progress);
    return { result, isKept: !result.isDryRun && (result.hasChanges || rebuilt !== null) };
  });
}
