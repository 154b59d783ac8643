import "server-only";
import type { ClientBase } from "pg";
import { writeFile } from "@/lib/desk/changes/files/write-files";
import type { ChangeSetFacts } from "@/lib/desk/changes/schema";
import type { RateMove } from "@/lib/import/report/result";
import { currentTime } from "@/lib/platform/clock";
import { connectClient } from "@/lib/platform/database-client";
import { env } from "@/lib/platform/env";
import { writeHeldTitle } from "./rules";

type From = Pick<ChangeSetFacts, "id" | "origin" | "feedId" | "authorId" | "author" | "authorIds">;
type Kept = { currency: string; date: string; source: string; usd_per_unit: string | null };

/**
 * Makes the change set in which the rates that another one leaves out wait for a second person, with what waits of the
 * same source already. Runs in the caller's transaction. Returns its number.
 */
export async function insertHeldSet(client: ClientBase, from: From, held: readonly RateMove[]): Promise<number> {
  const { rows } = await client.query<{ id: number }>(
    `INSERT INTO change_set (title, origin, author_id, author, feed_id, author_ids, held_from_id)
     VALUES ($1, $2, $3, $4, $5, $6, $7) RETURNING id`,
    [writeHeldTitle(held), from.origin, from.authorId, from.author, from.feedId, from.authorIds, from.id],
  );
  const id = rows[0]?.id;
  if (id === undefined) throw new Error("the change set was not made");
  await client.query(
    `INSERT INTO held_rate (change_set_id, currency, date, source_id, usd_per_unit)
     SELECT $1, currency, date, source, "usdPerUnit"
     FROM jsonb_to_recordset($2::jsonb) AS one(currency text, date date, source text, "usdPerUnit" numeric)`,
    [id, JSON.stringify(held)],
  );
  await takeOver(client, id, from.feedId);
  const { rows: kept } = await client.query<Kept>(
    `SELECT currency, date::text, source_id AS source, trim_scale(usd_per_unit)::text AS usd_per_unit FROM held_rate
     WHERE change_set_id = $1 AND usd_per_unit IS NOT NULL ORDER BY date, currency, source_id`,
    [id],
  );
  const lines = kept.map(({ currency, date, source, usd_per_unit }) =>
    [currency, date, usd_per_unit, source].join(","),
  );
  const text = ["currency,date,usd_per_unit,source", ...lines].join("\n");
  // Currencies that are missing have no row.
  if (lines.length > 0) await writeFile(client, id, { name: "held-rates.csv", content: [Buffer.from(`${text}\n`)] });
  await client.query(
    `INSERT INTO audit_event (actor, action, target_type, target_id, target_name, after)
     VALUES ('the desk', 'change.hold', 'change', $1, $2, $3)`,
    [String(id), writeHeldTitle(held), JSON.stringify({ from: from.id, rates: held.length })],
  );
  return id;
}

/** Of a source there is one such change set at a time: an undecided one before gives its rates and ends. */
async function takeOver(client: ClientBase, id: number, feedId: string | null): Promise<void> {
  if (feedId === null) return;
  const { rows } = await client.query<{ id: number }>(
    `UPDATE change_set SET state = 'withdrawn', decided_at = $3, begun_at = NULL,
       note = 'Its rates wait in change set ' || $1::int || '.'
     WHERE feed_id = $2 AND held_from_id IS NOT NULL AND id <> $1 AND state IN ('draft', 'waiting') RETURNING id`,
    [id, feedId, currentTime()],
  );
  const older = rows.map((row) => row.id);
  await client.query(
    `UPDATE held_rate o SET change_set_id = $1 WHERE change_set_id = ANY($2) AND NOT EXISTS (
       SELECT FROM held_rate n WHERE n.change_set_id = $1 AND (n.currency, n.date, n.source_id) = (o.currency, o.date, o.source_id)
     )`,
    [id, older],
  );
  // What is left has a newer figure in its place: nobody refused it.
  await client.query("DELETE FROM held_rate WHERE change_set_id = ANY($1)", [older]);
  await client.query(
    "DELETE FROM change_set_chunk USING change_set_file f WHERE f.id = file_id AND f.change_set_id = ANY($1)",
    [older],
  );
  await client.query("DELETE FROM change_set_changes WHERE change_set_id = ANY($1)", [older]);
}

/** For a change set that has nothing but rates that wait: they get one of their own, and it ends. */
export async function holdWhole(from: From, held: readonly RateMove[]): Promise<number> {
  const client = await connectClient(env().DATABASE_URL, "held-rates");
  try {
    await client.query("BEGIN");
    const id = await insertHeldSet(client, from, held);
    await client.query(
      `UPDATE change_set SET state = 'withdrawn', decided_at = $3, begun_at = NULL,
         note = 'All that is new in it waits in change set ' || $2::int || '.' WHERE id = $1`,
      [from.id, id, currentTime()],
    );
    await client.query("COMMIT");
    return id;
  } finally {
    await client.end();
  }
}
