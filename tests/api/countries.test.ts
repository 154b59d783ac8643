import { expect, test } from "vitest";
import { z } from "zod";
import { Country } from "@/lib/catalogue/countries/schema";
import { page, whole } from "@/lib/contract/envelope";
import { get } from "../support/api";
import { readCsv } from "../support/recompute-index";

const list = async (query = "") => page(Country).parse((await get(`/api/countries${query}`)).body).data;

test("lists the 245 countries with prices, by code", async () => {
  const countries = await list();
  expect(countries).toHaveLength(245);
  expect(countries.map(({ country: code }) => code)).toEqual(countries.map(({ country: code }) => code).sort());
  expect(countries.reduce((sum, { n_prices: prices }) => sum + prices, 0)).toBe(3075);
});

test("names the countries that are asked for, or those of a region, with the figures they have among all", async () => {
  const all = await list();
  const asEurope = all.filter(({ region }) => region === "Europe");
  expect(asEurope.length).toBeGreaterThan(40);
  expect(await list("?region=europe")).toEqual(asEurope);
  expect(await list("?country=tr,EG")).toEqual(all.filter(({ country }) => ["EG", "TR"].includes(country)));
  expect(await list("?country=TR&region=europe")).toEqual([]);
  const rows = (await get("/api/countries?country=TR&format=csv")).text.trim().split("\r\n");
  expect(rows).toHaveLength(2);
});

test("Egypt's index is 45.0 with 118 products, Turkey's 47.6, the base 100", async () => {
  const index = new Map((await list()).map(({ country: code, index }) => [code, index]));
  expect(index.get("EG")).toMatchObject({ n_products: 118, rank: 1, usd_billed: false });
  expect(index.get("EG")?.value).toBeCloseTo(45.0, 1);
  expect(index.get("TR")?.value).toBeCloseTo(47.6, 1);
  expect(index.get("US")).toMatchObject({ value: 100, pct_vs_us: 0, cheaper_pct: 0 });
  expect(index.get("AR")).toMatchObject({ usd_billed: true });
});

test("no country below 30 matched products has an index, and it says why", async () => {
  const countries = await list();
  const published = countries.filter(({ index }) => index !== null);
  expect(published).toHaveLength(18);
  for (const { index, index_status } of published) {
    expect(index?.n_products).toBeGreaterThanOrEqual(30);
    expect(index_status).toBe("published");
  }
  for (const { index, index_status } of countries.filter(({ index }) => index === null)) {
    expect([index, index_status]).toEqual([null, "insufficient_basket"]);
  }
});

type Own = { product: string; country: string; platform: string; period: string; usd: number };
const PLATFORMS = ["ios", "android", "web", "any"];
const PERIODS = ["monthly", "yearly", "semiannual", "quarterly", "weekly"];

/** Relatives of a country to a base by the exports: the first platform and period that both have of each product. */
function findRelatives(prices: readonly Own[], country: string, base: string): number[] {
  const usdOf = new Map(prices.map((one) => [`${one.product} ${one.country} ${one.platform} ${one.period}`, one.usd]));
  return [...new Set(prices.map(({ product }) => product))].flatMap((product) => {
    for (const platform of PLATFORMS)
      for (const period of PERIODS) {
        const [here, there] = [country, base].map((code) => usdOf.get(`${product} ${code} ${platform} ${period}`));
        if (here !== undefined && there !== undefined) return [100 * (here / there - 1)];
      }
    return [];
  });
}

function medianOf(values: readonly number[]): number {
  const sorted = [...values].sort((a, b) => a - b);
  const half = (sorted.length - 1) / 2;
  return ((sorted[Math.floor(half)] ?? Number.NaN) + (sorted[Math.ceil(half)] ?? Number.NaN)) / 2;
}

test.each([
  ["base=DE", "DE", null, 30],
  ["base=tr&tax=excluded", "TR", null, 30],
  ["category=streaming", "US", "streaming", 5],
  ["category=ai&base=DE", "DE", "ai", 5],
])("%s: the median over the products that both sell, computed directly", async (query, base, category, least) => {
  const Rows = z.object({ data: z.array(z.looseObject({ product: z.string(), country: z.string() })) });
  const read = async (dataset: string) => Rows.parse((await get(`/api/export?dataset=${dataset}`)).body).data;
  const [rows, products, { body }] = [
    await read("prices"),
    z
      .object({ data: z.array(z.object({ product: z.string(), category: z.string(), in_basket: z.boolean() })) })
      .parse((await get("/api/export?dataset=products")).body).data,
    await get(`/api/countries?${query}`),
  ];
  const basket = new Set(
    products.flatMap((one) => (one.in_basket && (category === null || one.category === category) ? [one.product] : [])),
  );
  const prices = rows.flatMap((row): Own[] => {
    const { product, country, platform, period } = row;
    const { amount, fx_rate, fx_stale, tax_treatment, tax_rate_pct, tax_reason } = row;
    if (!basket.has(product) || fx_rate === null || fx_stale === true) return [];
    // Of the basket no product is last seen.
    if (row.outdated === true) return [];
    const shown = Number(amount) * Number(fx_rate);
    const isFree = tax_treatment === "excluded" || tax_reason === "no such tax";
    const rate = tax_treatment === "included" && tax_rate_pct !== null ? Number(tax_rate_pct) : null;
    const without = isFree ? shown : rate === null ? null : (shown * 100) / (100 + rate);
    const usd = query.includes("tax=excluded") ? without : shown;
    return usd === null ? [] : [{ product, country, platform: String(platform), period: String(period), usd }];
  });
  const Pairs = z.object({ data: z.array(z.object({ country: z.string(), other: z.string(), pct: z.number() })) });
  const models = new Map(
    Pairs.parse((await get("/api/export?dataset=differences")).body).data.flatMap(({ country, other, pct }) => [
      [`${country} ${other}`, pct] as const,
      [`${other} ${country}`, 100 / (1 + pct / 100) - 100] as const,
    ]),
  );
  let published = 0;
  for (const { country: code, index } of whole(z.array(Country)).parse(body).data) {
    const relatives = findRelatives(prices, code, base);
    expect([code, index === null]).toEqual([code, relatives.length < least]);
    if (index === null) continue;
    published += 1;
    expect([code, index.base, index.n_products]).toEqual([code, base, relatives.length]);
    expect(Math.abs(index.value - 100 - medianOf(relatives))).toBeLessThan(0.000_51);
    expect(index.change).toBeNull();
    // The estimate of the model for the two countries, either way.
    const own = category === null && !query.includes("tax") ? (models.get(`${code} ${base}`) ?? null) : null;
    expect([code, index.model === null]).toEqual([code, own === null]);
    if (own !== null) expect(index.model?.value).toBeCloseTo(100 + own, 6);
    expect(index.value).toBeCloseTo(100 + index.pct_vs_us, 9);
  }
  expect(published).toBeGreaterThan(10);
});

test("a base without prices gives no country an index", async () => {
  const { data } = whole(z.array(Country)).parse((await get("/api/countries?base=KP")).body);
  expect(data.filter(({ index }) => index !== null)).toEqual([]);
});

test("ranks run from 1, cheapest first, and equal values share theirs", async () => {
  const published = (await list()).flatMap(({ country: code, index }) => (index ? [{ code, ...index }] : []));
  for (const { rank, value } of published) {
    expect(rank).toBe(1 + published.filter((other) => other.value < value).length);
  }
  const rankOf = (code: string) => published.find((country) => country.code === code)?.rank;
  expect(rankOf("AR"), "its median is 0, as that of the US").toBe(rankOf("US"));
});

test.each([
  { country: "EG", low: -61.6, high: -37.4 },
  { country: "TR", low: -64.5, high: -36.5 },
  { country: "MX", low: -18.9, high: 2.8 },
  { country: "AR", low: -16.7, high: 0 },
])("the median of $country has about the interval that 4,000 resamples gave", async ({ country, low, high }) => {
  const index = (await list()).find(({ country: code }) => code === country)?.index;
  expect(Math.abs((index?.median_low ?? Number.NaN) - low)).toBeLessThan(2.5);
  expect(Math.abs((index?.median_high ?? Number.NaN) - high)).toBeLessThan(2.5);
});

test("says how many relatives are exactly 0 and how many the most frequent value", async () => {
  const index = new Map((await list()).map(({ country: code, index }) => [code, index]));
  expect(index.get("AR")).toMatchObject({ n_products: 108, equal_pct: 50 });
  expect(index.get("US")).toMatchObject({ equal_pct: 100, median_low: 0, median_high: 0 });
});

test("every indexed country has the median of one common basket of 52 products", async () => {
  const published = (await list()).flatMap(({ index }) => index ?? []);
  expect(published.map(({ common_basket }) => common_basket?.n_products)).toEqual(published.map(() => 52));
  for (const { common_basket: common } of published) {
    expect(common?.value).toBeCloseTo(100 + (common?.pct_vs_us ?? Number.NaN), 9);
  }
});

test("a withdrawal is no change of the index, which is told over the products of both datasets", async () => {
  expect((await list()).flatMap(({ index }) => index?.change ?? [])).toEqual([]);
});

test("the model estimate lies in its interval, and is 100 for the base", async () => {
  for (const { country: code, index } of await list()) {
    if (!index?.model) continue;
    const { low, value, high } = index.model;
    expect(low).toBeLessThanOrEqual(value);
    expect(value).toBeLessThanOrEqual(high);
    if (code === "US") expect(index.model).toMatchObject({ value: 100, low: 100, high: 100, se: 0 });
  }
});

test("countries have their three letters, each its own", async () => {
  const Codes = z.object({ data: z.array(z.object({ country: z.string(), iso3: z.string().regex(/^[A-Z]{3}$/) })) });
  const { data } = Codes.parse((await get("/api/countries")).body);
  const codes = new Map(data.map(({ country, iso3 }) => [country, iso3]));
  for (const [code, iso3] of [
    ["TR", "TUR"],
    ["DE", "DEU"],
    ["CH", "CHE"],
    ["GB", "GBR"],
  ] as const)
    expect(codes.get(code)).toBe(iso3);
  expect(new Set(codes.values()).size).toBe(codes.size);
});

test("a country is one record: in the list, alone, as a row whose columns are its paths, and in the exports", async () => {
  const rows = readCsv((await get("/api/countries?format=csv")).text).map(
    ({ exact_amount, suggested_amount, ...row }) => {
      expect([exact_amount, suggested_amount]).toEqual(["", ""]);
      return row;
    },
  );
  expect(rows).toEqual(readCsv((await get("/api/export/countries.csv")).text));
  const indexed = new Map(readCsv((await get("/api/export/index.csv")).text).map((row) => [row.country, row]));
  const countries = z
    .array(z.record(z.string(), z.unknown()))
    .parse(whole(z.unknown()).parse((await get("/api/countries")).body).data);
  expect(rows).toHaveLength(countries.length);
  expect(Object.keys(countries[0] ?? {}).slice(0, 10)).toEqual([
    "country",
    "iso3",
    "name",
    "region",
    "currency",
    "n_products",
    "n_prices",
    "index",
    "tax",
    "income",
  ]);
  for (const [at, country] of countries.entries()) {
    const cells = Object.fromEntries(listCells(country));
    for (const [column, cell] of Object.entries(rows[at] ?? {}))
      expect([column, cell]).toEqual([column, cells[column] ?? ""]);
    expect(Object.keys(cells).filter((column) => cells[column] !== "" && rows[at]?.[column] === undefined)).toEqual([]);
    const own = Object.entries(indexed.get(String(country.country)) ?? {});
    expect(own.length > 40).toBe(country.index !== null);
    for (const [column, cell] of own) expect([column, rows[at]?.[column] ?? cell]).toEqual([column, cell]);
  }
  expect((await get("/api/countries/TR")).body).toMatchObject({
    data: countries.find(({ country }) => country === "TR"),
  });
});

/** Every value in a record with its path; a list of objects has none. */
function listCells(record: object, before = ""): [column: string, cell: string][] {
  return Object.entries(record).flatMap(([name, value]): [string, string][] => {
    if (Array.isArray(value))
      return value.some((one) => typeof one === "object") ? [] : [[before + name, value.join(" ")]];
    if (typeof value === "object" && value !== null) return listCells(value, `${before}${name}_`);
    return [[before + name, typeof value === "boolean" ? String(value).toUpperCase() : String(value ?? "")]];
  });
}
