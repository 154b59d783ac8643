import "server-only";
import type { ClientBase } from "pg";
import type { FileResult } from "./report/result";
import type { StagedFile } from "./stage/stage-file";

interface Imported {
  files: readonly StagedFile[];
  results: readonly FileResult[];
  startedAt: Date;
  importedBy: string;
}

/** Records one row of `import` for each file that changed the data. Rows that a format skips count as rejected. */
export async function recordImports(client: ClientBase, versionId: number, imported: Imported): Promise<void> {
  for (const [place, file] of imported.files.entries()) {
    const result = imported.results[place];
    if (!result || result.added + result.changed + result.confirmed === 0) continue;
    await client.query(
      `INSERT INTO import (file_name, sha256, format, added, changed, confirmed, rejected, started_at, finished_at, imported_by, version_id)
       VALUES ($1, $2, $3, $4, $5, $6, $7, $8, clock_timestamp(), $9, $10)`,
      [
        file.name,
        file.sha256,
        result.format,
        result.added,
        result.changed,
        result.confirmed,
        result.skipped,
        imported.startedAt,
        imported.importedBy,
        versionId,
      ],
    );
  }
}
