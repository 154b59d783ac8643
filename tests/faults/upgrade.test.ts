import { createHash } from "node:crypto";
import { readdirSync } from "node:fs";
import { readFile } from "node:fs/promises";
import { parse } from "csv-parse/sync";
import { Client } from "pg";
import { afterAll, beforeAll, describe, expect, test } from "vitest";
import { z } from "zod";
import { LAST_OF_RELEASE_1 } from "@/server/carry-over";
import { migrate, OtherRelease } from "@/server/migrate";
import { get, sendPatiently } from "../support/api";
import { describeCatalog } from "../support/catalog";
import { execute, type TestDatabase } from "../support/database";
import { makeFolder, query, readVersions, runImport } from "../support/import-cli";
import { askPrisma } from "../support/prisma-history";
import { createRelease1, FORMER, KEY, OWNER, REVOKED_KEY } from "../support/release-1";
import { startScript } from "../support/run-script";
import { copyDatabase, createDatabase, startServer } from "../support/server";
import type { ServerProcess } from "../support/spawn-server";
import { Visitor } from "../support/visitor";

const NEW_MIGRATIONS = readdirSync("prisma/migrations")
  .filter((name) => /^\d/.test(name))
  .sort();

let old: TestDatabase;
beforeAll(async () => {
  old = await createRelease1();
});
afterAll(() => old[Symbol.asyncDispose]());

type Row = Record<string, unknown>;

const readRows = async (database: TestDatabase, sql: string): Promise<Row[]> =>
  (await query(database.url, `SELECT to_jsonb(t) FROM (${sql}) t`)).map(([row = ""]) => JSON.parse(row));
const sortRows = (rows: readonly Row[]) => rows.map((row) => JSON.stringify(sortMembers(row))).sort();
const sortMembers = (row: Row) => Object.fromEntries(Object.entries(row).sort(([a], [b]) => (a < b ? -1 : 1)));
const without = (row: Row, ...names: string[]) =>
  Object.fromEntries(Object.entries(row).filter(([name]) => !names.includes(name)));

const KEPT = [
  "staff",
  "staff_session",
  "sign_in_failure",
  "api_key",
  "api_key_token",
  "api_key_usage",
  "audit_event",
  "change_set",
  "change_set_changes",
  "change_set_file",
  "change_set_chunk",
  "desk_entry",
  "price_report",
  "product_use",
  "feed",
  "import",
  "correction",
];
/** Working tables by their name in release 1's table of records. */
const REFERENCES = {
  country: "country_entry",
  source: "source_entry",
  product: "product_entry",
  tax_rate: "tax_rate",
  tax_treatment: "tax_treatment",
  income: "income",
  purchasing_power: "purchasing_power",
};

/** Row of the history as release 1 told it: without dollars where no rate of the ten days before is known. */
const withoutHeldRate = (line: Record<string, string>) =>
  Date.parse(line.first_seen_on ?? "") - Date.parse(line.fx_date ?? "") > 10 * 86_400_000
    ? { ...line, usd: "", fx_rate: "", fx_date: "", fx_source: "" }
    : line;

/** Columns that release 1 did not have. */
const ADDED: Readonly<Record<string, object>> = {
  price_report: { finding: null },
  staff: { link_asked_by_id: null, link_asked_at: null },
  change_set: { digest: null, begun_at: null },
  feed: { address_by_id: null, address_approver_id: null, new_address: null, new_address_by_id: null },
};

describe("a database of release 1 is carried over", { timeout: 120_000 }, () => {
  let database: TestDatabase;
  let server: ServerProcess;
  const said: string[] = [];

  beforeAll(async () => {
    database = await copyDatabase(old);
    expect(await migrate(database.url, { report: (line) => said.push(line) })).toEqual(NEW_MIGRATIONS);
  });
  afterAll(async () => {
    await server?.stop();
    await database[Symbol.asyncDispose]();
  });

  test("says so once, and has the tables of a new database", async () => {
    expect(said).toEqual([expect.stringMatching(/^The database is of release 1: it is carried over, /)]);
    await using fresh = await createDatabase("migrated");
    expect(await describeCatalog(database.url)).toEqual(await describeCatalog(fresh.url));
    expect(await query(database.url, "SELECT nspname FROM pg_namespace WHERE nspname ~ '^(release|dataset)_'")).toEqual(
      [],
    );
    expect(await askPrisma(database.url)).toEqual({ pending: [], edited: [], failed: [] });
    expect(await migrate(database.url)).toEqual([]);
  });

  test.each(KEPT)("%s has every row with every column", async (table) => {
    const before = await readRows(old, `TABLE ${table}`);
    const after = await readRows(database, `TABLE ${table}`);
    expect(before.length).toBeGreaterThan(0);
    const added = ADDED[table] ?? {};
    const renamed = before.map(({ price_id, ...row }) => ({
      ...row,
      ...added,
      ...(price_id !== undefined && { series_id: price_id }),
      ...(table === "change_set" && { author_ids: row.author_id === null ? [] : [row.author_id] }),
    }));
    expect(sortRows(after)).toEqual(sortRows(renamed));
  });

  test("versions, series, observations and rates are those of before", async () => {
    const versions = (await readRows(old, "TABLE dataset_version")).map((row) => ({
      ...row,
      redacted: row.redacted ?? 0,
      is_pruned: false,
    }));
    // What a version says of its days is computed when it is published again.
    const carried = (await readRows(database, "TABLE dataset_version")).map((row) =>
      without(row, "data_from", "data_to", "data_median", "band_days", "edition"),
    );
    expect(sortRows(carried)).toEqual(sortRows(versions));
    const series = "SELECT id, product, country, platform, period FROM";
    expect(sortRows(await readRows(database, `${series} series`))).toEqual(
      sortRows(await readRows(old, `${series} price`)),
    );
    for (const [table, standing, superseded, id] of [
      ["observation", "price_observation", "superseded_observation", "price_id"],
      ["rate", "fx_rate", "superseded_rate", "currency"],
    ] as const) {
      const before = [
        ...(await readRows(old, `TABLE ${standing}`)).map((row) => ({
          superseded_in: null,
          is_redacted: false,
          ...row,
        })),
        ...(await readRows(old, `TABLE ${superseded}`)).map((row) => without(row, "id")),
      ].map((row: Row) => (id === "price_id" ? { series_id: row[id], ...without(row, id) } : row));
      const after = (await readRows(database, `TABLE ${table}`)).map((row) => without(row, "id"));
      expect(after.filter(({ is_redacted }) => is_redacted).length, table).toBe(table === "observation" ? 1 : 0);
      expect(sortRows(after)).toEqual(sortRows(before));
    }
  });

  test.each(Object.entries(REFERENCES))("records of the table %s stand in the same versions", async (name, table) => {
    const after = (await readRows(database, `TABLE ${table}`)).map((row) => without(row, "entry_id", "service"));
    const columns = Object.keys(after[0] ?? {});
    const before = (await readRows(old, `SELECT * FROM reference_record WHERE table_name = '${name}'`)).map(
      ({ record, recorded_in, superseded_in }) => {
        const values = z.record(z.string(), z.unknown()).parse(record);
        return {
          ...Object.fromEntries(columns.map((column) => [column, values[column] ?? null])),
          recorded_in,
          superseded_in,
        };
      },
    );
    expect(before.length).toBeGreaterThan(0);
    expect(sortRows(after)).toEqual(sortRows(before));
  });

  test("products have the services of the bundled ones", async () => {
    const services = "SELECT DISTINCT slug, service FROM product_entry WHERE service <> name ORDER BY slug";
    await using bundled = await createDatabase("bundled");
    expect(await query(database.url, services)).toEqual(await query(bundled.url, services));
  });

  test("numbers go on where they ended", async () => {
    const sequences = `SELECT c.relname, s.last_value FROM pg_sequences s JOIN pg_class c ON c.relname = s.sequencename
      WHERE s.schemaname = 'public' AND s.last_value IS NULL`;
    expect(await query(database.url, sequences)).toEqual([
      ["evidence_entry_entry_id_seq", "null"],
      ["key_request_id_seq", "null"],
    ]);
    const change =
      "INSERT INTO change_set (title, origin, author) VALUES ('One more', 'refresh', 'the scheduler') RETURNING id";
    expect(await query(database.url, `${change}`)).toEqual([["16"]]);
    await execute(database.url, "UPDATE change_set SET state = 'withdrawn' WHERE id = 16");
  });

  /** What 2.0.0 calls the columns of release 1; the age of a price is a subtraction now. */
  const NAMES: Readonly<Record<string, Readonly<Record<string, string>>>> = {
    products: {
      slug: "product",
      countries: "n_countries",
      usd_monthly_min: "min",
      usd_monthly_median: "median",
      usd_monthly_max: "max",
      cheapest_usd_monthly: "min",
    },
    index: {
      ...Object.fromEntries(
        [
          "value",
          "pct_vs_us",
          "p10_pct",
          "p25_pct",
          "p75_pct",
          "p90_pct",
          "rank",
          "usd_billed",
          "model_value",
          "model_low",
          "model_high",
          "model_se",
          "model_rank_low",
          "model_rank_high",
          "median_low",
          "median_high",
          "change_from_pct",
          "change_to_pct",
        ].map((name) => [name, `index_${name}`]),
      ),
      basket_size: "index_n_products",
      common_products: "index_common_basket_n_products",
      common_pct_vs_us: "index_common_basket_pct_vs_us",
      previous_version: "index_change_previous_version",
      change_products: "index_change_n_products",
      ex_tax_basket_size: "ex_tax_n_products",
      ppp_ratio: "purchasing_power_ratio",
    },
    countries: {
      products: "n_products",
      prices: "n_prices",
      gni_per_capita_usd: "income_gni_per_capita_usd",
      ppp_factor: "purchasing_power_factor",
      ppp_official_rate: "purchasing_power_official_rate",
      price_level: "purchasing_power_price_level",
      ppp_year: "purchasing_power_year",
      ppp_reason: "purchasing_power_reason",
    },
  };
  const shareOf = (pct: string | undefined) =>
    pct === undefined || pct === "" ? pct : String(Math.round(Number(pct) * 100) / 1e4);

  /** Datasets whose figures follow from what is ranked, which release 1 decided otherwise. */
  const OF_RANKING = ["products", "index", "countries", "differences"];

  // The recorded exports lack removed columns and figures affected by an erased price.
  test("every version has the exports that it had, under the columns that they had", async () => {
    server = await startServer({ DATABASE_URL: database.url, NEXTAUTH_SECRET: "a secret of the tests, long enough" });
    const Recorded = z.object({
      columns: z.record(z.string(), z.array(z.string())),
      exports: z.array(z.object({ version: z.string(), dataset: z.string(), sha256: z.string(), rows: z.number() })),
    });
    const { columns, exports } = Recorded.parse(
      JSON.parse(await readFile("tests/data/release-1-exports.json", "utf8")),
    );
    expect(exports).toHaveLength(80);
    const differing: string[] = [];
    for (const { version, dataset, sha256, rows } of exports) {
      const path = `/api/export/${dataset}.csv?version=${version}`;
      const { status, bytes } = await sendPatiently("GET", path, { base: server.url });
      const lines = z.array(z.record(z.string(), z.string())).parse(parse(bytes, { columns: true }));
      expect([path, status, lines.length]).toEqual([path, 200, rows]);
      const told = dataset === "history" ? lines.map(withoutHeldRate) : lines;
      const names = NAMES[dataset] ?? {};
      const days = told.map(({ verified_on = "" }) => verified_on).sort();
      const cells = told.map((line) => {
        const age = (Date.parse(days.at(-1) ?? "") - Date.parse(line.verified_on ?? "")) / 86_400_000;
        const gone: Record<string, string | undefined> = {
          age_days: String(age),
          stale: age > 90 ? "TRUE" : "FALSE",
          cheaper_share: shareOf(line.index_cheaper_pct),
          share_equal_us: shareOf(line.index_equal_pct),
        };
        return (columns[dataset] ?? []).map((name) => line[names[name] ?? name] ?? gone[name]);
      });
      const digest = createHash("sha256").update(JSON.stringify(cells)).digest("hex");
      if (digest !== sha256 && !OF_RANKING.includes(dataset)) differing.push(`${version} ${dataset}`);
    }
    expect(differing).toEqual([]);
  });

  test("keys work as before, and staff sign in and find their work", async () => {
    const ask = (key: string) => get("/api/prices?page_size=1", { base: server.url, headers: { "x-api-key": key } });
    const answered = await ask(KEY);
    expect([answered.status, answered.headers.get("ratelimit-policy")]).toEqual([200, expect.stringContaining("1200")]);
    expect((await ask(REVOKED_KEY)).status).toBe(401);
    const owner = await new Visitor(server.url).signIn(OWNER.email, OWNER.password);
    expect(owner.at).toBe("/admin/desk");
    for (const path of ["/admin/changes/14", "/admin/changes/13", "/admin/reports/11", "/admin/verify", "/admin/keys"])
      expect([path, (await owner.open(path)).page?.status]).toEqual([path, 200]);
    const former = await new Visitor(server.url).signIn(FORMER.email, FORMER.password);
    expect(former.at).toContain("/admin/sign-in");
  });

  test("the next import publishes the next version", async () => {
    await using folder = await makeFolder();
    const header = "product,country,platform,period,amount,currency,observed_on,source,source_url";
    const row = "netflix,TR,ios,monthly,319.99,TRY,2026-11-24,opentherank-2026-09-30,https://opentherank.com/";
    const file = await folder.write("prices.csv", `${header}\n${row}\n`);
    expect(await runImport(database.url, file, "--accept-outliers")).toMatchObject({ code: 0 });
    expect(await readVersions(database.url)).toHaveLength(11);
  });
});

test("carrying over that is killed leaves the old database whole, and goes through the next time", {
  timeout: 120_000,
}, async () => {
  await using database = await copyDatabase(old);
  const before = await describeCatalog(database.url);
  const running =
    "SELECT pid FROM pg_stat_activity WHERE datname = current_database() AND application_name = 'price-atlas-migrate'";
  const { child, ended } = startScript("scripts/db-prepare.ts", [], { DATABASE_URL: database.url });
  await expect
    .poll(() => query(database.url, `${running} AND query ~ 'INSERT INTO price_change'`), {
      interval: 5,
      timeout: 60_000,
    })
    .not.toEqual([]);
  child.kill("SIGKILL");
  await ended;
  await expect.poll(() => query(database.url, running), { timeout: 30_000 }).toEqual([]);
  expect(await describeCatalog(database.url)).toEqual(before);
  expect(await query(database.url, "SELECT count(*) FROM price_observation")).toEqual([["5467"]]);
  await migrate(database.url, { report: () => {} });
  expect(await query(database.url, "SELECT count(DISTINCT version_id) FROM price")).toEqual([["10"]]);
});

test("carrying over waits for a long transaction of a server of release 1", { timeout: 60_000 }, async () => {
  await using database = await copyDatabase(old);
  const reader = new Client({ connectionString: database.url, application_name: "a long reader" });
  await reader.connect();
  await reader.query("BEGIN; SELECT count(*) FROM price");
  const said: string[] = [];
  const carried = migrate(database.url, { report: (line) => said.push(line) });
  await expect.poll(() => said.at(-1)).toMatch(/^Carrying over waits for a lock and is tried again: /);
  await reader.query("ROLLBACK");
  await reader.end();
  expect((await carried).length).toBeGreaterThan(0);
  expect(said.at(-1)).toMatch(/^Carrying over got the lock at attempt \d+\.$/);
});

const UNKNOWN = "99990101000000_of_tomorrow";
const NEWER = `INSERT INTO _prisma_migrations (id, checksum, migration_name, finished_at) VALUES ('1', 'x', '${UNKNOWN}', now())`;
const SAYS_NEWER = `This database is of a newer release (${UNKNOWN} is unknown here): start it with that release.`;

test("a database of a release before 1.0 is refused in one sentence, and stays as it is", async () => {
  await using database = await copyDatabase(old);
  await execute(database.url, `DELETE FROM _prisma_migrations WHERE migration_name = '${LAST_OF_RELEASE_1}'`);
  const before = await describeCatalog(database.url);
  const refused = migrate(database.url);
  await expect(refused).rejects.toThrow(OtherRelease);
  await expect(refused).rejects.toThrow(
    "This database is of a release before 1.0: start it once with release 1.0, which migrates it, then with this one.",
  );
  expect(await describeCatalog(database.url)).toEqual(before);
});

test("a database of a newer release is refused in one sentence, by the start and by an import, and stays as it is", {
  timeout: 60_000,
}, async () => {
  await using database = await createDatabase("bundled");
  await execute(database.url, NEWER);
  await expect(migrate(database.url)).rejects.toThrow(SAYS_NEWER);
  await expect(startServer({ DATABASE_URL: database.url })).rejects.toThrow(SAYS_NEWER);
  await using folder = await makeFolder();
  const header = "product,country,platform,period,amount,currency,observed_on,source,source_url";
  const row = "netflix,TR,ios,monthly,319.99,TRY,2026-10-15,opentherank-2026-09-30,https://opentherank.com/";
  const file = await folder.write("prices.csv", `${header}\n${row}\n`);
  const { code, stdout, stderr } = await runImport(database.url, file);
  expect({ code, stdout }).toEqual({ code: 4, stdout: "" });
  expect(stderr).toContain(UNKNOWN);
  expect(stderr.trimEnd().split("\n")).toHaveLength(1);
  expect(await readVersions(database.url)).toEqual(["2026-09-29.1", "2026-09-29.2"]);
});
