import { Client } from "pg";

/** Of these, the rows of the newest version. */
export const PUBLISHED = [
  "price",
  "product",
  "country",
  "median_index",
  "category",
  "level_difference",
  "source",
] as const;
/** Of these, the rows that stand. */
const WORKING = [
  "price_change",
  "observation",
  "rate",
  "source_entry",
  "country_entry",
  "product_entry",
  "access_entry",
  "tax_rate",
  "tax_treatment",
  "income",
  "purchasing_power",
] as const;

const LEFT_OUT = [
  "id",
  "entry_id",
  "version_id",
  "recorded_in",
  "superseded_in",
  "version",
  "published_at",
  "corrected_at",
  "added",
  "changed",
  "ended",
  "corrected",
  "redacted",
  "previous_version",
  "change_products",
  "change_from_pct",
  "change_to_pct",
];
const SERIES_ID = /^(?:series|(?:ex_tax_)?(?:cheapest|most_expensive))_id$/;
const NAMED = ["source", "source_entry"];

type Row = Record<string, unknown>;

/** Rows of the newest version and of the standing ledger, as JSON lines by table, without ids and versions. */
export async function readServed(url: string): Promise<Map<string, string[]>> {
  const client = new Client({ connectionString: url });
  await client.connect();
  try {
    const read = async (sql: string) => (await client.query<{ row: Row }>(sql)).rows.map(({ row }) => row);
    const series = new Map<unknown, string>();
    for (const { id, product, country, platform, period } of await read("SELECT to_jsonb(s) AS row FROM series s"))
      series.set(id, [product, country, platform, period].join(" "));
    const served = new Map<string, string[]>();
    const add = async (name: string, condition: string) => {
      const rows = await read(`SELECT to_jsonb(t) AS row FROM ${name} t WHERE ${condition}`);
      served.set(name, rows.map((row) => JSON.stringify(clean(name, row, series))).sort());
    };
    await add("dataset_version", "id = (SELECT max(id) FROM dataset_version)");
    for (const name of PUBLISHED) await add(name, "version_id = (SELECT max(id) FROM dataset_version)");
    for (const name of WORKING) await add(name, "superseded_in IS NULL");
    return served;
  } finally {
    await client.end();
  }
}

function clean(table: string, row: Row, series: ReadonlyMap<unknown, string>): unknown {
  const entries = Object.entries(row)
    .filter(([column]) => !LEFT_OUT.includes(column) || (column === "id" && NAMED.includes(table)))
    .map(([column, value]) => [
      column,
      SERIES_ID.test(column) && value !== null ? (series.get(value) ?? `unknown series ${String(value)}`) : value,
    ]);
  return Object.fromEntries(entries);
}

/** Rows that only one of both has; tables without any are left out. */
export function listDifferences(a: Map<string, string[]>, b: Map<string, string[]>): Record<string, string[]> {
  const differences: Record<string, string[]> = {};
  for (const table of new Set([...a.keys(), ...b.keys()])) {
    const left = new Set(a.get(table));
    const right = new Set(b.get(table));
    const rows = [
      ...[...left].filter((row) => !right.has(row)).map((row) => `- ${row}`),
      ...[...right].filter((row) => !left.has(row)).map((row) => `+ ${row}`),
    ];
    if (rows.length > 0 || a.get(table)?.length !== b.get(table)?.length) differences[table] = rows;
  }
  return differences;
}
