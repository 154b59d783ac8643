import "server-only";
import type { ClientBase } from "pg";
import { LENS_TABLES } from "@/lib/import/read/lens-tables";
import type { FaultList } from "@/lib/import/report/faults";
import { collectFaults } from "./collect-faults";

/** One source or product described twice in different words. The first row in file order is taken as meant. */
const contradiction = (table: string, key: string, columns: string) => `
  SELECT file, line, '${key}' AS "column",
    format('"%s" is described otherwise in %s:%s', ${key}, (SELECT path FROM stage_file f WHERE f.file = first_file), first_line) AS text
  FROM (
    SELECT file, line, ${key}, ROW(${columns})::text AS content,
      first_value(ROW(${columns})::text) OVER w AS first_content,
      first_value(file) OVER w AS first_file, first_value(line) OVER w AS first_line
    FROM ${table} WINDOW w AS (PARTITION BY ${key} ORDER BY file, line)
  ) AS given
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

/** Makes `given_source`: the sources that staged rows name. */
export async function findGivenSources(client: ClientBase): Promise<void> {
  await client.query(
    `CREATE TEMPORARY TABLE given_source ON COMMIT DROP AS
     SELECT source_id FROM stage_rate UNION SELECT source_id FROM stage_price
     ${LENS_TABLES.map(({ staged }) => `UNION SELECT source_id FROM ${staged} WHERE source_id IS NOT NULL`).join(" ")}`,
  );
}

/** Rows of `table` whose source is neither stored nor among the files. */
export function checkSourcesKnown(client: ClientBase, faults: FaultList, table: string): Promise<void> {
  return collectFaults(
    client,
    faults,
    `SELECT file, line, 'source' AS "column", format('"%s" is no known source', source_id) AS text FROM ${table}
     WHERE source_id IN (
       SELECT source_id FROM given_source WHERE source_id NOT IN (SELECT id FROM source UNION SELECT id FROM stage_source)
     )`,
  );
}

/** Rows of `stage_price` whose product, as `series` has it, is neither stored nor among the files. */
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
