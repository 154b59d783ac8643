import "server-only";
import type { ClientBase } from "pg";
import type { FaultList } from "@/lib/import/read/faults";
import type { ImportFile } from "@/lib/import/read/open/detect";
import { collectFaults } from "./check-references";

/**
 * Products of files that leave the column out keep the mark that stands: only a file with it takes one away. What a file says of
 * the basket is not read while a mark stands, because our own downloads say there that the product counts in none.
 */
export async function keepSamePlans(client: ClientBase, files: readonly ImportFile[]): Promise<void> {
  const silent = files.filter(({ format }) => !format.columns.includes("same_plan_as")).map(({ index }) => index);
  await client.query(
    `UPDATE stage_product s SET same_plan_as = e.same_plan_as FROM product_entry e
     WHERE e.slug = s.slug AND e.superseded_in IS NULL AND e.same_plan_as IS NOT NULL AND s.file = ANY($1::smallint[])`,
    [silent],
  );
  await client.query(
    `UPDATE stage_product s SET in_basket = e.in_basket FROM product_entry e
     WHERE e.slug = s.slug AND e.superseded_in IS NULL AND e.same_plan_as IS NOT NULL AND s.same_plan_as IS NOT NULL`,
  );
}

/**
 * Finds marks that lead nowhere: a door and its main product, as they would stand, are two products of one vendor, and the main
 * one has no mark itself. Where the row of the door is not in the files, that of the main product is at fault.
 */
export function checkSamePlans(client: ClientBase, faults: FaultList): Promise<void> {
  return collectFaults(
    client,
    faults,
    `WITH arrived AS (
       SELECT DISTINCT ON (slug) file, line, slug, vendor, same_plan_as FROM stage_product ORDER BY slug, file, line
     ), valid AS (
       SELECT file, line, slug, vendor, same_plan_as FROM arrived
       UNION ALL
       SELECT NULL, NULL, slug, vendor, same_plan_as FROM product_entry e
       WHERE superseded_in IS NULL AND slug NOT IN (SELECT slug FROM arrived)
     )
     SELECT file, line, "column", text FROM (
       SELECT coalesce(door.file, main.file) AS file, coalesce(door.line, main.line) AS line,
         CASE WHEN door.file IS NULL AND main.same_plan_as IS NULL THEN 'vendor' ELSE 'same_plan_as' END AS "column", CASE
           WHEN door.same_plan_as = door.slug THEN format('"%s" is the product itself', door.slug)
           WHEN main.slug IS NULL THEN format('"%s" is no known product', door.same_plan_as)
           WHEN main.same_plan_as IS NOT NULL AND door.file IS NULL
             THEN format('"%s" is the main product of "%s", so that it is no door itself', main.slug, door.slug)
           WHEN main.same_plan_as IS NOT NULL
             THEN format('"%s" is itself marked as the same plan as "%s": name the main product', main.slug, main.same_plan_as)
           WHEN main.vendor IS DISTINCT FROM door.vendor
             THEN format('"%s" and "%s" have different vendors: one plan has one', door.slug, main.slug)
         END AS text
       FROM valid door LEFT JOIN valid main ON main.slug = door.same_plan_as WHERE door.same_plan_as IS NOT NULL
     ) AS row WHERE text IS NOT NULL AND file IS NOT NULL`,
  );
}
