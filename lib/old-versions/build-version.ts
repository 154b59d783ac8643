import "server-only";
import type { ClientBase } from "pg";
import type { DatasetVersion } from "@/lib/dataset/version";
import { buildDerivedTables, DERIVED_TABLES } from "@/lib/import/publish/derived-tables";
import { REFERENCE_TABLES } from "@/lib/import/publish/record-references";
import { connectClient } from "@/lib/platform/database-client";
import { OldVersionsForbidden, SCHEMA_LOCK } from "./schema-lock";

/** Derived table that holds the rows of every version: what was published then is read, not computed again. */
const OF_EACH_VERSION = "country_index";
/** Derived tables that begin with rows of the ledger. */
const BEGUN = ["price", "product"];

/**
 * Builds the schema of a version: views and tables with the names of those in `public` and the rows that the version was
 * published with, its derived tables by the code that publishes. In one transaction, by one process at a time; nothing
 * is left of one that is killed. Does nothing where the schema exists.
 */
export async function buildSchema(url: string, version: DatasetVersion, schema: string): Promise<void> {
  const client = await connectClient(url, "history");
  try {
    await client.query("BEGIN");
    await client.query("SET LOCAL statement_timeout = 0");
    await client.query("SET LOCAL work_mem = '64MB'");
    await client.query("SET LOCAL jit = off");
    if (!(await isBuilt(client, schema))) {
      await client.query(`SELECT pg_advisory_xact_lock(${SCHEMA_LOCK})`, [schema]);
      if (!(await isBuilt(client, schema))) await fill(client, version, schema);
    }
    await client.query("COMMIT");
  } finally {
    await client.end();
  }
}

/** Fails for a schema of another role: without the right to use it, reads would be answered from `public`. */
async function isBuilt(client: ClientBase, schema: string): Promise<boolean> {
  const { rows } = await client.query<{ isUsable: boolean | null }>(
    `SELECT has_schema_privilege(oid, 'USAGE') AS "isUsable" FROM pg_namespace WHERE nspname = $1`,
    [schema],
  );
  if (rows[0]?.isUsable === false) throw new OldVersionsForbidden();
  return rows.length === 1;
}

async function fill(client: ClientBase, { id }: DatasetVersion, schema: string): Promise<void> {
  await client.query(`CREATE SCHEMA ${schema}`);
  await client.query(`SET LOCAL search_path = ${schema}, public`);
  for (const [name, select] of Object.entries(await listViews(client, id)))
    await client.query(`CREATE VIEW ${schema}.${name} AS ${select}`);
  for (const { name, columns } of REFERENCE_TABLES) {
    await createTable(client, schema, name);
    await client.query(
      `INSERT INTO ${schema}.${name} (${columns})
       SELECT ${columns} FROM public.reference_record r, jsonb_populate_record(NULL::public.${name}, r.record)
       WHERE r.table_name = $1 AND r.recorded_in <= $2 AND (r.superseded_in IS NULL OR r.superseded_in > $2)
       ORDER BY r.key`,
      [name, id],
    );
  }
  await createTable(client, schema, "price");
  await client.query(
    `INSERT INTO ${schema}.price (id, product, country, platform, period)
     SELECT id, product, country, platform, period FROM public.price p
     WHERE EXISTS (SELECT FROM public.price_observation o WHERE o.price_id = p.id AND o.recorded_in <= $1)
       OR EXISTS (SELECT FROM public.superseded_observation o WHERE o.price_id = p.id AND o.recorded_in <= $1)
     ORDER BY id`,
    [id],
  );
  await client.query(`ANALYZE ${[...REFERENCE_TABLES.map(({ name }) => name), "price"].join(", ")}`);
  const derived = DERIVED_TABLES.filter(({ name }) => name !== OF_EACH_VERSION);
  for (const { name } of derived) if (!BEGUN.includes(name)) await createTable(client, schema, name);
  for (const isBegun of [true, false]) {
    const tables = derived.filter(({ name }) => BEGUN.includes(name) === isBegun);
    await buildDerivedTables(client, id, tables);
    await client.query(`ANALYZE ${tables.map(({ name }) => name).join(", ")}`);
  }
}

async function createTable(client: ClientBase, schema: string, name: string): Promise<void> {
  await client.query(`CREATE TABLE ${schema}.${name} (LIKE public.${name} INCLUDING ALL)`);
}

/** Views of the tables that hold the rows of every version, by name. */
async function listViews(client: ClientBase, id: number): Promise<Record<string, string>> {
  const { rows } = await client.query<{ name: string }>(
    `SELECT c.relname AS name FROM pg_class c JOIN pg_attribute a ON a.attrelid = c.oid
     WHERE c.relnamespace = 'public'::regnamespace AND c.relkind = 'r' AND a.attname = 'version_id'
       AND NOT a.attisdropped AND c.relname <> 'derived_table'`,
  );
  const ofVersion = rows.map(({ name }) => [name, `SELECT * FROM public.${name} WHERE version_id <= ${id}`]);
  return {
    ...Object.fromEntries(ofVersion),
    dataset_version: `SELECT * FROM public.dataset_version WHERE id <= ${id}`,
    superseded_observation: `SELECT * FROM public.superseded_observation WHERE superseded_in <= ${id}`,
    superseded_rate: `SELECT * FROM public.superseded_rate WHERE superseded_in <= ${id}`,
    price_observation: standingRows(id, "observation", "price_observation", OBSERVATION),
    fx_rate: standingRows(id, "rate", "fx_rate", RATE),
  };
}

const OBSERVATION = "price_id, observed_on, amount, currency, source_id, source_url, recorded_in";
const RATE = "currency, date, source_id, usd_per_unit, recorded_in";

/** Rows that stood in a version: those that still stand, and those that a later version superseded. */
function standingRows(id: number, noun: string, table: string, columns: string): string {
  return `SELECT ${columns} FROM public.${table} WHERE recorded_in <= ${id}
    UNION ALL
    SELECT ${columns} FROM public.superseded_${noun}
    WHERE recorded_in <= ${id} AND superseded_in > ${id} AND NOT is_redacted`;
}
