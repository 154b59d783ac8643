import { readFile } from "node:fs/promises";
import { expect, test } from "vitest";
import { z } from "zod";
import { prepareDatabase } from "@/server/database";
import { get } from "../support/api";
import { importHere, query, readVersions } from "../support/import-cli";
import { type Reading, readSeries } from "../support/recompute-days";
import { readCsv, recomputeIndex } from "../support/recompute-index";
import { tryScript } from "../support/run-script";
import { copyDatabase, createDatabase, databaseUrl } from "../support/server";

const NAMES = ["sources", "products", "prices", "price-evidence", "fx-rates", "fx-rates-daily"];
const FILES = [...NAMES, "tax-rates", "tax-treatment", "income", "ppp"].map((name) => `prisma/data/${name}.csv`);
const FIRST = "2026-09-29.1";
const SECOND = "2026-09-29.2";

const readBundled = async (name: string) => readCsv(await readFile(`prisma/data/${name}.csv`, "utf8"));
const prepare = (url: string) => prepareDatabase({ url, servingUrl: url });
const Versions = z.object({
  data: z.array(z.looseObject({ version: z.string(), n_prices: z.int(), corrected: z.int(), withdrawn: z.int() })),
});
const Rows = z.object({ data: z.array(z.record(z.string(), z.unknown())) });

test("a new database has the data as its first version, and without what is withdrawn as its second", async () => {
  const { data } = Versions.parse((await get("/api/versions")).body);
  const withdrawn = (await readBundled("corrections")).length;
  expect(withdrawn).toBe(61);
  expect(data).toMatchObject([
    { version: SECOND, corrected: withdrawn, withdrawn },
    { version: FIRST, corrected: 0, withdrawn: 0 },
  ]);
  expect((data[1]?.n_prices ?? 0) - (data[0]?.n_prices ?? 0)).toBe(withdrawn);
});

test("the bundled files make 3,136 current prices of 150 products in 245 countries, and 38 ended series", async () => {
  const series = [...(await readSeries("first")).values()];
  const isSame = (a: Reading, b: Reading | undefined) =>
    Number(a.amount) === Number(b?.amount) && a.currency === b?.currency;
  const confirmed = series.flatMap((readings) =>
    readings.slice(1).filter((one, at) => isSame(one, readings[at])),
  ).length;
  const changed = series.flat().length - series.length - confirmed;
  const imports = await query(
    databaseUrl,
    "SELECT file_name, format, added, changed, confirmed, rejected, length(sha256) FROM import WHERE version_id = 1 ORDER BY 1",
  );
  expect(imports.map((row) => row.join(" "))).toEqual([
    "fx-rates-daily.csv native 25846 0 0 0 64",
    // Less the 1,537 that fx-rates-daily.csv contains too.
    "fx-rates.csv native 1581 0 0 0 64",
    "income.csv native 245 0 0 0 64",
    "ppp.csv native 245 0 0 0 64",
    "price-evidence.csv native 659 0 0 0 64",
    `prices.csv native ${series.length} ${changed} ${confirmed} 0 64`,
    "products.csv native 150 0 0 0 64",
    "sources.csv native 19 0 0 0 64",
    "tax-rates.csv native 259 0 0 0 64",
    "tax-treatment.csv native 23 0 0 0 64",
  ]);
  const version =
    "SELECT version, data_date, fx_date, prices, products, countries, ended_series FROM dataset_version WHERE id = 1";
  expect(await query(databaseUrl, version)).toEqual([[FIRST, "2026-09-29", "2026-09-29", "3136", "150", "245", "38"]]);
  const places =
    "SELECT slug, countries FROM product WHERE version_id = 1 AND slug IN ('netflix', 'netflix-basic-with-ads') ORDER BY 1";
  expect(await query(databaseUrl, places)).toEqual([
    ["netflix", "245"],
    ["netflix-basic-with-ads", "0"],
  ]);
  const lenses = `SELECT (SELECT count(*) FROM tax_rate WHERE valid_to IS NULL), (SELECT count(gni_per_capita_usd) FROM income),
    (SELECT count(price_level) FROM purchasing_power)`;
  expect(await query(databaseUrl, lenses)).toEqual([["245", "197", "183"]]);
  const estonia = "SELECT valid_from, valid_to, trim_scale(rate_pct) FROM tax_rate WHERE country = 'EE' ORDER BY 1";
  expect(await query(databaseUrl, estonia)).toEqual([
    ["2009-07-01", "2023-12-31", "20"],
    ["2024-01-01", "2025-06-30", "22"],
    ["2025-07-01", "null", "24"],
  ]);
});

test("dataset=corrections and the page say each withdrawal with its reason", async () => {
  const rows = await readBundled("corrections");
  const { data } = Rows.parse((await get("/api/export?dataset=corrections")).body);
  expect(
    data.map(({ product, country, platform, period, date, action, reason, note, source }) => [
      product,
      country,
      platform,
      period,
      date,
      action,
      reason,
      note,
      source,
    ]),
  ).toEqual(
    rows.map(({ product, country, platform, period, observed_on, action, reason, note, source }) => [
      product,
      country,
      platform,
      period,
      observed_on,
      action,
      reason,
      note,
      source,
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
  expect(text).toContain("has no price");
  expect(text).toMatch(/<title>[^<]*: no price/);
  expect(text).toContain(note);
  expect(text).not.toContain("until it ended");
  expect((await get(`/api/compare?products=${product},chatgpt&countries=US,TR`)).body).toMatchObject({
    data: {
      matrix: expect.not.arrayContaining([expect.objectContaining({ product, saving: expect.anything() })]),
    },
  });
  // What was published stays to be seen.
  expect((await get(`/services/${product}?version=${FIRST}`)).text).not.toContain("has no price");
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
test("the index after the withdrawal, each product by itself as the research counted, is that of the research", async () => {
  const reference = {
    TR: -50.5,
    EG: -55.0,
    NG: -48.1,
    PK: -37.5,
    IN: -25.8,
    BR: -23.5,
    JP: -12.6,
    CA: -10.6,
    MX: -9.0,
    KR: -4.9,
    AR: 0,
    AU: 5.3,
    FR: 13.6,
    DE: 13.6,
    CH: 20.1,
    GB: 23.6,
    DK: 25.5,
  };
  const download = async (dataset: string) => readCsv((await get(`/api/export?dataset=${dataset}&format=csv`)).text);
  const [prices, products, rates] = await Promise.all([download("prices"), download("products"), download("rates")]);
  const apart = products.map((row) => (row.same_plan_as ? { ...row, in_basket: "TRUE", same_plan_as: "" } : row));
  const { figures } = recomputeIndex({ prices, products: apart, rates });
  const computed = new Map([...figures].map(([country, row]) => [country, Number(row.index_pct_vs_us)]));
  expect([...computed.keys()].sort()).toEqual([...Object.keys(reference), "US"].sort());
  for (const [country, pct] of Object.entries(reference))
    expect(Math.abs((computed.get(country) ?? Number.NaN) - pct), country).toBeLessThan(0.0501);
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

test("a start that was ended between the two versions is finished by the next; other databases keep what they have", async () => {
  await using ended = await createDatabase("migrated");
  expect(await importHere(ended.url, FILES)).toMatchObject({ code: 0 });
  await query(ended.url, "UPDATE import SET imported_by = 'bundled'");
  await using ofOtherRelease = await copyDatabase(ended);
  await using ofOnesOwn = await copyDatabase(ended);
  expect(await prepare(ended.url)).toEqual(["Imported and published the bundled dataset."]);
  await query(ofOtherRelease.url, "UPDATE import SET sha256 = repeat('0', 64) WHERE file_name = 'prices.csv'");
  await query(ofOnesOwn.url, "UPDATE import SET imported_by = 'test'");
  for (const { url } of [ended, ofOtherRelease, ofOnesOwn]) expect(await prepare(url)).toEqual([]);
  for (const { url } of [ofOtherRelease, ofOnesOwn]) expect(await readVersions(url)).toEqual([FIRST]);
  expect(await readVersions(ended.url)).toEqual([FIRST, SECOND]);
});

test("of three that prepare an empty database at once, one imports the data, and none fails", async () => {
  await using empty = await createDatabase("template0");
  const prepared = await Promise.all(
    [1, 2, 3].map(() => tryScript("scripts/db-prepare.ts", [], { DATABASE_URL: empty.url, LOG_LEVEL: "warn" })),
  );
  expect(prepared.map(({ code, stderr }) => [code, stderr])).toEqual(prepared.map(() => [0, expect.any(String)]));
  const imported = prepared.filter(({ stdout }) => stdout.includes("Imported and published the bundled dataset."));
  expect(imported.length).toBeGreaterThan(0);
  expect(await readVersions(empty.url)).toEqual([FIRST, SECOND]);
});

test("each link of the corrections leads to a history, or to the sentence that there is none", async () => {
  const { text } = await get("/corrections");
  const links = [...text.matchAll(/href="(\/services\/[^"#]+)#([a-z-]+)"/g)];
  const targets = new Map(links.map(([, path = "", id = ""]) => [path.replaceAll("&amp;", "&"), id]));
  expect(targets.size).toBeGreaterThan(10);
  for (const [path, id] of targets) expect([path, (await get(path)).text.includes(`id="${id}"`)]).toEqual([path, true]);
});
