import "server-only";
import type { ClientBase } from "pg";
import { LENS_TABLES } from "@/lib/import/read/lens-tables";
import type { FaultList } from "@/lib/import/report/faults";
import { collectFaults } from "./collect-faults";

/**
 * Finds sources or products that are described twice with different words. The first row in file order counts as the
 * right one.
 */
const contradiction = (table: string, key: string, columns: string) => `
  SELECT file, line, '${key}' AS "column",
    format('"%s" is described otherwise in %s:%s', ${key}, (SELECT path FROM stage_file f WHERE f.file = first_file), first_line) AS text
  FROM (
    SELECT file, line, ${key}, ROW(${columns})::text AS content,
      first_value(ROW(${columns})::text) OVER w AS first_content,
      first_value(file) OVER w AS first_file, first_value(line) OVER w AS first_line
    FROM ${table} WINDOW w AS (PARTITION BY ${key} ORDER BY file, line)
  ) AS staged
  WHERE content <> first_content`;

export async function checkSourcesAndProducts(client: ClientBase, faults: FaultList): Promise<void> {
  await collectFaults(
    client,
    faults,
    contradiction("stage_source", "id", "name, publisher, url, license, attribution"),
  );
  await collectFaults(
    client,
    faults,
    contradiction("stage_product", "slug", "name, vendor, category, plan, website, in_basket"),
  );
}

/** Creates `named_sources`: the sources that staged rows name. */
export async function findNamedSources(client: ClientBase): Promise<void> {
  await client.query(
    `CREATE TEMPORARY TABLE named_sources ON COMMIT DROP AS
     SELECT source_id FROM stage_rate UNION SELECT source_id FROM stage_price
     ${LENS_TABLES.map(({ staged }) => `UNION SELECT source_id FROM ${staged} WHERE source_id IS NOT NULL`).join(" ")}`,
  );
}

/** Finds rows of `table` whose source is neither stored nor in the files. */
export function checkSourcesKnown(client: ClientBase, faults: FaultList, table: string): Promise<void> {
  return collectFaults(
    client,
    faults,
    `SELECT file, line, 'source' AS "column", format('"%s" is no known source', source_id) AS text FROM ${table}
     WHERE source_id IN (
       SELECT source_id FROM named_sources WHERE source_id NOT IN (SELECT id FROM source UNION SELECT id FROM stage_source)
     )`,
  );
}

/** Finds rows of `stage_price` whose product, by `series`, is neither stored nor in the files. */
export function checkProductsKnown(client: ClientBase, faults: FaultList): Promise<void> {
  return collectFaults(
    client,
    faults,
    `SELECT file, line, 'product' AS "column", format('"%s" is no known product', product) AS text FROM stage_price
     WHERE product IN (
       SELECT product FROM series WHERE product NOT IN (SELECT slug FROM product UNION SELECT slug FROM stage_product)
     )`,
  );
}
