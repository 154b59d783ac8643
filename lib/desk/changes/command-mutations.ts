import "server-only";
import type { ClientBase } from "pg";
import type { ImportResult } from "@/lib/import/report/result";
import { currentTime } from "@/lib/platform/clock";
import { MAX_FILE_NAME_CHARS, MAX_TITLE_CHARS } from "./schema";

/**
 * Records a command-line import as a published change set with its audit event, in the import's transaction. Keeps
 * names, sizes and SHA-256 of the files only.
 */
export async function recordCommand(client: ClientBase, result: ImportResult, author: string): Promise<void> {
  const title = result.files
    .map(({ name }) => name)
    .join(", ")
    .slice(0, MAX_TITLE_CHARS);
  const { rows } = await client.query<{ id: number }>(
    `INSERT INTO change_set (title, origin, state, author, version_id, decided_at)
     VALUES ($1, 'command', 'published', $2, $3, $4) RETURNING id`,
    [title, author, result.published?.id, currentTime()],
  );
  const id = rows[0]?.id;
  for (const { name, bytes, sha256 } of result.files)
    await client.query("INSERT INTO change_set_file (change_set_id, name, bytes, sha256) VALUES ($1, $2, $3, $4)", [
      id,
      name.slice(-MAX_FILE_NAME_CHARS),
      bytes,
      sha256,
    ]);
  await client.query(
    `INSERT INTO audit_event (actor, action, target_type, target_id, target_name, after)
     VALUES ($1, 'change.publish', 'change', $2, $3, $4)`,
    [author, String(id), title, JSON.stringify({ version: result.published?.version })],
  );
}
