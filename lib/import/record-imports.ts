import "server-only";
import type { ClientBase } from "pg";
import type { FileResult } from "./report/result";

interface Imported {
  files: readonly FileResult[];
  startedAt: Date;
  importedBy: string;
}

/** Records one row of `import` for each file that changed the data. Rows that a format skips count as rejected. */
export async function recordImports(client: ClientBase, versionId: number, imported: Imported): Promise<void> {
  for (const file of imported.files) {
    if (file.added + file.changed + file.confirmed === 0) continue;
    await client.query(
      `INSERT INTO import (file_name, sha256, format, added, changed, confirmed, rejected, started_at, finished_at, imported_by, version_id)
       VALUES ($1, $2, $3, $4, $5, $6, $7, $8, clock_timestamp(), $9, $10)`,
      [
        file.name,
        file.sha256,
        file.format,
        file.added,
        file.changed,
        file.confirmed,
        file.skipped,
        imported.startedAt,
        imported.importedBy,
        versionId,
      ],
    );
  }
}
