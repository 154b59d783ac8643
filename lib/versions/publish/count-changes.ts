import "server-only";
import type { ClientBase } from "pg";

/** A corrected newest reading counts as a correction. Raw SQL, because it needs a full join of two versions. */
export async function countChanges(client: ClientBase, id: number): Promise<void> {
  await client.query(
    `UPDATE dataset_version v SET added = counted.added, changed = counted.changed, ended = counted.ended,
       corrected = (SELECT count(*)::int FROM correction WHERE version_id = $1)
     FROM (
       SELECT (count(*) FILTER (WHERE b.series_id IS NULL))::int AS added,
         (count(*) FILTER (WHERE (a.amount, a.currency) <> (b.amount, b.currency)))::int AS changed,
         (count(*) FILTER (WHERE a.series_id IS NULL))::int AS ended
       FROM (SELECT * FROM price WHERE version_id = $1) a
       FULL JOIN (SELECT * FROM price WHERE version_id = (SELECT max(id) FROM dataset_version WHERE id < $1)) b
         ON b.series_id = a.series_id
       JOIN series s ON s.id = coalesce(a.series_id, b.series_id)
       WHERE NOT EXISTS (SELECT FROM observation o WHERE o.series_id = s.id AND o.recorded_in < $1)
         OR NOT EXISTS (
           SELECT FROM correction c WHERE c.version_id = $1 AND c.series_id = s.id
             AND (b.verified_on IS NULL OR c.day >= b.verified_on)
         )
     ) AS counted WHERE v.id = $1`,
    [id],
  );
}
