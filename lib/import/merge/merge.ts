import "server-only";
import { continents, countries } from "countries-list";
import type { ClientBase } from "pg";
import { COUNTRY_NAMES } from "@/lib/contract/country-names";
import type { ChangeCount } from "@/lib/import/report/result";
import * as stage from "@/lib/import/stage/tables";
import { republish } from "@/lib/versions/publish/publish";
import { rewriteMoves } from "@/lib/versions/publish/record-moves";

/** `held`: published versions that contain erased rows. */
export type Merged = { counts: ChangeCount[]; held: number[] };

/** Moves staged rows into the ledger. New rows are recorded in the version, replaced ones superseded in it. */
export async function merge(client: ClientBase, versionId: number, importedBy: string): Promise<Merged> {
  await stageCountries(client);
  const merged: Merged = { counts: [], held: [] };
  for (const table of stage.REFERENCES) merged.counts.push(...(await mergeReferences(client, table, versionId)));
  merged.counts.push(...(await removeProducts(client, versionId)));
  for (const ledger of [stage.RATES, stage.PRICES]) {
    merged.counts.push(...(await applyCorrections(client, ledger, versionId, importedBy)));
    merged.held.push(...(await erase(client, ledger)));
    merged.counts.push(...(await mergeFigures(client, ledger, versionId)));
  }
  return merged;
}

async function countBy(client: ClientBase, rows: string): Promise<ChangeCount[]> {
  const counted = `SELECT file, kind, count(*)::int AS count FROM (${rows}) AS row GROUP BY file, kind`;
  return (await client.query<ChangeCount>(counted)).rows;
}

async function stageCountries(client: ClientBase): Promise<void> {
  const rows = Object.entries(countries).map(([code, { continent, currency }]) => ({
    code,
    name: COUNTRY_NAMES.get(code),
    region: continents[continent],
    currency: currency[0] ?? null,
  }));
  await client.query(
    `INSERT INTO stage_country (code, name, region, currency)
     SELECT * FROM json_to_recordset($1) AS one(code text, name text, region text, currency text)`,
    [JSON.stringify(rows)],
  );
}

/** Supersedes rows that differ; rows of this version are replaced. */
async function mergeReferences(client: ClientBase, table: stage.ReferenceTable, versionId: number) {
  const { name, staged, key, columns, isWhole } = table;
  const compared = "SELECT entry_id FROM compared";
  await client.query(
    `CREATE TEMPORARY TABLE compared ON COMMIT DROP AS
     WITH arrived AS (
       SELECT DISTINCT ON (${key}) *, ROW(${key})::text AS row_key, ROW(${columns})::text AS content
       FROM ${staged} ORDER BY ${key}, file, line
     ), valid AS (
       SELECT entry_id, ROW(${key})::text AS row_key, ROW(${columns})::text AS content FROM ${name} WHERE superseded_in IS NULL
     )
     SELECT arrived.*, valid.entry_id, ${isWhole ? `coalesce(file, (SELECT min(file) FROM ${staged}))` : "file"} AS told_by
     FROM arrived ${isWhole ? "FULL" : "LEFT"} JOIN valid USING (row_key)
     WHERE arrived.content IS DISTINCT FROM valid.content AND EXISTS (SELECT FROM arrived)`,
  );
  await client.query(`DELETE FROM ${name} WHERE recorded_in = ${versionId} AND entry_id IN (${compared})`);
  await client.query(`UPDATE ${name} SET superseded_in = ${versionId} WHERE entry_id IN (${compared})`);
  await client.query(
    `INSERT INTO ${name} (${columns}, recorded_in) SELECT ${columns}, ${versionId} FROM compared WHERE content IS NOT NULL`,
  );
  const kinds =
    "SELECT told_by AS file, CASE WHEN entry_id IS NULL THEN 'added' ELSE 'changed' END AS kind FROM compared";
  const counts = await countBy(client, kinds);
  await client.query("DROP TABLE compared");
  return counts;
}

/** One that was removed before stays so. */
async function removeProducts(client: ClientBase, versionId: number): Promise<ChangeCount[]> {
  const counts = await countBy(
    client,
    `SELECT DISTINCT ON (slug) file, 'changed' AS kind FROM stage_product_removal
     WHERE slug IN (SELECT slug FROM product_entry WHERE superseded_in IS NULL) ORDER BY slug, file, line`,
  );
  await client.query(
    `UPDATE product_entry SET superseded_in = ${versionId}
     WHERE superseded_in IS NULL AND slug IN (SELECT slug FROM stage_product_removal)`,
  );
  return counts;
}

/** Supersedes corrected rows, also those of the same import. */
async function applyCorrections(client: ClientBase, ledger: stage.LedgerTable, versionId: number, importedBy: string) {
  const { table, corrections, figures, named } = ledger;
  const columns = stage.columnsOf(ledger);
  const old = columns.map((column) => (figures.includes(column) ? `old_${column}` : column));
  const stands = `SELECT stored_id FROM ${corrections} WHERE stands`;
  await client.query(`UPDATE ${table} SET superseded_in = ${versionId} WHERE id IN (${stands})`);
  await client.query(
    `INSERT INTO ${table} (${columns.join(", ")}, recorded_in, superseded_in)
     SELECT ${old.join(", ")}, ${versionId}, ${versionId} FROM ${corrections} WHERE arrives`,
  );
  await client.query(
    `INSERT INTO correction (version_id, action, reason, note, corrected_by, source_id, ${Object.keys(named).join(", ")})
     SELECT ${versionId}, action, reason, note, $1, taken_source, ${Object.values(named).join(", ")}
     FROM ${corrections} ORDER BY file, line`,
    [importedBy],
  );
  return countBy(client, `SELECT file, 'changed' AS kind FROM ${corrections}`);
}

/** Erases rows that a takedown for their licence names. Returns the published versions that contained them. */
async function erase(client: ClientBase, ledger: stage.LedgerTable): Promise<number[]> {
  const erased = ledger.figures.filter((column) => column !== "source_id").map((column) => `${column} = NULL`);
  const { rows } = await client.query<{ id: number }>(
    `WITH erased AS (
       UPDATE ${ledger.table} s SET ${erased.join(", ")}, is_redacted = true FROM ${ledger.corrections} c
       WHERE c.reason = 'licence' AND s.superseded_in IS NOT NULL AND NOT s.is_redacted
         AND ${stage.isOneKey(ledger, "s", "c")} AND s.source_id = c.taken_source
       RETURNING s.recorded_in, s.superseded_in
     ), held AS (
       SELECT v.id, count(*)::int AS rows FROM erased e
       JOIN dataset_version v ON v.id >= e.recorded_in AND v.id < e.superseded_in GROUP BY v.id
     )
     UPDATE dataset_version v SET redacted = v.redacted + held.rows FROM held WHERE held.id = v.id RETURNING v.id`,
  );
  return rows.map(({ id }) => id);
}

/** Also republishes later versions, which compare with these. `versionId`: of the takedown. */
export async function republishErased(client: ClientBase, versionId: number, held: readonly number[]): Promise<void> {
  if (held.length === 0) return;
  await rewriteMoves(
    client,
    `SELECT DISTINCT series_id FROM correction
     WHERE version_id = ${versionId} AND reason = 'licence' AND series_id IS NOT NULL`,
  );
  const { rows } = await client.query<{ id: number }>(
    `SELECT id FROM (SELECT *, lag(id) OVER (ORDER BY id) AS before FROM dataset_version) AS v
     WHERE NOT is_pruned AND (id = ANY($1) OR before = ANY($1)) ORDER BY id`,
    [held],
  );
  for (const { id } of rows) await republish(client, id);
}

const KINDS = {
  rate: "SELECT file, CASE WHEN stored_id IS NULL THEN 'added' ELSE 'changed' END AS kind FROM written",
  observation: `
    SELECT file, CASE WHEN stored_id IS NOT NULL THEN 'changed' WHEN was_on IS NULL THEN 'added' WHEN is_other THEN 'changed'
      ELSE 'confirmed' END AS kind
    FROM written JOIN (
      SELECT series_id, observed_on, lag(observed_on) OVER days AS was_on,
        (amount, currency) IS DISTINCT FROM (lag(amount) OVER days, lag(currency) OVER days) AS is_other
      FROM observation WHERE superseded_in IS NULL AND series_id IN (SELECT series_id FROM written)
      WINDOW days AS (PARTITION BY series_id ORDER BY observed_on)
    ) AS day USING (series_id, observed_on)`,
};

/** Writes the lowest row of each key where it is new or lower than the stored one. */
async function mergeFigures(client: ClientBase, ledger: stage.LedgerTable, versionId: number): Promise<ChangeCount[]> {
  const { table, read, corrections, key, rank } = ledger;
  const of = (alias: string, columns: readonly string[]) => columns.map((column) => `${alias}.${column}`).join(", ");
  const columns = stage.columnsOf(ledger).join(", ");
  await client.query(
    `CREATE TEMPORARY TABLE written ON COMMIT DROP AS
     SELECT DISTINCT ON (${of("r", key)}) r.*, s.id AS stored_id
     FROM ${read} r LEFT JOIN ${table} s ON s.superseded_in IS NULL AND ${stage.isOneKey(ledger, "s", "r")}
     WHERE s.id IS NULL OR (${of("r", rank)}) < (${of("s", rank)})
     ORDER BY ${of("r", [...key, ...rank])}, file, line`,
  );
  await client.query("ANALYZE written");
  await client.query(`UPDATE ${table} SET superseded_in = ${versionId} WHERE id IN (SELECT stored_id FROM written)`);
  await client.query(`INSERT INTO ${table} (${columns}, recorded_in) SELECT ${columns}, ${versionId} FROM written`);
  const kinds = `SELECT * FROM (${KINDS[table]}) AS row WHERE file NOT IN (SELECT file FROM ${corrections})`;
  const counts = await countBy(client, kinds);
  await client.query("DROP TABLE written");
  return counts;
}
