import "server-only";
import type { ClientBase } from "pg";
import type { UnpackedFile } from "@/lib/desk/changes/files/unpack-files";
import { insertHeldSet } from "@/lib/desk/changes/held/mutations";
import { holdsRates, isOfProgram, peopleOf } from "@/lib/desk/changes/rules";
import type { ChangeSetFacts } from "@/lib/desk/changes/schema";
import { importFiles } from "@/lib/import/import-files";
import { type ImportProgress, ImportRejected } from "@/lib/import/report/result";
import { currentTime } from "@/lib/platform/clock";
import { env } from "@/lib/platform/env";

/** An approved change set could not be published; it waits again. */
export class NotPublished extends Error {
  override name = "NotPublished";
}

/**
 * Imports an approved change set, and records state and audit event in the same transaction; rates that it holds back get a
 * change set of their own, whose number is returned. Throws NotPublished when files or dataset differ from the preview, and
 * errors of pg.
 */
export async function publishFiles(
  set: ChangeSetFacts,
  files: readonly UnpackedFile[],
  importedBy: string,
  onProgress: (progress: ImportProgress) => void,
): Promise<number | null> {
  const { id, feedId } = set;
  let heldId: number | null = null;
  const shas = files.map(({ sha256 }) => sha256);
  try {
    await importFiles({
      connectionString: env().DATABASE_URL,
      files: files.map(({ path }) => path),
      importedBy,
      people: peopleOf(set),
      feedId,
      isOfProgram: isOfProgram(set.origin),
      holdsRates: holdsRates(set),
      leavesOut: set.leavesOut,
      acceptsOutliers: true,
      onProgress,
      begin: (client) => holdApproved(client, id, shas),
      record: async (client, { published, rateMoves, leftOut }) => {
        if (published === null) throw new NotPublished("Its files say nothing new any more.");
        if (leftOut.map(({ line }) => line).join() !== set.preview?.leftOut.map(({ line }) => line).join())
          throw new NotPublished("Other rows have faults than in its preview: check again first.");
        await client.query("UPDATE dataset_version SET left_out = $2 WHERE id = $1", [published.id, leftOut.length]);
        await recordPublished(client, id, published);
        const held = rateMoves.filter(({ isHeld }) => isHeld);
        if (held.length !== set.preview?.rateMoves.held)
          throw new NotPublished("Other rates are out of bounds than in its preview: check again first.");
        if (held.length > 0) heldId = await insertHeldSet(client, set, held);
      },
    });
    return heldId;
  } catch (error) {
    if (error instanceof ImportRejected) throw new NotPublished(error.message);
    throw error;
  }
}

type Approved = { previewed_id: number | null; shas: string[]; newest: number | null };

async function holdApproved(client: ClientBase, id: number, shas: readonly string[]): Promise<void> {
  const { rows } = await client.query<Approved>(
    `SELECT previewed_id, ARRAY(SELECT one ->> 'sha256' FROM jsonb_array_elements(preview -> 'files') AS one) AS shas,
       (SELECT max(id) FROM dataset_version) AS newest
     FROM change_set WHERE id = $1 AND state = 'approved' FOR NO KEY UPDATE`,
    [id],
  );
  const [set] = rows;
  if (set === undefined) throw new NotPublished("It is no longer approved.");
  if (set.previewed_id !== set.newest)
    throw new NotPublished("Another change set was published since its preview was made: check again first.");
  if ([...shas].sort().join() !== [...set.shas].sort().join())
    throw new NotPublished("Its files are no longer those of the preview.");
  // Closed before the publish, so that none is open in the version that answers it.
  await client.query(
    `UPDATE price_report SET outcome = 'corrected', closed_at = $2
     WHERE change_set_id = $1 AND outcome IS NULL
       AND EXISTS (SELECT FROM desk_entry e WHERE e.change_set_id = $1 AND e.series_id = price_report.series_id)`,
    [id, currentTime()],
  );
}

async function recordPublished(
  client: ClientBase,
  id: number,
  version: { id: number; version: string },
): Promise<void> {
  await client.query(
    "UPDATE change_set SET state = 'published', version_id = $2, failure = NULL, begun_at = NULL WHERE id = $1",
    [id, version.id],
  );
  // Written last: pages poll by time, and would miss a report that commits with an earlier one.
  await client.query("UPDATE price_report SET changed_at = $2 WHERE change_set_id = $1 AND outcome = 'corrected'", [
    id,
    currentTime(),
  ]);
  await client.query(
    `INSERT INTO audit_event (actor_id, actor, action, target_type, target_id, target_name, after)
     SELECT coalesce(approver_id, author_id), coalesce(approver, author), 'change.publish', 'change', id::text, title, $2::jsonb
     FROM change_set WHERE id = $1`,
    [id, JSON.stringify({ version: version.version })],
  );
}
