import { mkdir, writeFile } from "node:fs/promises";
import { join } from "node:path";
import { DuckDBInstance } from "@duckdb/node-api";
import { Client } from "pg";
import { afterAll, beforeAll, expect, test } from "vitest";
import { z } from "zod";
import { get } from "../support/api";
import { readCsv } from "../support/recompute-index";
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

async function download(name: string, path: string): Promise<string> {
  const { status, headers, bytes } = await get(path);
  expect([path, status, headers.get("content-type")]).toEqual([path, 200, "application/vnd.apache.parquet"]);
  const file = join(scratch.dir, `${name}.parquet`);
  await writeFile(file, bytes);
  return file;
}

const NEWEST = "(SELECT max(id) FROM dataset_version)";
const priceOf = (id: string) =>
  `(SELECT country FROM price s WHERE s.version_id = p.version_id AND s.series_id = p.${id})`;
const productOf = (fact: string) =>
  `(SELECT n.${fact} FROM product n WHERE n.version_id = p.version_id AND n.slug = p.product)`;
const same = (names: string, before = "") => Object.fromEntries(names.split(" ").map((name) => [before + name, name]));
const published = (figure: string) => `CASE WHEN status = 'published' THEN ${figure} END`;
const indexed = (columns: Readonly<Record<string, string>>) =>
  Object.fromEntries(Object.entries(columns).map(([name, figure]) => [name, published(figure)]));

const withoutTax = (figure: string) => `(
  SELECT ${figure} FROM median_index x WHERE x.version_id = c.version_id AND x.country = c.code AND x.tax_view = 'excluded')`;

const INDEX = {
  ...indexed({
    ...same("pct_vs_us p10_pct p25_pct p75_pct p90_pct rank usd_billed model_value model_low model_high", "index_"),
    ...same("model_se model_rank_low model_rank_high median_low median_high rate_low_pct rate_high_pct", "index_"),
    ...same("change_from_pct change_to_pct", "index_"),
    index_base: "'US'",
    index_n_products: "basket_size",
    index_value: "100 + pct_vs_us::numeric",
    index_cheaper_pct: "cheaper_share::numeric * 100",
    index_equal_pct: "share_equal_us::numeric * 100",
    index_common_basket_value: "100 + common_pct::numeric",
    index_common_basket_pct_vs_us: "common_pct",
    index_common_basket_n_products: "common_products",
    index_rate_days: "(SELECT string_agg(d::text, ' ' ORDER BY d) FROM unnest(v.band_days || v.fx_date) AS d)",
    index_without_doubt_value: "100 + without_doubt_pct::numeric",
    index_without_doubt_pct_vs_us: "without_doubt_pct",
    index_without_doubt_n_products: "without_doubt_products",
    index_without_doubt_median_low: "without_doubt_low",
    index_without_doubt_median_high: "without_doubt_high",
    index_change_previous_version: "previous_version",
    index_change_n_products: "change_products",
    index_change_points: "change_to_pct::numeric - change_from_pct::numeric",
    ex_tax_value: withoutTax("100 + x.pct_vs_us::numeric"),
    ex_tax_pct_vs_us: withoutTax("x.pct_vs_us"),
    ex_tax_shown_pct_vs_us: withoutTax("x.shown_pct"),
    ex_tax_median_low: withoutTax("x.median_low"),
    ex_tax_median_high: withoutTax("x.median_high"),
    ex_tax_n_products: withoutTax("x.basket_size"),
    ex_tax_reason: withoutTax(
      "CASE WHEN x.pct_vs_us IS NULL THEN 'fewer than 30 products whose price without tax is known' END",
    ),
  }),
  country: "c.code",
  income_ratio: "income_ratio",
  purchasing_power_ratio: "ppp_ratio",
  ...same("name"),
};

const COUNTRIES = `country c JOIN dataset_version v ON v.id = c.version_id
  JOIN median_index i ON i.version_id = c.version_id AND i.country = c.code AND i.tax_view = 'shown'`;

/** What stands in the tables of a version, column by column; of other datasets the rows of the CSV file. */
const TABLES: Readonly<Record<string, { from: string; columns: Readonly<Record<string, string>> }>> = {
  prices: {
    from: `price p WHERE version_id = ${NEWEST}`,
    columns: {
      ...same("us_usd_monthly pct_vs_us ex_tax_pct_vs_us ex_tax_usd tax_reviewed_on"),
      ex_tax_us_monthly: "us_ex_tax_monthly",
      tax_source: "tax_source_id",
      name: productOf("name"),
      product_plan: productOf("plan"),
      category: productOf("category"),
      country_name: "(SELECT c.name FROM country c WHERE c.version_id = p.version_id AND c.code = p.country)",
      ...same("product country platform period amount currency usd usd_monthly fx_rate fx_date source_url verified_on"),
      ...same("tax_treatment tax_rate_pct tax_reason ex_tax_amount ex_tax_usd_monthly income_share_pct income_year"),
      ...same("income_reason fx_stale changed_on evidence usual_ratio"),
      ...same("read_at quote method plan"),
      fx_source: "fx_source_id",
      reported: "is_reported",
      source: "source_id",
      outdated: "is_outdated",
      ranked: "is_ranked",
      ex_tax_ranked: "ex_tax_is_ranked",
      source_kind: `CASE WHEN source_id = 'desk' THEN 'desk' WHEN source_id LIKE 'opentherank-%' THEN 'store_index' ELSE 'publication' END`,
    },
  },
  products: {
    from: `product p WHERE version_id = ${NEWEST}`,
    columns: {
      ...same("name vendor service category plan website in_basket verified_on changed_on"),
      product: "slug",
      n_prices: "prices",
      n_countries: "countries",
      min: "usd_monthly_min",
      median: "usd_monthly_median",
      max: "usd_monthly_max",
      cheapest_country: priceOf("cheapest_id"),
      most_expensive_country: priceOf("most_expensive_id"),
      ...same("ranking verified_from same_plan_as"),
      n_ranked: "ranked",
      ex_tax_min: "ex_tax_monthly_min",
      ex_tax_median: "ex_tax_monthly_median",
      ex_tax_max: "ex_tax_monthly_max",
      ex_tax_ranking: "ex_tax_ranking",
      ex_tax_n_ranked: "ex_tax_ranked",
      cheapest_without_tax_country: priceOf("ex_tax_cheapest_id"),
    },
  },
  index: {
    from: `${COUNTRIES} WHERE v.id = ${NEWEST} AND status = 'published'`,
    columns: {
      ...INDEX,
      dataset_version: "v.version",
      fx_date: "v.fx_date",
      published_at: "v.published_at::timestamptz(3)",
    },
  },
  countries: {
    from: `${COUNTRIES} WHERE v.id = ${NEWEST} AND c.prices > 0`,
    columns: {
      ...INDEX,
      n_products: "c.products",
      n_prices: "c.prices",
      index_status: "status",
      ...same("region currency tax_rate_pct tax_reason tax_reviewed_on income_year income_reason"),
      tax_source: "tax_source_id",
      income_gni_per_capita_usd: "gni_per_capita_usd",
      purchasing_power_factor: "ppp_factor",
      purchasing_power_official_rate: "ppp_official_rate",
      purchasing_power_price_level: "price_level",
      purchasing_power_year: "ppp_year",
      purchasing_power_reason: "ppp_reason",
    },
  },
  differences: {
    from: `level_difference WHERE version_id = ${NEWEST}`,
    columns: { ...same("country other pct low_pct high_pct"), se: "standard_error" },
  },
  rates: {
    from: "rate WHERE superseded_in IS NULL",
    columns: { ...same("currency date usd_per_unit"), source: "source_id" },
  },
};
/** Made of no table; countries.test.ts compares it with the API. */
const NOT_STORED = ["iso3"];

const TYPES: readonly [type: string, name: RegExp][] = [
  ["TIMESTAMP WITH TIME ZONE", /_at$/],
  ["DATE", /(?:_on|_date|^date|^verified_from)$/],
  ["INTEGER", /(?:^|_)n_|(?:^|_)year$|rank(?:_low|_high)?$/],
  ["BOOLEAN", /^(?:in_basket|fx_stale|reported|outdated|(?:ex_tax_)?ranked|erased|index_usd_billed)$/],
  ["DECIMAL(38,15)", /(?:fx_rate|per_unit|_factor|official_rate|price_level|per_capita_usd)$/],
  [
    "DECIMAL(38,6)",
    /amount$|usd|monthly$|pct|^(?:ex_tax_)?(?:min|median|max)$|(?:^|_)(?:value|low|high|se|points|ratio)$|vs_us/,
  ],
  ["VARCHAR", /./],
];

const figuresOf = (type: string, column: string, asText: string) => {
  const [lowest, highest] = type === "BOOLEAN" ? ["bool_and", "bool_or"] : ["min", "max"];
  const isNumber = type.startsWith("DECIMAL") || type === "INTEGER";
  return `SELECT count(*)::${asText} AS n, count(${column})::${asText} AS filled, ${lowest}(${column})::${asText} AS lowest,
    ${highest}(${column})::${asText} AS highest, ${isNumber ? `sum(${column})::${asText}` : "NULL"} AS total`;
};

/** Without zeros at the end, and instants as PostgreSQL writes them. */
const plain = (row: Readonly<Record<string, unknown>> | undefined) =>
  Object.fromEntries(
    Object.entries(row ?? {}).map(([name, value]) => [
      name,
      /^-?\d+\.\d+$/.test(String(value)) ? String(value).replace(/\.?0+$/, "") : value,
    ]),
  );

/** Puts the rows of the CSV file into a table of PostgreSQL, to be asked there. */
async function loadCsv(dataset: string, columns: readonly { name: string; type: string }[]): Promise<string> {
  const table = `loaded_${dataset}`;
  const defined = columns.map(({ name, type }) => `${name} ${type === "VARCHAR" ? "text" : type}`);
  await sql.query(`CREATE TEMPORARY TABLE ${table} (${defined.join(", ")})`);
  const rows = readCsv((await get(`/api/export/${dataset}.csv`)).text);
  const cells = rows.map((row) => Object.fromEntries(Object.entries(row).map(([name, cell]) => [name, cell || null])));
  await sql.query(`INSERT INTO ${table} SELECT * FROM json_populate_recordset(NULL::${table}, $1)`, [
    JSON.stringify(cells),
  ]);
  return table;
}

const DATASETS = [...Object.keys(TABLES), "history", "corrections", "coverage"];

test.each(DATASETS)(
  "DuckDB reads of %s what PostgreSQL has: types, count, sum, lowest and highest",
  async (dataset) => {
    const file = await download(dataset, `/api/export/${dataset}.parquet`);
    const asked = await get(`/api/export?dataset=${dataset}&format=parquet`);
    expect(asked.headers.get("content-disposition")).toMatch(new RegExp(`price-atlas-${dataset}-[\\d.-]+\\.parquet`));
    const described = z
      .array(z.object({ column_name: z.string(), column_type: z.string() }))
      .parse(await ask(`DESCRIBE SELECT * FROM '${file}'`))
      .map(({ column_name: name, column_type: type }) => ({ name, type }));
    const [head = ""] = (await get(`/api/export/${dataset}.csv`)).text.split("\r\n");
    expect(described.map(({ name }) => name)).toEqual(head.split(","));
    for (const { name, type } of described)
      expect([name, type]).toEqual([name, TYPES.find(([, form]) => form.test(name))?.[0]]);
    const own = TABLES[dataset];
    const table = own === undefined ? await loadCsv(dataset, described) : own.from;
    for (const { name, type } of described) {
      const column = own === undefined ? name : own.columns[name];
      if (column === undefined) {
        expect(NOT_STORED).toContain(name);
        continue;
      }
      const isText = type === "VARCHAR";
      const stored = isText
        ? `(${column})::text COLLATE "C"`
        : type.startsWith("DECIMAL")
          ? `(${column})::text::numeric`
          : `(${column})`;
      const [found] = await ask(`${figuresOf(type, `"${name}"`, "VARCHAR")} FROM '${file}'`);
      const { rows } = await sql.query(`${figuresOf(type, stored, "text")} FROM ${table}`);
      expect([dataset, name, plain(found)]).toEqual([dataset, name, plain(rows[0])]);
      expect(Number(found?.n)).toBeGreaterThan(10);
    }
  },
);

test("every dataset has its Parquet file, and one product too, with the credit in its metadata", async () => {
  const { paths } = z.object({ paths: z.record(z.string(), z.unknown()) }).parse((await get("/api/openapi.json")).body);
  const files = Object.keys(paths).filter((path) => path.endsWith(".{format}"));
  expect(files.map((path) => /export\/(\w+)\./.exec(path)?.[1]).sort()).toEqual([...DATASETS].sort());
  const file = await download("netflix", "/api/export?product=netflix&format=parquet");
  expect(await ask(`SELECT DISTINCT product FROM '${file}'`)).toEqual([{ product: "netflix" }]);
  const [meta] = await ask(
    `SELECT decode(value) AS text FROM parquet_kv_metadata('${file}') WHERE decode(key) = 'meta'`,
  );
  const json = z.object({ meta: z.unknown() }).parse((await get("/api/export?product=netflix")).body);
  expect(JSON.parse(String(meta?.text))).toEqual(json.meta);
  expect(json.meta).toMatchObject({ license: "CC-BY-4.0", attribution: expect.stringContaining("Price Atlas") });
});

test("bom goes with CSV alone", async () => {
  expect((await get("/api/export/prices.parquet?bom=1")).status).toBe(400);
  expect((await get("/api/export?dataset=prices&format=parquet&bom=1")).status).toBe(400);
});
