import { describe, expect, test } from "vitest";
import { hasGuide } from "@/app/(site)/docs/errors/problem-guides";
import { toCompareHref } from "@/components/compare/compare-href";
import { readCompareRequest } from "@/components/compare/request";
import { readCodebook } from "@/components/docs/codebook";
import { printShortened } from "@/components/docs/print-json";
import { PROBLEM_KINDS } from "@/lib/api/problem";
import { toChangeEntry } from "@/lib/atom/entry-rules";
import { writeAtom } from "@/lib/atom/format-rules";
import { findCaveats } from "@/lib/catalogue/compare/caveat-rules";
import { CompareQuery } from "@/lib/catalogue/compare/page-schema";
import { comparePrices } from "@/lib/catalogue/compare/rules";
import type { PriceChange } from "@/lib/catalogue/prices/moves/schema";
import type { Price } from "@/lib/catalogue/prices/schema";
import { findNearPages } from "@/lib/catalogue/search/near-rules";
import { findNearProducts, foldNames } from "@/lib/catalogue/search/rules";
import { toCallPath } from "@/lib/openapi/call";
import { NO_LENSES } from "@/tests/support/no-lenses";

const products = [
  { value: "netflix", label: "Netflix Standard" },
  { value: "spotify", label: "Spotify Individual" },
];

const paramsOf = (href: string) => Object.fromEntries(new URL(href, "https://example.com").searchParams);

const countries = [
  { value: "DE", label: "Germany" },
  { value: "TR", label: "Türkiye" },
  { value: "US", label: "United States" },
];

describe("what the compare page reads from an address", () => {
  test.each([
    [
      "keeps the order, drops repeats",
      { products: "spotify,netflix,spotify", countries: "us,DE" },
      ["spotify", "netflix"],
      ["US", "DE"],
      0,
    ],
    [
      "puts the baseline first",
      { products: "netflix", countries: "US,DE,TR", baseline: "TR" },
      ["netflix"],
      ["TR", "US", "DE"],
      0,
    ],
    ["names what it does not know", { products: "netflx,netflix", countries: "QQ,US" }, ["netflix"], ["US"], 2],
    [
      "leaves the first country first where the baseline is not ticked any more",
      { products: "netflix", countries: "US,TR", baseline: "DE" },
      ["netflix"],
      ["US", "TR"],
      0,
    ],
    [
      "names a baseline that is no country",
      { products: "netflix", countries: "US", baseline: "ZZ" },
      ["netflix"],
      ["US"],
      1,
    ],
    ["is empty without parameters", {}, [], [], 0],
  ])("%s", (_, query, slugs, codes, refusals) => {
    const { request, refused } = readCompareRequest(CompareQuery.parse(query), { products, indexed: [] });
    expect(request).toEqual({ products: slugs, countries: codes });
    expect(refused).toHaveLength(refusals);
  });

  test("takes no more than the API does", () => {
    const many = Array.from({ length: 25 }, (_, i) => ({ value: `p${i}`, label: `P ${i}` }));
    const { request, refused } = readCompareRequest(
      { products: many.map(({ value }) => value).join(",") },
      { products: many, indexed: [] },
    );
    expect(request.products).toHaveLength(20);
    expect(refused).toHaveLength(5);
  });

  test.each([
    ["no country", {}, null, ["US", "DE", "IN"]],
    ["no country, read in India", {}, "IN", ["IN", "DE", "US"]],
    ["no country, read where there is no index", {}, "AT", ["AT", "DE", "IN", "US"]],
    ["the one value, read where there is no index", { countries: "index" }, "AT", ["US", "DE", "IN"]],
    ["the one value and a country beside it", { countries: "index,AT" }, "IN", ["AT", "DE", "IN", "US"]],
    ["a baseline among them", { countries: "index", baseline: "DE" }, "IN", ["DE", "IN", "US"]],
  ])("compares in all countries with an index: %s", (_, query, home, codes) => {
    const indexed = ["DE", "IN", "US"];
    const { request, refused } = readCompareRequest(CompareQuery.parse({ products: "netflix", ...query }), {
      products,
      indexed,
      home,
    });
    expect(request).toEqual({ products: ["netflix"], countries: codes, all: indexed });
    expect(refused).toEqual([]);
    expect(
      readCompareRequest(CompareQuery.parse(paramsOf(toCompareHref(request))), { products, indexed }).request,
    ).toEqual(request);
  });
});

describe("what keeps a comparison from being like for like", () => {
  const price = (product: string, country: string, more: Partial<Price> = {}): Price => ({
    product,
    country,
    platform: "ios",
    period: "monthly",
    amount: 10,
    currency: "USD",
    usd: 10,
    usd_monthly: 10,
    fx_rate: 1,
    fx_date: "2026-09-29",
    source_url: "https://example.com/",
    verified_on: "2026-09-29",
    ...NO_LENSES,
    fx_source: null,
    fx_stale: false,
    reported: false,
    ...more,
  });
  const INCLUDED = { tax: { ...NO_LENSES.tax, treatment: "included" as const } };
  const EXCLUDED = { tax: { ...NO_LENSES.tax, treatment: "excluded" as const } };
  const keysOf = (prices: Price[], codes: string[]) => {
    const names = {
      products: [...new Set(prices.map(({ product }) => product))].map((product) => ({ product, name: product })),
      countries: codes.map((country) => ({ country, name: country })),
    };
    return findCaveats(comparePrices(names, { prices, rankings: new Map() }), (slug) => slug).map(({ key }) => key);
  };
  test.each([
    ["a missing price", [price("a", "DE"), price("b", "DE"), price("a", "FR")], ["DE", "FR"], "missing FR"],
    ["platforms within a row", [price("a", "DE"), price("a", "FR", { platform: "web" })], ["DE", "FR"], "platform a"],
    ["periods within a row", [price("a", "DE"), price("a", "FR", { period: "yearly" })], ["DE", "FR"], "period a"],
    ["platforms between rows", [price("a", "DE"), price("b", "DE", { platform: "web" })], ["DE"], "platforms"],
    [
      "tax, where one side leaves it out",
      [price("a", "DE", INCLUDED), price("a", "US", EXCLUDED)],
      ["DE", "US"],
      "tax",
    ],
    ["tax, where it is not known of one side", [price("a", "DE", INCLUDED), price("a", "AR")], ["DE", "AR"], "tax"],
    ["old prices", [price("a", "DE", { outdated: true, ranked: false })], ["DE"], "last seen"],
  ])("says %s", (_, prices, codes, key) => {
    expect(keysOf(prices, codes)).toContain(key);
  });
  test("says nothing but the always true where all is alike", () => {
    expect(keysOf([price("a", "DE"), price("a", "FR")], ["DE", "FR"])).toEqual(["offer"]);
  });
});

test.each([
  ["fills the path", "/api/services/{slug}", [], { slug: " netflix " }, "/api/services/netflix"],
  ["needs the path's values", "/api/services/{slug}", [], { slug: "" }, null],
  [
    "leaves out what is empty or unknown",
    "/api/prices",
    ["product", "country"],
    { product: "a,b", country: "", x: "1" },
    "/api/prices?product=a,b",
  ],
  [
    "cannot be led elsewhere",
    "/api/services/{slug}",
    [],
    { slug: "../../admin?x" },
    "/api/services/..%2F..%2Fadmin%3Fx",
  ],
])("a call of the reference %s", (_, path, names, values, expected) => {
  expect(toCallPath(path, names, values)).toBe(expected);
});

test("every problem has a guide, every column a meaning", () => {
  expect(PROBLEM_KINDS.filter(({ kind }) => !hasGuide(kind))).toEqual([]);
  const columns = readCodebook().flatMap(({ dataset, columns }) => columns.map((column) => ({ dataset, ...column })));
  expect(columns.length).toBeGreaterThan(40);
  expect(columns.filter(({ type, meaning }) => type === "" || meaning.length < 4)).toEqual([]);
});

test("shortened JSON says how much was left out", () => {
  expect(printShortened({ a: [{ b: 1 }, { b: 2 }, { b: 3 }] })).toContain("… 2 more");
  expect(JSON.parse(printShortened({ a: [{ b: '"' }], c: null, d: [], e: {} }))).toEqual({
    a: [{ b: '"' }],
    c: null,
    d: [],
    e: {},
  });
});

test.each([
  ["/services/netflx", "/services/netflix"],
  ["/countries/turkiye", "/countries/TR"],
  ["/countries/tur", "/countries/TR"],
  ["/germany", "/countries/DE"],
  ["/countrys", "/countries"],
  ["/api-docs/methodolgy", "/docs/methodology"],
  ["/xyzzyplugh", null],
])("near %s stands %s", (path, expected) => {
  const near = findNearPages(
    path,
    products.map(({ value, label }) => foldNames({ slug: value, label, name: label })),
    countries.map(({ value, label }) => ({ code: value, name: label })),
  );
  expect(near.map(({ href }) => href).at(0) ?? null).toBe(expected);
});

test.each([
  ["netflx", ["netflix"]],
  ["spotify family", ["spotify"]],
  ["Spottify Individul", ["spotify"]],
  ["music family", ["apple-music-family"]],
  ["premium", ["youtube"]],
  ["disney plus basic", ["disney-plus"]],
  ["qqqq", []],
  ["", []],
  ["a of", []],
])("a search for %j that fits nothing leads to %j", (text, expected) => {
  const named = [
    ["netflix", "Netflix Standard"],
    ["spotify", "Spotify Individual"],
    ["apple-music", "Apple Music Individual"],
    ["apple-music-family", "Apple Music Family"],
    ["youtube", "YouTube Premium"],
    ["disney-plus", "Disney+ Standard"],
    ["icloud-family", "iCloud+ Family"],
  ].map(([slug = "", label = ""]) => foldNames({ slug, label, name: label }));
  expect(
    findNearProducts(text, named)
      .map(({ slug }) => slug)
      .slice(0, 1),
  ).toEqual(expected);
});

test("the feed escapes names, and an entry's id holds for ever", () => {
  const base = "https://prices.example";
  const change: PriceChange = {
    product: "a-b",
    name: "A & B <plus>",
    plan: "",
    country: "HR",
    country_name: "Croatia",
    platform: "web",
    period: "monthly",
    first_seen_on: "2023-02-01",
    was: { amount: 60, currency: "HRK", last_seen_on: "2022-12-31" },
    is: { amount: 7.99, currency: "EUR" },
    pct: null,
    source_url: "https://example.com/?a=1&b=2",
    corrected_at: null,
  };
  const feed = writeAtom({
    title: "A & B",
    url: `${base}/feed.xml?q=a&product=b`,
    page: base,
    updated: "2026-09-30T00:00:00Z",
    attribution: "A; B",
    licenseUrl: "https://l.example/",
    entries: [toChangeEntry(change, base)],
  });
  expect(feed).toContain("A &amp; B &lt;plus&gt; in Croatia");
  expect(feed).toContain("(currency changed)");
  expect(feed).toContain("<id>tag:prices.example,2026:a-b/HR/web/monthly/2023-02-01</id>");
  expect(feed).not.toMatch(/&(?!amp;|lt;|gt;|quot;)/);
});
