import "server-only";
import type { ClientBase } from "pg";
import { currentTime } from "@/lib/platform/clock";
import { MAILS, TOLD_CHANGES } from "./sql";

/** Writes, in the transaction of a publish, what the version changed and whom to tell. */
export async function writeMails(client: ClientBase, versionId: number): Promise<void> {
  const { rows } = await client.query<{ before: number | null }>(
    `SELECT max(id) AS before FROM dataset_version
     WHERE id < $1 AND EXISTS (SELECT FROM follow WHERE confirmed_at IS NOT NULL)`,
    [versionId],
  );
  const before = rows[0]?.before ?? null;
  if (before === null) return;
  await client.query(TOLD_CHANGES(before, versionId));
  await client.query(MAILS, [versionId, currentTime()]);
}
