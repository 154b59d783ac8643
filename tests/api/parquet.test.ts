import { mkdir, writeFile } from "node:fs/promises";
import { join } from "node:path";
import { DuckDBInstance } from "@duckdb/node-api";
import { Client } from "pg";
import { afterAll, beforeAll, expect, test } from "vitest";
import { z } from "zod";
import { rowsOf } from "@/lib/exports/rows";
import { DATASET_NAMES } from "@/lib/exports/schema";
import { get } from "../support/api";
import { makeDataDir } from "../support/scratch";
import { databaseUrl } from "../support/server";

let scratch: Awaited<ReturnType<typeof makeDataDir>>;
let sql: Client;
let duck: Awaited<ReturnType<DuckDBInstance["connect"]>>;
beforeAll(async () => {
  scratch = await makeDataDir();
  await mkdir(scratch.dir);
  sql = new Client({ connectionString: databaseUrl });
  await sql.connect();
  duck = await (await DuckDBInstance.create(":memory:")).connect();
});
afterAll(async () => {
  duck.closeSync();
  await sql.end();
  await scratch[Symbol.asyncDispose]();
});

const ask = async (query: string) => (await duck.runAndReadAll(query)).getRowObjectsJson();

/** What a column is in PostgreSQL, by the beginning of its type's name, and in Parquet. */
const TYPES: readonly [string, RegExp][] = [
  ["boolean", /^BOOLEAN$/],
  ["date", /^DATE$/],
  ["integer", /^INTEGER$/],
  ["smallint", /^INTEGER$/],
  ["numeric", /^DECIMAL\(38,\d+\)$/],
];

test.each(DATASET_NAMES)(
  "DuckDB reads of %s what PostgreSQL has: types, count, sum, lowest and highest",
  async (dataset) => {
    const path = `/api/export/${dataset}.parquet`;
    const { status, headers, bytes } = await get(path);
    expect([status, headers.get("content-type")]).toEqual([200, "application/vnd.apache.parquet"]);
    expect(headers.get("content-disposition")).toMatch(new RegExp(`price-atlas-${dataset}-[\\d.-]+\\.parquet`));
    const asked = await get(`/api/export?dataset=${dataset}&format=parquet`);
    expect(asked.bytes.equals(bytes)).toBe(true);
    const file = join(scratch.dir, `${dataset}.parquet`);
    await writeFile(file, bytes);

    const version = (await sql.query("SELECT max(id)::int AS id FROM dataset_version")).rows[0].id;
    const rows = rowsOf[dataset](version);
    const described = z
      .array(z.object({ column_name: z.string(), column_type: z.string() }))
      .parse(await ask(`DESCRIBE SELECT * FROM '${file}'`));
    const columns = described.map(({ column_name }) => column_name);
    const types = (
      await sql.query(`SELECT ${columns.map((c) => `pg_typeof(min(${c}::text)::text) AS ${c}`)} FROM (${rows}) r`)
    ).fields;
    expect(types.map(({ name }) => name)).toEqual(columns);
    const [real] = (
      await sql.query(`SELECT ${columns.map((c) => `pg_typeof(${c})::text AS ${c}`)} FROM (${rows}) r LIMIT 1`)
    ).rows;
    for (const { column_name: name, column_type: type } of described) {
      // Enums of PostgreSQL are text.
      const [, expected = /^VARCHAR$/] = TYPES.find(([kind]) => String(real?.[name]).startsWith(kind)) ?? [];
      expect(type, name).toMatch(expected);
    }
    for (const { column_name: name, column_type: type } of described) {
      const isNumber = /^(?:DECIMAL|INTEGER)/.test(type);
      const [lowest, highest] = type === "BOOLEAN" ? ["bool_and", "bool_or"] : ["min", "max"];
      const [found] = await ask(
        `SELECT count(*)::INT AS n, count("${name}")::INT AS filled, ${lowest}("${name}")::VARCHAR AS low,
         ${highest}("${name}")::VARCHAR AS high, ${isNumber ? `sum("${name}")::VARCHAR` : "NULL"} AS total FROM '${file}'`,
      );
      const text = type === "VARCHAR" ? `${name}::text COLLATE "C"` : name;
      const [wanted] = (
        await sql.query(
          `SELECT count(*)::int AS n, count(${name})::int AS filled, ${lowest}(${text})::text AS low,
           ${highest}(${text})::text AS high, ${isNumber ? `sum(${name})::text` : "NULL"} AS total FROM (${rows}) r`,
        )
      ).rows;
      const plain = (value: unknown) =>
        isNumber && typeof value === "string" && value.includes(".") ? value.replace(/\.?0+$/, "") : value;
      const clean = (row: Record<string, unknown> = {}) =>
        Object.fromEntries(
          Object.entries(row).map(([key, value]) => [key, key === "n" || key === "filled" ? value : plain(value)]),
        );
      expect(clean(found), `${dataset}.${name}`).toEqual(clean(wanted));
    }
  },
);

test("a part of a dataset is Parquet too, with its credit in the metadata", async () => {
  const { bytes } = await get("/api/export?product=netflix&format=parquet");
  const file = join(scratch.dir, "netflix.parquet");
  await writeFile(file, bytes);
  const products = await ask(`SELECT DISTINCT product FROM '${file}'`);
  expect(products).toEqual([{ product: "netflix" }]);
  const [meta] = await ask(
    `SELECT decode(value) AS text FROM parquet_kv_metadata('${file}') WHERE decode(key) = 'meta'`,
  );
  expect(JSON.parse(String(meta?.text))).toMatchObject({ license: "CC-BY-4.0", attribution: expect.any(String) });
});

test("bom goes with CSV alone", async () => {
  expect((await get("/api/export/prices.parquet?bom=1")).status).toBe(400);
});
