import "server-only";
import type { ClientBase } from "pg";
import { LENS_TABLES, type LensTable } from "@/lib/import/read/lens-tables";

/** Small tables whose rows `reference_record` keeps of every version. Derived columns are left out. */
export const REFERENCE_TABLES: readonly Pick<LensTable, "name" | "key" | "columns">[] = [
  { name: "country", key: "code", columns: "code, name, region, currency" },
  { name: "source", key: "id", columns: "id, name, publisher, url, license, attribution" },
  { name: "product", key: "slug", columns: "slug, name, vendor, category, plan, website, in_basket" },
  ...LENS_TABLES,
];

/**
 * Writes what a dataset version changed in the reference tables, by comparison with the records that stand: a row that
 * is new or other gets a record of this version, and the record that it replaces ends with it.
 */
export async function recordReferences(client: ClientBase, versionId: number): Promise<void> {
  // Takes back what was recorded of this version before, so that repeating it changes nothing.
  await client.query("DELETE FROM reference_record WHERE recorded_in = $1", [versionId]);
  await client.query("UPDATE reference_record SET superseded_in = NULL WHERE superseded_in = $1", [versionId]);
  for (const table of REFERENCE_TABLES) {
    await client.query(
      `WITH stored AS (
         SELECT row_key AS key, to_jsonb(row) - 'row_key' AS record
         FROM (SELECT ${table.columns}, ROW(${table.key})::text AS row_key FROM ${table.name}) AS row
       ), standing AS (
         SELECT key, record FROM reference_record WHERE table_name = $1 AND superseded_in IS NULL
       ), changed AS (
         SELECT key, stored.record FROM stored FULL JOIN standing USING (key)
         WHERE stored.record IS DISTINCT FROM standing.record
       ), ended AS (
         UPDATE reference_record SET superseded_in = $2
         WHERE table_name = $1 AND superseded_in IS NULL AND key IN (SELECT key FROM changed)
       )
       INSERT INTO reference_record (table_name, key, record, recorded_in)
       SELECT $1, key, record, $2 FROM changed WHERE record IS NOT NULL`,
      [table.name, versionId],
    );
  }
}
