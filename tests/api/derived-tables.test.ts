import { expect, test } from "vitest";
import { rebuildDerivedTables } from "@/lib/import/publish/rebuild-derived";
import { importBundled } from "@/server/bundled";
import { prepareDataset } from "@/server/prepare-dataset";
import { get } from "@/tests/support/api";
import { execute } from "@/tests/support/database";
import { importHere, makeFolder, query, readContent, readVersions, runImport } from "@/tests/support/import-cli";
import { importAsOlderRelease } from "@/tests/support/older-release";
import { createDatabase, startServer } from "@/tests/support/server";

const HEADER = "product,country,platform,period,amount,currency,observed_on,source,source_url";
const row = (series: string, amount: string, day = "2026-10-15") =>
  `${series},${amount},${day},opentherank-2026-09-30,https://opentherank.com/streaming-pricing/netflix/`;
/** A series that ends, one that begins, and one that moves. */
const OCTOBER = [
  row("netflix,TR,ios,monthly", ","),
  row("netflix,TR,web,yearly", "100,TRY"),
  row("netflix,US,ios,monthly", "99,USD"),
].join("\n");
const UNKNOWN = "99990101000000_of_tomorrow";
const MIGRATED_BY_A_NEWER_RELEASE = `
  INSERT INTO _prisma_migrations (id, checksum, migration_name, finished_at) VALUES ('1', 'x', '${UNKNOWN}', now())`;

const DERIVED = [
  "SELECT name, md5(cells) FROM price_column ORDER BY name",
  "SELECT to_jsonb(i) - 'version_id' FROM country_index i WHERE version_id = (SELECT max(id) FROM dataset_version) ORDER BY country",
  "SELECT * FROM price_lens ORDER BY price_id",
  "SELECT * FROM product_lens ORDER BY product",
  "SELECT to_jsonb(l) - 'version_id' FROM country_lens l WHERE version_id = (SELECT max(id) FROM dataset_version) ORDER BY country",
  "SELECT * FROM price_move ORDER BY price_id, first_seen_on",
  "SELECT * FROM product_billing ORDER BY platform, period, product",
  "SELECT name, figures::text FROM page_figure ORDER BY name",
  "SELECT to_json(c)::text FROM country_page c ORDER BY country, tax",
  "SELECT name, version_id = (SELECT max(id) FROM dataset_version) FROM derived_table ORDER BY name",
  "SELECT data_date, fx_date, prices, products, countries, ended_series FROM dataset_version ORDER BY id",
];

/** Everything that is served, what is derived at publish included. */
async function readAll(url: string): Promise<string[]> {
  const parts = [await readContent(url)];
  for (const sql of DERIVED) parts.push((await query(url, sql)).join("\n"));
  return parts;
}

async function setUp() {
  const folder = await makeFolder();
  const file = await folder.write("october.csv", `${HEADER}\n${OCTOBER}\n`);
  return { file, folder, [Symbol.asyncDispose]: () => folder[Symbol.asyncDispose]() };
}

test("what an older release's import left behind is rebuilt to what an import of this one makes", async () => {
  await using at = await setUp();
  await using straight = await createDatabase("bundled");
  await importHere(straight.url, [at.file], true);
  await using detour = await createDatabase("bundled");
  await importAsOlderRelease(detour.url, [at.file]);
  const wanted = await readAll(straight.url);
  expect(await readAll(detour.url)).not.toEqual(wanted);

  const rebuilt = await rebuildDerivedTables(detour.url, () => {});
  expect(rebuilt).toMatchObject({ version: "2026-10-15.2", isPublished: false });
  expect(await readAll(detour.url)).toEqual(wanted);
  expect(await rebuildDerivedTables(detour.url, () => {}), "there is nothing left to build").toBeNull();
}, 120_000);

test("an import begins by what an older release left behind, also when it has nothing new itself", async () => {
  await using at = await setUp();
  const november = await at.folder.write(
    "november.csv",
    [HEADER, row("netflix,US,ios,monthly", "99,USD", "2026-11-15")].join("\n"),
  );
  for (const files of [[at.file], [november]]) {
    await using straight = await createDatabase("bundled");
    await using detour = await createDatabase("bundled");
    await importHere(straight.url, [at.file], true);
    await importAsOlderRelease(detour.url, [at.file]);
    for (const { url } of [straight, detour]) expect(await importHere(url, files, true)).toMatchObject({ code: 0 });
    expect(await readAll(detour.url)).toEqual(await readAll(straight.url));
  }
}, 120_000);

test("a restored or migrated database without any mark has its derived tables built", async () => {
  await using database = await createDatabase("bundled");
  const wanted = await readAll(database.url);
  await execute(database.url, "DELETE FROM derived_table; DELETE FROM price_column; DELETE FROM country_index");
  await execute(database.url, "UPDATE product SET usd_monthly_median = NULL, cheapest_id = NULL");
  await rebuildDerivedTables(database.url, () => {});
  expect(await readAll(database.url)).toEqual(wanted);
});

test("current prices that do not follow from their history are mended, and published as another version", async () => {
  await using at = await setUp();
  await using straight = await createDatabase("bundled");
  await importHere(straight.url, [at.file], true);
  await using wrong = await createDatabase("bundled");
  await importHere(wrong.url, [at.file], true);
  await execute(
    wrong.url,
    `UPDATE price SET amount = 1, usd = 1, usd_monthly = 1, verified_on = '2026-09-29' WHERE product = 'netflix' AND country = 'US';
     DELETE FROM derived_table`,
  );
  const lines: string[] = [];
  await prepareDataset(wrong.url, (line) => lines.push(line));
  expect(lines).toEqual([
    "Mended current prices that did not follow from their history, and published dataset version 2026-10-15.3.",
  ]);
  expect(await readContent(wrong.url)).toBe(await readContent(straight.url));
  expect(await readVersions(wrong.url)).toEqual(["2026-09-29.1", "2026-10-15.2", "2026-10-15.3"]);
  expect(await rebuildDerivedTables(wrong.url, () => {})).toBeNull();
});

test("forward again after the way back: the start says what it rebuilt, and list, export and product agree", async () => {
  await using at = await setUp();
  await using database = await createDatabase("bundled");
  await importAsOlderRelease(database.url, [at.file]);
  await using server = await startServer({ DATABASE_URL: database.url });
  expect(server.output()).toContain("Rebuilt for dataset version 2026-10-15.2, which an older release published: ");
  const options = { base: server.url };
  const list = await get("/api/prices?country=TR&page_size=200", options);
  const { data } = JSON.parse(list.text);
  expect(data.map(({ amount }: { amount: number | null }) => amount)).not.toContain(null);
  const exported = (await get("/api/export?dataset=prices&format=csv", options)).text.trimEnd().split("\n").slice(1);
  const fromTurkey = exported.filter((line) => line.split(",")[1] === '"TR"');
  expect(data).toHaveLength(fromTurkey.length);
  const all = await get("/api/prices", options);
  expect(JSON.parse(all.text).pagination.total_items).toBe(exported.length);
  expect(await rebuildDerivedTables(database.url, () => {}), "another start builds nothing").toBeNull();
}, 120_000);

test("an import into the database of a newer release is refused by one line and exit code 4, and writes nothing", async () => {
  await using at = await setUp();
  await using database = await createDatabase("bundled");
  await execute(database.url, MIGRATED_BY_A_NEWER_RELEASE);
  const before = await readAll(database.url);
  expect(await runImport(database.url, at.file)).toEqual({
    code: 4,
    stdout: "",
    stderr: `a newer release has migrated this database (${UNKNOWN} is unknown here): import with that release\n`,
  });
  expect(await readAll(database.url)).toEqual(before);
  await using empty = await createDatabase("migrated");
  await execute(empty.url, MIGRATED_BY_A_NEWER_RELEASE);
  await expect(importBundled(empty.url)).rejects.toThrow(UNKNOWN);
  expect(await readVersions(empty.url)).toEqual([]);
});

test("a server of an older release says so at its start, serves what is there, and rebuilds nothing", async () => {
  await using database = await createDatabase("bundled");
  await execute(database.url, `${MIGRATED_BY_A_NEWER_RELEASE}; DELETE FROM derived_table WHERE name = 'price_column'`);
  const before = await readAll(database.url);
  await using server = await startServer({ DATABASE_URL: database.url });
  expect(server.output()).toContain(
    `A newer release has migrated this database (${UNKNOWN} is unknown here): it is served as it is, and nothing can be imported with this release.`,
  );
  expect((await get("/api/prices?country=TR", { base: server.url })).status).toBe(200);
  expect(await readAll(database.url)).toEqual(before);
}, 120_000);
