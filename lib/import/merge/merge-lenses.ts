import "server-only";
import type { ClientBase } from "pg";
import { LENS_TABLES, type LensTable } from "@/lib/import/read/lens-tables";
import type { ChangeCount } from "@/lib/import/report/result";

/**
 * Replaces each lens table that has staged rows. Rows that the file leaves out are deleted and count as changed.
 * Creates `lens_change`: the number of rows of each replaced table before and after.
 */
export async function mergeLenses(client: ClientBase): Promise<ChangeCount[]> {
  await client.query("CREATE TEMPORARY TABLE lens_change (name text, before integer, now integer) ON COMMIT DROP");
  const counts: ChangeCount[] = [];
  for (const table of LENS_TABLES) counts.push(...(await replaceTable(client, table)));
  return counts;
}

async function replaceTable(client: ClientBase, { name, staged, key, columns }: LensTable): Promise<ChangeCount[]> {
  const { rows } = await client.query<ChangeCount>(
    `WITH staged AS (SELECT DISTINCT ON (${key}) * FROM ${staged} ORDER BY ${key}, file, line),
     staged_row AS (SELECT file, ROW(${key})::text AS key, ROW(${columns})::text AS content FROM staged),
     stored_row AS (SELECT ROW(${key})::text AS key, ROW(${columns})::text AS content FROM ${name}),
     paired AS (
       SELECT coalesce(g.file, (SELECT min(file) FROM staged)) AS file,
         CASE WHEN s.key IS NULL THEN 'added' ELSE 'changed' END AS kind
       FROM staged_row g FULL JOIN stored_row s USING (key)
       WHERE g.content IS DISTINCT FROM s.content AND EXISTS (SELECT FROM staged)
     )
     SELECT file, kind, count(*)::int AS count FROM paired GROUP BY file, kind`,
  );
  if (rows.length === 0) return [];
  await client.query(
    `INSERT INTO lens_change
     SELECT '${name}', count(*)::int, (SELECT count(DISTINCT (${key}))::int FROM ${staged}) FROM ${name}`,
  );
  await client.query(`DELETE FROM ${name}`);
  await client.query(
    `INSERT INTO ${name} (${columns}) SELECT ${columns} FROM (
       SELECT DISTINCT ON (${key}) * FROM ${staged} ORDER BY ${key}, file, line
     ) AS staged`,
  );
  return rows;
}
