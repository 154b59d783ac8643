import "server-only";
import type { ClientBase } from "pg";
import type { SourceRow } from "@/lib/import/read/known-sources";

/** Adds sources that a format implies, unless the database or a file describes them. */
export async function stageSources(client: ClientBase, sources: readonly SourceRow[]): Promise<void> {
  for (const source of sources) {
    await client.query(
      `INSERT INTO stage_source (id, name, publisher, url, license, attribution)
       SELECT $1, $2, $3, $4, $5, $6 WHERE $1 NOT IN (SELECT id FROM source UNION SELECT id FROM stage_source)`,
      [source.id, source.name, source.publisher, source.url, source.license, source.attribution],
    );
  }
}
