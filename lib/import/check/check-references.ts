import "server-only";
import type { ClientBase } from "pg";
import { PEOPLE_METHODS } from "@/lib/catalogue/prices/provenance-schema";
import { familyOfSql } from "@/lib/dataset/reading/rules";
import { PEOPLE_SOURCES } from "@/lib/dataset/rules";
import type { Fault, FaultList } from "@/lib/import/read/faults";
import type { SourceRow } from "@/lib/import/read/formats/format";
import { REFERENCES } from "@/lib/import/stage/tables";

export const stagedPlaceOf = (file: string, line: string) =>
  `format('%s:%s', (SELECT path FROM stage_file f WHERE f.file = ${file}), ${line})`;

/**
 * Query for `file, line, "column", text` of faulty rows, and `"otherFile", "otherLine"` of the row that one contradicts. Counts
 * all, fetches the first.
 */
export async function collectFaults(client: ClientBase, faults: FaultList, query: string): Promise<void> {
  type Found = Fault & { total: number; otherFile?: number | null; otherLine?: number | null };
  const { rows } = await client.query<Found>(
    `SELECT *, (count(*) OVER ())::int AS total FROM (${query}) AS fault ORDER BY file, line, "column" LIMIT ${faults.kept}`,
  );
  rows.forEach(({ total, otherFile, otherLine, ...fault }, place) => {
    const other = otherFile == null || otherLine == null ? null : { file: otherFile, line: otherLine };
    faults.add({ ...fault, other }, place === 0 ? total - rows.length + 1 : 1);
  });
}

const KNOWN = {
  source: "SELECT id FROM source_entry WHERE superseded_in IS NULL UNION SELECT id FROM stage_source",
  product: "SELECT slug FROM product_entry WHERE superseded_in IS NULL UNION SELECT slug FROM stage_product",
  vendor: `SELECT vendor FROM product_entry WHERE superseded_in IS NULL AND vendor IS NOT NULL
    UNION SELECT vendor FROM stage_product WHERE vendor IS NOT NULL`,
};

/** Adds sources implied by a format, unless described elsewhere. */
export async function stageSources(client: ClientBase, sources: readonly SourceRow[]): Promise<void> {
  for (const { id, name, publisher, url, license, attribution } of sources)
    await client.query(
      `INSERT INTO stage_source (id, name, publisher, url, license, attribution)
       SELECT $1, $2, $3, $4, $5, $6 WHERE $1 NOT IN (${KNOWN.source})`,
      [id, name, publisher, url, license, attribution],
    );
}

/** Finds repeated reference rows with different values; the first in file order counts as right. */
export async function checkOnce(client: ClientBase, faults: FaultList): Promise<void> {
  const first = stagedPlaceOf("first_file", "first_line");
  for (const { staged, key, columns, isWhole } of REFERENCES) {
    const isNamed = !isWhole && /^\w+$/.test(key);
    await collectFaults(
      client,
      faults,
      `SELECT file, line, ${isNamed ? `'${key}'` : "NULL"} AS "column",
         ${isNamed ? `format('"%s" is described otherwise in %s', ${key}, ${first})` : `'contradicts ' || ${first}`} AS text,
         first_file AS "otherFile", first_line AS "otherLine"
       FROM (
         SELECT *, ROW(${columns})::text AS content, first_value(ROW(${columns})::text) OVER w AS first_content,
           first_value(file) OVER w AS first_file, first_value(line) OVER w AS first_line
         FROM ${staged} WINDOW w AS (PARTITION BY ${key} ORDER BY file, line)
       ) AS row
       WHERE content <> first_content`,
    );
  }
}

/** Finds notes on prices that are neither stored nor in the files. One that was withdrawn is still known. */
export function checkEvidence(client: ClientBase, faults: FaultList): Promise<void> {
  const series = "s.product = e.product AND s.country = e.country AND s.platform = e.platform AND s.period = e.period";
  return collectFaults(
    client,
    faults,
    `SELECT file, line, 'observed_on' AS "column",
       format('no price of %s in %s (%s, %s) was read on %s', product, country, platform, period, observed_on) AS text
     FROM stage_evidence e
     WHERE NOT EXISTS (
       SELECT FROM read_price r JOIN series s ON s.id = r.series_id
       WHERE ${series} AND r.observed_on = e.observed_on AND r.amount IS NOT NULL
     ) AND NOT EXISTS (
       SELECT FROM observation o JOIN series s ON s.id = o.series_id
       WHERE ${series} AND o.observed_on = e.observed_on AND (o.amount IS NOT NULL OR o.superseded_in IS NOT NULL)
     ) AND NOT EXISTS (
       SELECT FROM price_correction c JOIN series s ON s.id = c.series_id WHERE ${series} AND c.observed_on = e.observed_on
     )`,
  );
}

/** Finds sentences that are to be withdrawn where none ever stood. */
export function checkAccess(client: ClientBase, faults: FaultList): Promise<void> {
  return collectFaults(
    client,
    faults,
    `SELECT file, line, 'sentence' AS "column", format('is empty, but nothing was ever said of %s of "%s"', question, product) AS text
     FROM stage_access s WHERE sentence IS NULL
       AND NOT EXISTS (SELECT FROM access_entry e WHERE (e.product, e.question) = (s.product, s.question))`,
  );
}

/** Finds products that are to be removed, and are not there, or that anything else names, now or in the past. */
export function checkRemovals(client: ClientBase, faults: FaultList): Promise<void> {
  const names = (rows: string) => `SELECT FROM ${rows}.product = r.slug`;
  return collectFaults(
    client,
    faults,
    `SELECT file, line, 'slug' AS "column", text FROM (
       SELECT file, line, CASE
         WHEN NOT EXISTS (SELECT FROM product_entry p WHERE p.slug = r.slug)
           THEN format('"%s" is no known product', slug)
         WHEN EXISTS (SELECT FROM stage_product p WHERE p.slug = r.slug)
           THEN format('"%s" is described in the same files', slug)
         WHEN EXISTS (${names("observation o JOIN series s ON s.id = o.series_id WHERE s")})
             OR EXISTS (${names("read_price o JOIN series s ON s.id = o.series_id WHERE s")})
           THEN format('"%s" has prices, or had some: a product is removed while nothing else names it', slug)
         WHEN EXISTS (${names("evidence_entry s WHERE superseded_in IS NULL AND s")})
             OR EXISTS (${names("stage_evidence s WHERE s")})
           THEN format('"%s" has doubts noted on its prices: a product is removed while nothing else names it', slug)
         WHEN EXISTS (${names("access_entry s WHERE superseded_in IS NULL AND sentence IS NOT NULL AND s")})
             OR EXISTS (${names("stage_access s WHERE s")})
           THEN format('"%s" has sentences about buying it from abroad: a product is removed while nothing else names it', slug)
         WHEN EXISTS (SELECT FROM product_entry p WHERE p.superseded_in IS NULL AND p.same_plan_as = r.slug)
             OR EXISTS (SELECT FROM stage_product p WHERE p.same_plan_as = r.slug)
           THEN format('"%s" is the main product of another: a product is removed while nothing else names it', slug)
         END AS text
       FROM stage_product_removal r
     ) AS row WHERE text IS NOT NULL`,
  );
}

/** What a source that refreshes itself never says. */
const FOREIGN = [
  "stage_product_removal",
  "stage_access",
  "stage_tax_rate",
  "stage_tax_treatment",
  "stage_income",
  "stage_purchasing_power",
];

/**
 * Finds what a source may not write: other sources, corrections, taxes and such, and products of which it has no reading
 * while others have. One that was added at the desk may read any product, because it never publishes itself.
 */
export async function checkOwn(client: ClientBase, faults: FaultList, feedId: string): Promise<void> {
  const own = `'${feedId.replaceAll("'", "''")}'`;
  const find = (query: string) => collectFaults(client, faults, query);
  for (const table of ["read_price", "stage_rate"])
    await find(
      `SELECT file, line, 'source' AS "column", format('"%s" is another source than ' || ${own}, source_id) AS text
       FROM ${table} WHERE ${familyOfSql("source_id")} <> ${own}`,
    );
  // Rows that a format implies have no file.
  await find(
    `SELECT file, line, 'id' AS "column", format('"%s" is another source than ' || ${own}, id) AS text
     FROM stage_source WHERE file IS NOT NULL AND ${familyOfSql("id")} <> ${own}`,
  );
  const rows = `SELECT file, line, product AS slug FROM read_price JOIN series ON series.id = series_id
    UNION ALL SELECT file, line, slug FROM stage_product WHERE file IS NOT NULL
    UNION ALL SELECT file, line, product FROM stage_evidence`;
  await find(
    `WITH read_by AS (
       SELECT product, bool_or(${familyOfSql("source_id")} = ${own}) AS is_own FROM observation JOIN series ON series.id = series_id
       GROUP BY product
     )
     SELECT file, line, 'product' AS "column", format('"%s" is a product of other sources', slug) AS text
     FROM (${rows}) AS row JOIN read_by ON read_by.product = slug
     WHERE NOT is_own AND NOT EXISTS (SELECT FROM feed WHERE id = ${own} AND attribution IS NOT NULL)`,
  );
  for (const table of [...FOREIGN, "price_correction", "rate_correction"])
    await find(
      `SELECT file, line, NULL AS "column", 'a source that refreshes itself writes readings, products and itself alone' AS text
       FROM ${table} WHERE file IS NOT NULL`,
    );
}

/** Finds readings of a program that claim to be of people: the desk's source makes a price `staff_read`. */
export async function checkOfProgram(client: ClientBase, faults: FaultList): Promise<void> {
  const [methods, sources] = [PEOPLE_METHODS, PEOPLE_SOURCES].map((names) =>
    names.map((name) => `'${name}'`).join(", "),
  );
  await collectFaults(
    client,
    faults,
    `SELECT file, line, 'source' AS "column", format('"%s" has the readings of people alone', source_id) AS text
     FROM read_price WHERE source_id IN (${sources})
     UNION ALL SELECT file, line, 'method', format('"%s" is how people read, and no person wrote this file', method)
     FROM read_price WHERE method IN (${methods})`,
  );
}

export function checkKnown(client: ClientBase, faults: FaultList, kind: "source" | "product", rows: string) {
  const column = kind === "source" ? "source_id" : "product";
  return collectFaults(
    client,
    faults,
    `SELECT file, line, '${kind}' AS "column", format('"%s" is no known ${kind}', ${column}) AS text
     FROM ${rows} WHERE ${column} NOT IN (${KNOWN[kind]})`,
  );
}

export function checkScopes(client: ClientBase, faults: FaultList): Promise<void> {
  return collectFaults(
    client,
    faults,
    `SELECT file, line, 'scope' AS "column", format('"%s" is no known %s', scope, kind) AS text
     FROM (
       SELECT *, split_part(scope, ':', 1) AS kind, substr(scope, strpos(scope, ':') + 1) AS name FROM stage_tax_treatment
     ) AS row
     WHERE CASE kind WHEN 'vendor' THEN name NOT IN (${KNOWN.vendor}) ELSE name NOT IN (${KNOWN.source}) END`,
  );
}

const STARTS_ON = "coalesce(valid_from, known_from, '-infinity'::date)";

/** Each country needs exactly one current tax rate, and at most one a day. */
export function checkTaxDays(client: ClientBase, faults: FaultList): Promise<void> {
  return collectFaults(
    client,
    faults,
    `WITH once AS (
       SELECT DISTINCT ON (country, ${STARTS_ON}) file, line, country, ${STARTS_ON} AS starts_on, valid_to
       FROM stage_tax_rate ORDER BY country, ${STARTS_ON}, file, line
     )
     SELECT file, line, 'valid_from' AS "column",
       format('%s already has a rate on that day, until %s', country, coalesce(before_to::text, 'today')) AS text
     FROM (
       SELECT *, lag(valid_to) OVER w AS before_to, lag(line) OVER w AS before_line FROM once
       WINDOW w AS (PARTITION BY country ORDER BY starts_on)
     ) AS row
     WHERE before_line IS NOT NULL AND (before_to IS NULL OR before_to >= starts_on)
     UNION ALL
     SELECT min(file), max(line), 'valid_to', format('%s has no rate in force: its last row is to have none', country)
     FROM once GROUP BY country HAVING count(*) FILTER (WHERE valid_to IS NULL) = 0`,
  );
}
