import { inflateRawSync } from "node:zlib";
import { Client } from "pg";

/** Tables that record when something was said or done; all others serve, and are compared. */
const NOT_SERVED = [
  ...["superseded_observation", "superseded_rate", "correction", "reference_record", "import", "derived_table"],
  ...[
    "staff",
    "staff_session",
    "kept_form",
    "sign_in_failure",
    "api_key",
    "api_key_token",
    "api_key_usage",
    "audit_event",
    "price_report",
  ],
  "_prisma_migrations",
];
/** Of dataset versions, and of the index against the version before. */
const ABOUT_VERSIONS = [
  ...["id", "version_id", "recorded_in", "version", "published_at", "in_ledger"],
  ...["added", "changed", "ended", "corrected", "redacted"],
  ...["previous_version", "change_products", "change_from_pct", "change_to_pct"],
];
/** Figures about corrections themselves. */
const ABOUT_CORRECTIONS = ["corrections", "withdrawn_changes"];
const PRICE_ID = /^(price|low|high|cheapest|most_expensive|example)_id$|^(price|first|lowest|highest)_ids$/;

type Row = Record<string, unknown>;

/**
 * Every row that serves, as one line of JSON a row, by table: without the numbers of rows and versions, series by their
 * key. Series that were never seen are left out.
 */
export async function readServed(url: string): Promise<Map<string, string[]>> {
  const client = new Client({ connectionString: url });
  await client.connect();
  try {
    const read = async (sql: string) => (await client.query<{ row: Row }>(sql)).rows.map(({ row }) => row);
    const tables = await client.query<{ name: string }>(
      "SELECT tablename AS name FROM pg_tables WHERE schemaname = 'public' AND tablename <> ALL ($1) ORDER BY 1",
      [NOT_SERVED],
    );
    const series = new Map<unknown, string>();
    for (const { id, product, country, platform, period } of await read("SELECT to_jsonb(p) AS row FROM price p"))
      series.set(id, [product, country, platform, period].join(" "));
    const [{ newest = 0 } = {}] = (
      await client.query<{ newest: number }>("SELECT max(id) AS newest FROM dataset_version")
    ).rows;
    const served = new Map<string, string[]>();
    for (const { name } of tables.rows) {
      const rows = (await read(`SELECT to_jsonb(t) AS row FROM ${name} t${name === "price" ? SEEN : ""}`))
        .filter((row) => (name === "dataset_version" ? row.id === newest : (row.version_id ?? newest) === newest))
        .filter((row) => name !== "page_figure" || !ABOUT_CORRECTIONS.includes(String(row.name)));
      served.set(name, rows.map((row) => JSON.stringify(clean(row, series))).sort());
    }
    return served;
  } finally {
    await client.end();
  }
}

const SEEN = " WHERE EXISTS (SELECT FROM price_observation WHERE price_id = t.id)";

function clean(row: Row, series: ReadonlyMap<unknown, string>): unknown {
  const name = (id: unknown) => (id === null ? null : (series.get(id) ?? `unknown series ${String(id)}`));
  const entries = Object.entries(row)
    .filter(([column]) => !ABOUT_VERSIONS.includes(column))
    .map(([column, value]) => {
      if (PRICE_ID.test(column)) return [column, Array.isArray(value) ? value.map(name) : name(value)];
      if (column === "figures" && row.name === "oldest" && Array.isArray(value)) return [column, value.map(name)];
      if (column === "figures" && row.name === "verify" && Array.isArray(value))
        return [column, value.map(([id, ...others]) => [name(id), ...others])];
      if (column === "cells" && /^(?:changed_|all_)?ids$/.test(String(row.name)))
        return [column, readIds(String(value)).map(name)];
      return [column, value];
    });
  return Object.fromEntries(entries);
}

/** Ids as differences from the one before, deflated, as JSON of PostgreSQL has bytes: `\\x01000000`. */
function readIds(cells: string): number[] {
  const bytes = inflateRawSync(Buffer.from(cells.slice(2), "hex"));
  let id = 0;
  return Array.from({ length: bytes.length / 4 }, (_, at) => {
    id += bytes.readInt32LE(4 * at);
    return id;
  });
}

/** Rows of one that the other does not have, by table; tables without a difference are left out. */
export function listDifferences(a: Map<string, string[]>, b: Map<string, string[]>): Record<string, string[]> {
  const differences: Record<string, string[]> = {};
  for (const table of new Set([...a.keys(), ...b.keys()])) {
    const [left, right] = [new Set(a.get(table)), new Set(b.get(table))];
    const rows = [
      ...[...left].filter((row) => !right.has(row)).map((row) => `- ${row}`),
      ...[...right].filter((row) => !left.has(row)).map((row) => `+ ${row}`),
    ];
    if (rows.length > 0 || a.get(table)?.length !== b.get(table)?.length) differences[table] = rows;
  }
  return differences;
}
