import { readFileSync } from "node:fs";
import Big from "big.js";
import { describe, expect, test } from "vitest";
import { z } from "zod";
import type { Period, Platform } from "@/lib/contract/codes";
import { get } from "@/tests/support/api";
import { importHere, makeFolder, OF_NEWEST, query, readVersions } from "@/tests/support/import-cli";
import {
  type CsvRow,
  findIntervalRank,
  findQuantile,
  listIndexed,
  readCsv,
  relativesOf,
  round,
  toMonth,
} from "@/tests/support/recompute-index";
import { createDatabase } from "@/tests/support/server";
import { writeSmallData } from "@/tests/support/small-data";

const download = async (dataset: string): Promise<CsvRow[]> =>
  readCsv((await get(`/api/export?dataset=${dataset}&format=csv`)).text);
const keyOf = ({ product, country, platform, period }: CsvRow) => `${product} ${country} ${platform} ${period}`;
const readBundled = (name: string) => readCsv(readFileSync(`prisma/data/${name}.csv`, "utf8"));
const WITHDRAWN = new Set(readBundled("corrections").map((row) => `${keyOf(row)} ${row.observed_on}`));
const ALL_NOTED = readBundled("price-evidence");
/** Doubts of prices that stand. */
const NOTED = ALL_NOTED.filter((row) => !WITHDRAWN.has(`${keyOf(row)} ${row.observed_on}`));
const OPEN = "highest_period_open";

test("every bundled price has the doubt that its publisher noted on its day, or one offer", async () => {
  expect(ALL_NOTED).toHaveLength(659);
  const noted = new Map(NOTED.map((row) => [`${keyOf(row)} ${row.observed_on}`, row.evidence]));
  const prices = await download("prices");
  for (const row of prices)
    expect([keyOf(row), row.evidence]).toEqual([
      keyOf(row),
      noted.get(`${keyOf(row)} ${row.verified_on}`) ?? "one_offer",
    ]);
  expect(prices.filter(({ evidence }) => evidence !== "one_offer")).toHaveLength(NOTED.length);
});

const Listed = z.object({
  data: z.array(z.object({ product: z.string(), evidence: z.string() })),
  pagination: z.object({ total_items: z.int() }),
});

describe("the filter", () => {
  test.each(["highest_period_open", "plan_differs", "highest_of_several,previous_price", "staff_read"])(
    "%s leaves the prices that have it",
    async (evidence) => {
      const count = NOTED.filter((row) => evidence.split(",").includes(row.evidence ?? "")).length;
      const { data, pagination } = Listed.parse((await get(`/api/prices?evidence=${evidence}&page_size=200`)).body);
      expect(pagination.total_items).toBe(count);
      for (const price of data) expect(evidence.split(",")).toContain(price.evidence);
    },
  );

  test("goes with the others, in JSON and in rows", async () => {
    const asked = "/api/prices?evidence=highest_period_open&country=TR";
    const wanted = NOTED.filter((row) => row.country === "TR" && row.evidence === OPEN).map(({ product }) => product);
    const { data } = Listed.parse((await get(`${asked}&page_size=200`)).body);
    expect(data.map(({ product }) => product).sort()).toEqual(wanted.sort());
    const rows = readCsv((await get(`${asked}&format=csv&page_size=200`)).text);
    expect(rows.map(({ product, evidence }) => [product, evidence]).sort()).toEqual(wanted.map((slug) => [slug, OPEN]));
  });

  test("of best=country takes one whose period is open only where a country has no other", async () => {
    const all = await download("prices");
    const tinder = all.filter(({ product }) => product === "tinder");
    expect(tinder.some(({ evidence }) => evidence === OPEN)).toBe(true);
    const { data } = Listed.parse((await get("/api/prices?product=tinder&best=country&page_size=200")).body);
    expect(data).toHaveLength(new Set(tinder.map(({ country }) => country)).size);
    const best = await get("/api/prices?best=country&page_size=200&country=TR,EG,DE");
    for (const one of z.object({ data: z.array(z.record(z.string(), z.unknown())) }).parse(best.body).data) {
      const stated = all.filter(
        ({ country, evidence, usd_monthly }) => country === one.country && evidence !== OPEN && usd_monthly !== "",
      );
      expect(one.usd_monthly).toBe(Math.min(...stated.map(({ usd_monthly }) => Number(usd_monthly))));
    }
  });

  test.each([
    ["evidence=good", "evidence"],
    ["evidence=one_offer&date=2026-09-01", "evidence"],
  ])("refuses %s", async (asked, parameter) => {
    const reply = await get(`/api/prices?${asked}`);
    expect(reply.status).toBe(400);
    expect(z.object({ errors: z.array(z.object({ parameter: z.string() })) }).parse(reply.body).errors).toMatchObject([
      { parameter },
    ]);
  });
});

test("the median without doubt follows from the exports, and that of all prices stands as it was", async () => {
  const prices = await download("prices");
  const products = await download("products");
  const index = await download("index");
  const basket = new Set(products.filter((row) => row.in_basket === "TRUE").map(({ product = "" }) => product));
  const certain = listIndexed(prices, products).flatMap((row) => {
    const { product = "", country = "", currency = "", amount = "", fx_rate = "", period = "" } = row;
    if (row.evidence !== "one_offer" || fx_rate === "" || row.fx_stale === "TRUE") return [];
    const usd = Big(amount).times(fx_rate);
    const kind = { platform: row.platform as Platform, period: period as Period };
    return [{ product, country, ...kind, currency, usd, usdMonthly: toMonth(usd, period).toNumber() }];
  });
  for (const row of index) {
    const relatives = [...relativesOf(certain, basket, row.country ?? "").values()];
    const pcts = relatives.map(({ pct }) => pct).sort((a, b) => a - b);
    const rank = findIntervalRank(pcts.length);
    expect(pcts.length).toBeGreaterThan(30);
    expect([
      row.country,
      row.index_without_doubt_pct_vs_us,
      row.index_without_doubt_median_low,
      row.index_without_doubt_median_high,
      row.index_without_doubt_n_products,
    ]).toEqual([
      row.country,
      String(round(findQuantile(pcts, 0.5), 3)),
      String(round(pcts[rank - 1] ?? Number.NaN, 3)),
      String(round(pcts[pcts.length - rank] ?? Number.NaN, 3)),
      String(pcts.length),
    ]);
  }
});

test("tables say it in words, and a country's page what the median is without doubt", async () => {
  const row = (await download("index")).find(({ country }) => country === "TR");
  const pct = Number(row?.index_without_doubt_pct_vs_us).toFixed(1).replace("-", "−");
  const page = (await get("/countries/TR")).text.replaceAll(/[\u00a0\u202f]/g, " ");
  expect(page).toContain(`carries a doubt of its publisher; without them the median is ${pct}%`);
  for (const [path, words] of [
    ["/services/tinder", "may be for another period"],
    ["/services/tinder", "billing period not stated"],
    ["/countries/TR?category=social", "billing period not stated"],
    ["/compare?products=tinder&countries=TR,DE", "may be for another period"],
  ] as const)
    expect((await get(path)).text, path).toContain(words);
});

const PRICES = "product,country,platform,period,amount,currency,observed_on,source,source_url";
const EVIDENCE = "product,country,platform,period,observed_on,evidence,offers,note";
const SOURCES = [
  "id,name,publisher,url,license,attribution",
  "a,A,Publisher A,https://a.example/,CC-BY-4.0,A",
  "a-again,A again,Publisher A,https://a.example/,CC-BY-4.0,A",
  "b,B,Publisher B,https://b.example/,CC-BY-4.0,B",
  "desk,Desk,Price Atlas,https://example.com/,CC-BY-4.0,Desk",
];
test("a second publisher within 30 days agrees or disagrees", async () => {
  const reading = (amount: string, day: string, source: string) =>
    `US,ios,monthly,${amount},USD,${day},${source},https://${source}.example/`;
  const cases: Record<string, [readings: string[], evidence: string]> = {
    alone: [[reading("9", "2026-09-01", "a")], "one_offer"],
    "the same amount 30 days before": [[reading("9", "2026-08-02", "b"), reading("9", "2026-09-01", "a")], "confirmed"],
    "another amount": [[reading("8", "2026-08-02", "b"), reading("9", "2026-09-01", "a")], "contradicted"],
    "31 days before": [[reading("8", "2026-08-01", "b"), reading("9", "2026-09-01", "a")], "one_offer"],
    "of the same publisher": [[reading("8", "2026-08-30", "a-again"), reading("9", "2026-09-01", "a")], "one_offer"],
    "the nearest counts": [
      [reading("8", "2026-08-10", "b"), reading("9", "2026-08-20", "b"), reading("9", "2026-09-01", "a")],
      "confirmed",
    ],
    "read by staff": [[reading("9", "2026-09-01", "desk")], "staff_read"],
    "read by staff after another": [[reading("9", "2026-08-20", "a"), reading("9", "2026-09-01", "desk")], "confirmed"],
  };
  const names = Object.keys(cases);
  await using database = await createDatabase("migrated");
  await using folder = await makeFolder();
  const write = (name: string, lines: readonly string[]) => folder.write(name, lines.join("\n"));
  const files = [
    await write("s.csv", SOURCES),
    await write("p.csv", [
      "slug,name,vendor,service,category,plan,website,in_basket",
      ...names.map((name, at) => `p${at},${name},,P,ai,Pro,,true`),
    ]),
    await write("o.csv", [
      PRICES,
      ...Object.values(cases).flatMap(([readings], at) => readings.map((one) => `p${at},${one}`)),
    ]),
  ];
  expect(await importHere(database.url, files, true)).toMatchObject({ code: 0 });
  const read = () =>
    query(
      database.url,
      `SELECT t.name, p.evidence FROM price p JOIN product t ON (t.version_id, t.slug) = (p.version_id, p.product)
       WHERE p.${OF_NEWEST} ORDER BY p.product`,
    );
  expect(await read()).toEqual(names.map((name) => [name, cases[name]?.[1]]));
  const noted = names.map((_, at) => `p${at},US,ios,monthly,2026-09-01,${OPEN},2,`);
  expect((await importHere(database.url, [await write("e.csv", [EVIDENCE, ...noted])])).code).toBe(0);
  const doubted = (evidence = "") => (evidence === "one_offer" ? OPEN : evidence);
  expect(await read()).toEqual(names.map((name) => [name, doubted(cases[name]?.[1])]));
});

test("a file of doubts is held against the prices, changes nothing the second time, and takes a doubt back never by itself", async () => {
  await using database = await createDatabase("small");
  await using folder = await makeFolder();
  const key = "netflix,TR,ios,monthly,2026-09-29";
  const write = (name: string, ...rows: string[]) => folder.write(name, [EVIDENCE, ...rows].join("\n"));
  const bad = await write(
    "bad.csv",
    `${key},doubtful,,`,
    `${key},period_inferred,0,`,
    "netflix,TR,ios,monthly,2026-09-28,period_inferred,2,",
  );
  const refused = await importHere(database.url, [bad]);
  expect(refused.code).toBe(1);
  expect(refused.text).toContain("bad.csv:2: evidence: ");
  expect(refused.text).toContain('bad.csv:3: offers: "0" is not a number of offers from 1 to 9999');
  const unknown = await importHere(database.url, [
    await write("u.csv", "netflix,TR,ios,monthly,2026-09-28,period_inferred,2,"),
  ]);
  expect(unknown.text).toContain(
    "u.csv:2: observed_on: no price of netflix in TR (ios, monthly) was read on 2026-09-28",
  );
  const twice = await importHere(database.url, [
    await write("t.csv", `${key},period_inferred,2,`, `${key},plan_differs,2,`),
  ]);
  expect(twice.text).toMatch(/t\.csv:3: contradicts .*t\.csv:2/);
  expect(await readVersions(database.url)).toHaveLength(1);

  const file = await write("e.csv", `${key},period_inferred,2,Two offers`);
  expect((await importHere(database.url, [file])).text).toContain("added 1, changed 0");
  const read = (version: string) =>
    query(
      database.url,
      `SELECT evidence FROM price p JOIN dataset_version v ON v.id = p.version_id WHERE v.version = '${version}' AND (product, country, platform) = ('netflix', 'TR', 'ios')`,
    );
  const [first = "", second = ""] = await readVersions(database.url);
  expect([await read(first), await read(second)]).toEqual([[["one_offer"]], [["period_inferred"]]]);
  const { "price-evidence": bundled = "" } = await writeSmallData(folder);
  await importHere(database.url, [file, bundled]);
  expect(await readVersions(database.url)).toHaveLength(2);
});

test("the notes of a release file become doubts, and the file changes nothing the second time", async () => {
  await using database = await createDatabase("small");
  await using folder = await makeFolder();
  const header =
    "snapshot_date,country_code,product_slug,product,category,source,plan,period,price_local,currency,price_usd,us_price_usd,pct_vs_us,in_index,price_note,checked_at,page_url";
  const row = (note: string, day: string) =>
    `2026-10-31,TR,cursor,Cursor,ai,app_store,Pro,month,"₺1.499,99/mo",TRY,30.61,25.99,17.776,true,"${note}",${day},https://opentherank.com/ai-pricing/cursor/`;
  const inferred =
    "App Store lists 3 duplicate offers named “Pro”. We infer that the lower matching price is monthly and the higher one annual.";
  const file = await folder.write("release.csv", [header, row(inferred, "2026-10-30")].join("\n"));
  expect((await importHere(database.url, [file], true)).code).toBe(0);
  const read = () =>
    query(
      database.url,
      "SELECT observed_on, evidence, offers, note FROM evidence_entry WHERE product = 'cursor' AND country = 'TR' AND observed_on > '2026-10-01' AND superseded_in IS NULL",
    );
  expect(await read()).toEqual([["2026-10-30", "period_inferred", "3", "null"]]);
  const versions = await readVersions(database.url);
  await importHere(database.url, [file], true);
  expect(await readVersions(database.url)).toEqual(versions);
  const other = await folder.write("other.csv", [header, row("Looked odd.", "2026-10-31")].join("\n"));
  expect((await importHere(database.url, [other], true)).code).toBe(0);
  expect((await read()).at(-1)).toEqual(["2026-10-31", "plan_differs", "null", "Looked odd."]);
});
