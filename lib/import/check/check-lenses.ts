import "server-only";
import type { ClientBase } from "pg";
import { LENS_TABLES, type LensTable } from "@/lib/import/read/lens-tables";
import type { FaultList } from "@/lib/import/report/faults";
import { checkSourcesKnown } from "./check-references";
import { collectFaults } from "./collect-faults";

/** First day on which a row of tax rates is known to apply. */
const STARTS_ON = "coalesce(valid_from, known_from, '-infinity'::date)";

/** Checks the staged rows of the lenses against each other and against known sources and vendors. */
export async function checkLenses(client: ClientBase, faults: FaultList, knowsSources: boolean): Promise<void> {
  for (const table of LENS_TABLES) {
    await checkOnce(client, faults, table);
    if (knowsSources) await checkSourcesKnown(client, faults, table.staged);
  }
  await checkTaxDays(client, faults);
  if (knowsSources) await checkScopes(client, faults);
}

/** Finds rows with the same key and different content; equal rows are allowed, because a file may repeat another. */
function checkOnce(client: ClientBase, faults: FaultList, { staged, key, columns }: LensTable): Promise<void> {
  return collectFaults(
    client,
    faults,
    `SELECT file, line, NULL AS "column",
       format('contradicts %s:%s', (SELECT path FROM stage_file f WHERE f.file = first_file), first_line) AS text
     FROM (
       SELECT file, line, ROW(${columns})::text AS content, first_value(ROW(${columns})::text) OVER w AS first_content,
         first_value(file) OVER w AS first_file, first_value(line) OVER w AS first_line
       FROM ${staged} WINDOW w AS (PARTITION BY ${key} ORDER BY file, line)
     ) AS staged
     WHERE content <> first_content`,
  );
}

/** Finds countries without exactly one current rate, and rates of a country that apply on the same day. */
async function checkTaxDays(client: ClientBase, faults: FaultList): Promise<void> {
  await client.query(
    `CREATE TEMPORARY TABLE distinct_tax_rates ON COMMIT DROP AS
     SELECT DISTINCT ON (country, ${STARTS_ON}) file, line, country, ${STARTS_ON} AS starts_on, valid_to
     FROM stage_tax_rate ORDER BY country, ${STARTS_ON}, file, line`,
  );
  await collectFaults(
    client,
    faults,
    `SELECT file, line, 'valid_from' AS "column", format('%s already has a rate on that day, until %s', country,
       coalesce(before_to::text, 'today')) AS text
     FROM (
       SELECT *, lag(valid_to) OVER w AS before_to, lag(line) OVER w AS before_line FROM distinct_tax_rates
       WINDOW w AS (PARTITION BY country ORDER BY starts_on)
     ) AS staged
     WHERE before_line IS NOT NULL AND (before_to IS NULL OR before_to >= starts_on)
     UNION ALL
     SELECT min(file), max(line), 'valid_to', format('%s has no rate in force: its last row is to have none', country)
     FROM distinct_tax_rates GROUP BY country HAVING count(*) FILTER (WHERE valid_to IS NULL) = 0`,
  );
}

/** Finds statements about unknown sources and vendors. */
function checkScopes(client: ClientBase, faults: FaultList): Promise<void> {
  return collectFaults(
    client,
    faults,
    `SELECT file, line, 'scope' AS "column", format('"%s" is no known %s', split_part(scope, ':', 1) || ':' || name, kind) AS text
     FROM (
       SELECT file, line, scope, split_part(scope, ':', 1) AS kind, substr(scope, strpos(scope, ':') + 1) AS name
       FROM stage_tax_treatment
     ) AS staged
     WHERE CASE kind
       WHEN 'vendor' THEN name NOT IN (
         SELECT vendor FROM product WHERE vendor IS NOT NULL UNION SELECT vendor FROM stage_product WHERE vendor IS NOT NULL)
       ELSE name NOT IN (SELECT id FROM source UNION SELECT id FROM stage_source) END`,
  );
}
