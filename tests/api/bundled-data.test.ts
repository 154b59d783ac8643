import { readFile } from "node:fs/promises";
import { expect, test } from "vitest";
import { z } from "zod";
import { get } from "../support/api";
import { importHere, makeFolder, query, readVersions } from "../support/import-cli";
import { readCsv } from "../support/recompute-index";
import { runScript } from "../support/run-script";
import { createDatabase } from "../support/server";

const NAMES = ["sources", "products", "prices", "price-evidence", "fx-rates", "fx-rates-daily"];
const FILES = [...NAMES, "tax-rates", "tax-treatment", "income", "ppp"].map((name) => `prisma/data/${name}.csv`);
const FIRST = "2026-09-29.1";
const SECOND = "2026-09-29.2";

const readBundled = async (name: string) => readCsv(await readFile(`prisma/data/${name}.csv`, "utf8"));
const prepare = (url: string) => runScript("scripts/db-prepare.ts", [], { DATABASE_URL: url });
const Versions = z.object({
  data: z.array(z.looseObject({ version: z.string(), n_prices: z.int(), corrected: z.int() })),
});
const Rows = z.object({ data: z.array(z.record(z.string(), z.unknown())) });
const Index = z.object({ data: z.array(z.object({ country: z.string(), index_pct_vs_us: z.number() })) });

test("a new database has the data as its first version, and without what is withdrawn as its second", async () => {
  const { data } = Versions.parse((await get("/api/versions")).body);
  const withdrawn = (await readBundled("corrections")).length;
  expect(withdrawn).toBe(61);
  expect(data).toMatchObject([
    { version: SECOND, corrected: withdrawn },
    { version: FIRST, corrected: 0 },
  ]);
  expect((data[1]?.n_prices ?? 0) - (data[0]?.n_prices ?? 0)).toBe(withdrawn);
});

test("dataset=corrections and the page say each withdrawal with its reason", async () => {
  const rows = await readBundled("corrections");
  const { data } = Rows.parse((await get("/api/export?dataset=corrections")).body);
  expect(
    data.map(({ product, country, platform, period, date, action, reason, note, source }) => [
      ...[product, country, platform, period, date, action, reason, note, source],
    ]),
  ).toEqual(
    rows.map(({ product, country, platform, period, observed_on, action, reason, note, source }) => [
      ...[product, country, platform, period, observed_on, action, reason, note, source],
    ]),
  );
  const first = await get("/corrections");
  expect(first.text).toContain("61 corrections of published data");
  const pages = first.text + (await get("/corrections?page=2")).text;
  for (const note of new Set(rows.map((row) => row.note ?? ""))) expect(pages).toContain(note);
  expect((await get(`/corrections?version=${FIRST}`)).text).toContain("Nothing has been corrected so far");
});

test.each(["mimo", "vocabulary"])("%s has no price left: its page says why, nothing compares it", async (product) => {
  const note = (await readBundled("corrections")).find((row) => row.product === product)?.note ?? "";
  expect((await get(`/api/services/${product}`)).body).toMatchObject({
    data: { prices: [], cheapest: null, n_countries: 0 },
  });
  const { text } = await get(`/services/${product}`);
  expect(text).toContain("has no current price");
  expect(text).toMatch(/<title>[^<]*: no current price/);
  expect(text).toContain(note);
  expect(text).not.toContain("until it ended");
  expect((await get(`/api/compare?products=${product},chatgpt&countries=US,TR`)).body).toMatchObject({
    data: {
      matrix: expect.not.arrayContaining([expect.objectContaining({ product, saving: expect.anything() })]),
    },
  });
  // What was published stays to be seen.
  expect((await get(`/services/${product}?version=${FIRST}`)).text).not.toContain("has no current price");
});

test.each(["raya", "quizlet"])(
  "%s has no US price: no price of it is set against one, and its page says what went",
  async (product) => {
    const { data } = z
      .object({
        data: z.object({ prices: z.array(z.looseObject({ country: z.string(), pct_vs_us: z.number().nullish() })) }),
      })
      .parse((await get(`/api/services/${product}`)).body);
    expect(data.prices.length).toBeGreaterThan(0);
    expect(data.prices.filter(({ country }) => country === "US")).toEqual([]);
    for (const { country, pct_vs_us } of data.prices) expect([country, pct_vs_us ?? null]).toEqual([country, null]);
    const gone = (await readBundled("corrections")).filter((row) => row.product === product).length;
    expect((await get(`/services/${product}`)).text).toContain(
      `The prices of ${gone === 11 ? "eleven" : gone} countries were withdrawn`,
    );
  },
);

// Research figures over all prices that stand after the withdrawal, to one decimal: the tolerance is their rounding.
test("the index after the withdrawal is that of the research", async () => {
  const reference = {
    ...{ TR: -50.5, EG: -55.0, NG: -48.1, PK: -37.5, IN: -25.8, BR: -23.5, JP: -12.6, CA: -10.6, MX: -9.0 },
    ...{ KR: -4.9, AR: 0, AU: 5.3, FR: 13.6, DE: 13.6, CH: 20.1, GB: 23.6, DK: 25.5 },
  };
  const { data } = Index.parse((await get("/api/export?dataset=index")).body);
  const served = new Map(data.map(({ country, index_pct_vs_us }) => [country, index_pct_vs_us]));
  expect([...served.keys()].sort()).toEqual([...Object.keys(reference), "US"].sort());
  for (const [country, pct] of Object.entries(reference))
    expect(Math.abs((served.get(country) ?? Number.NaN) - pct), country).toBeLessThan(0.0501);
});

test("Nepal, which two files of the Netflix collection leave out, was not read on those days and never ended", async () => {
  const { data } = Rows.parse(
    (await get("/api/history?product=netflix,netflix-basic,netflix-mobile,netflix-premium&country=NP&platform=web"))
      .body,
  );
  expect(data.length).toBeGreaterThan(0);
  for (const row of data) expect(row.ended_on ?? null, JSON.stringify(row)).toBeNull();
  const days = (await readBundled("prices")).filter(({ country, platform }) => country === "NP" && platform === "web");
  expect(days.some(({ observed_on: day }) => day === "2025-11-30" || day === "2025-12-26")).toBe(false);
});

test("a start that was ended between the two versions is finished by the next one", {
  timeout: 120_000,
}, async () => {
  await using database = await createDatabase("migrated");
  expect(await importHere(database.url, FILES)).toMatchObject({ code: 0 });
  await query(database.url, "UPDATE import SET imported_by = 'bundled'");
  expect(await prepare(database.url)).toContain("Imported and published the bundled dataset.");
  expect(await readVersions(database.url)).toEqual([FIRST, SECOND]);
  expect(await prepare(database.url)).toContain("The database is up to date.");
  expect(await readVersions(database.url)).toEqual([FIRST, SECOND]);
});

test("a database with the bundled data of another release, or with imports of one's own, keeps what it has", {
  timeout: 120_000,
}, async () => {
  await using folder = await makeFolder();
  const header = (await readFile("prisma/data/prices.csv", "utf8"))
    .split("\n")
    .filter((line) => !line.startsWith("netflix,NP"));
  const other = await folder.write("prices.csv", header.join("\n"));
  for (const [files, importedBy] of [
    [FILES.map((file) => (file.endsWith("/prices.csv") ? other : file)), "bundled"],
    [FILES, "test"],
  ] as const) {
    await using database = await createDatabase("migrated");
    expect(await importHere(database.url, files)).toMatchObject({ code: 0 });
    await query(database.url, `UPDATE import SET imported_by = '${importedBy}'`);
    expect(await prepare(database.url)).toContain("The database is up to date.");
    expect(await readVersions(database.url)).toEqual([FIRST]);
  }
});
