import { describe, expect, test } from "vitest";
import { compare } from "@/app/api/compare/contract";
import { exportDataset } from "@/app/api/export/contract";
import { listHistory } from "@/app/api/history/contract";
import { listPrices } from "@/app/api/prices/contract";
import { listProducts } from "@/app/api/services/contract";
import type { ParameterFault } from "@/lib/api/problem";
import { parseQuery } from "@/lib/api/query";
import { suggestParameter } from "@/lib/text/suggest";

const catalogue = {
  products: ["chatgpt", "netflix", "netflix-basic"],
  categories: ["ai", "streaming"],
  versions: [],
  vendors: [],
  currencies: [],
};
const prices = (search: string) => parseQuery(search, listPrices.query, catalogue);

describe("parseQuery accepts", () => {
  test.each([
    ["nothing, with the defaults", "", { page: 1, page_size: 50 }, ""],
    [
      "codes in either case",
      "country=tr&platform=WEB",
      { country: ["TR"], platform: ["web"] },
      "country=TR&platform=web",
    ],
    ["any order of parameters", "product=netflix&country=TR", { product: ["netflix"] }, "country=TR&product=netflix"],
    ["a default said out loud, which is the same query", "page=1&page_size=50", { page: 1 }, ""],
    ["percent-encoding and plus where they change nothing", "%70age=%32", { page: 2 }, "page=2"],
    [
      "empty pairs, as the form parser of the URL standard does",
      "&page_size=1&&page=2&",
      { page: 2 },
      "page=2&page_size=1",
    ],
    ["nothing but empty pairs", "&&", { page: 1 }, ""],
    ["the last page of a list", "page=500&page_size=200", { page: 500 }, "page=500&page_size=200"],
  ])("%s", (_, search, value, canonical) => {
    const parsed = prices(search);
    expect(parsed).toMatchObject({ ok: true, value, canonical });
  });

  test("lists without duplicates, in their order", () => {
    const parsed = parseQuery("products=netflix,chatgpt,netflix&countries=us,tr,US", compare.query, catalogue);
    expect(parsed).toMatchObject({ ok: true, value: { products: ["netflix", "chatgpt"], countries: ["US", "TR"] } });
  });
});

test.each([
  ["as a comma list", "products=netflix,chatgpt&countries=US,TR"],
  ["as repeated parameters", "products=netflix&products=chatgpt&countries=US&countries=TR"],
  ["in both forms at once", "products=netflix&countries=US,TR&products=chatgpt,netflix&countries=us"],
])("a list may be given %s", (_, search) => {
  const parsed = parseQuery(search, compare.query, catalogue);
  const value = { products: ["netflix", "chatgpt"], countries: ["US", "TR"], tax: "shown" };
  expect(parsed).toMatchObject({ ok: true, value, canonical: "countries=US,TR&products=netflix,chatgpt" });
});

test.each([
  ["a repeated list with an empty value", "products=netflix&products=&countries=US", "products", "is empty"],
  ["a repeated list with an unknown value", "products=netflix&products=netflx&countries=US", "products", '"netflx"'],
  [
    "a repeated list that is too long",
    `products=netflix${"&countries=US,TR".repeat(30)}&countries=ZZ`,
    "countries",
    '"ZZ"',
  ],
])("refuses %s", (_, search, parameter, detail) => {
  const parsed = parseQuery(search, compare.query, catalogue);
  expect(parsed).toMatchObject({ ok: false, errors: [{ parameter, detail: expect.stringContaining(detail) }] });
});

test.each([
  ["product=nope", undefined],
  ["product=netflix-premum", "netflix"],
  ["product=chatgtp", "chatgpt"],
  ["service=netflix", "product"],
  ["Country=TR", "country"],
  ["PRODUCT=netflix", "product"],
  ["limit=10", "page_size"],
  ["per_page=10", "page_size"],
  ["colour=red", undefined],
  ["search=netflix", "q"],
  ["product=n", undefined],
  ["offset=50", "page"],
  ["order=price", "sort"],
  ["tax=included", undefined],
  ["tax=net", "excluded"],
  ["platform=iphone", "ios"],
  ["period=annual", "yearly"],
  ["region=EU", "europe"],
  ["sort=price", "usd_monthly"],
  ["sort=-price", "-usd_monthly"],
])("%s suggests %s", (search, suggestion) => {
  const parsed = prices(search);
  expect(parsed.ok ? [] : parsed.errors.map((error) => error.suggestion)).toEqual([suggestion]);
});

test.each(["page_size=0", "page_size=201", "page_size=10001"])("%s is told both ranges of a page", (search) => {
  const parsed = prices(search);
  const detail = "must be a whole number from 1 to 200; up to 10000 with format=csv or ndjson";
  expect(parsed.ok ? [] : parsed.errors).toMatchObject([
    { parameter: "page_size", code: "out_of_range", detail: expect.stringContaining(detail) },
  ]);
});

test("of a saved list, products that are gone may be skipped, and nothing else may", () => {
  const list = "products=netflix,gone&countries=US";
  expect(parseQuery(list, compare.query, catalogue).ok).toBe(false);
  expect(parseQuery(`${list}&missing=skip`, compare.query, catalogue)).toMatchObject({
    ok: true,
    value: { products: ["netflix", "gone"], missing: "skip" },
  });
  expect(parseQuery(`${list}&missing=skip&version=2001-01-01.1`, compare.query, catalogue)).toMatchObject({
    ok: false,
    errors: [{ parameter: "version" }],
  });
  expect(prices("product=gone&missing=skip").ok).toBe(false);
});

test("a search by another name is told the name it has, where there is one", () => {
  expect(suggestParameter("search", ["category", "q"])).toBe("q");
  expect(suggestParameter("search", ["category", "page"])).toBeUndefined();
});

test("singular and plural mean the same, also beside each other", () => {
  const plain = prices("product=netflix,chatgpt&country=TR");
  expect(plain.ok).toBe(true);
  for (const search of ["products=netflix,chatgpt&countries=TR", "countries=tr&products=netflix&product=chatgpt"])
    expect(prices(search)).toEqual(plain);
  const several = parseQuery("products=netflix&countries=US,TR", compare.query, catalogue);
  expect(several.ok).toBe(true);
  expect(parseQuery("product=netflix&country=US,TR", compare.query, catalogue)).toEqual(several);
  expect(prices("products=netflx")).toMatchObject({ errors: [{ parameter: "product", suggestion: "netflix" }] });
});

test.each([
  ["page=abc", "malformed"],
  ["page=1.5", "malformed"],
  ["page=01", "malformed"],
  ["page=0", "out_of_range"],
  ["page=-1", "out_of_range"],
  ["page=1000001", "out_of_range"],
  ["date=2999-01-01", "out_of_range"],
  ["date=2026-02-30", "malformed"],
  ["date=soon", "malformed"],
])("%s is %s", (search, code) => {
  const parsed = prices(search);
  expect(parsed.ok ? [] : parsed.errors.map((error) => error.code)).toEqual([code]);
});

type Refusal = [what: string, search: string, parameter: string, fault: Partial<ParameterFault>];

describe("parseQuery refuses", () => {
  test.each<Refusal>([
    ["an unknown parameter, naming the near one", "pgae=1", "pgae", { suggestion: "page" }],
    ["a repeated parameter", "page=1&page=1", "page", { detail: "is given twice" }],
    ["a parameter repeated in another spelling", "page=1&p%61ge=2", "page", { detail: "is given twice" }],
    ["an empty value", "country=", "country", { detail: "is empty; leave it out instead" }],
    ["a blank value", "country=%20+", "country", { code: "empty", detail: "is empty; leave it out instead" }],
    ["broken percent-encoding", "country=%E0%A4%A", "country", { detail: "is not valid percent-encoded UTF-8" }],
    ["an overlong encoding", "country=%C0%AF", "country", {}],
    ["UK, naming GB", "country=UK", "country", { suggestion: "GB" }],
    ["an alpha-3 code, naming the alpha-2 one", "country=USA", "country", { suggestion: "US" }],
    ["full-width letters", `country=${encodeURIComponent("ＵＳ")}`, "country", { suggestion: "US" }],
    ["a country that ISO does not know", "country=ZZ", "country", {}],
    ["a letter that upper-cases into two", `country=${encodeURIComponent("ß")}`, "country", {}],
    ["an unknown product, naming the near one", "product=netflx", "product", { suggestion: "netflix" }],
    [
      "an unknown platform, with all that there are",
      "platform=tv",
      "platform",
      { allowed: ["android", "any", "ios", "web"] },
    ],
    ["a prototype's name", "__proto__=1", "__proto__", {}],
    ["brackets", "page[]=1", "page[]", {}],
    ...[
      "0",
      "-1",
      "1.5",
      "1e3",
      "1e21",
      "NaN",
      "Infinity",
      "0x10",
      "%201",
      "1%20",
      "01",
      "+1",
      encodeURIComponent("١"),
    ].map((page): Refusal => [`page ${page}`, `page=${page}`, "page", {}]),
    ["page 1000001", "page=1000001", "page", {}],
    ["page of 10,000 digits", `page=${"9".repeat(10_000)}`, "page", {}],
    ["page size 201", "page_size=201", "page_size", {}],
    ["rows beyond the 100,000th", "page=501&page_size=200", "page", { code: "out_of_range" }],
  ])("%s", (_, search, parameter, fault) => {
    const parsed = prices(search);
    expect(parsed).toMatchObject({ ok: false, errors: [{ parameter, ...fault }] });
  });

  test("everything at once", () => {
    const parsed = prices("product=nope&country=ZZ&page=0&platform=tv&x=1");
    expect(parsed.ok ? [] : parsed.errors.map(({ parameter }) => parameter).sort()).toEqual([
      "country",
      "page",
      "platform",
      "product",
      "x",
    ]);
  });

  test.each([
    ["a page too long for JSON beside a wrong value", listPrices, "page_size=999&date=zzz", ["date", "page_size"]],
    ["a page whose length the wrong format decides", listPrices, "page_size=999&format=cvs", ["format"]],
    ["a mark that only CSV has beside a wrong value", listPrices, "bom=1&country=ZZ", ["bom", "country"]],
    ["a sort that does not go with a day", listPrices, "date=2024-01-01&sort=-changed_on&x=1", ["sort", "x"]],
    ["a sort beside a wrong day", listPrices, "date=zzz&sort=-changed_on", ["date"]],
    [
      "a span that ends before it begins, and no filter",
      listHistory,
      "from=2024-02-01&to=2024-01-01",
      ["from", "product"],
    ],
    ["a wrong filter in place of the required one", listHistory, "product=nope", ["product"]],
    ["an export without a dataset", exportDataset, "version=nope&bom=1", ["bom", "dataset", "version"]],
    ["an export of something wrong", exportDataset, "dataset=nope&bom=1", ["bom", "dataset"]],
    ["a baseline outside, beside nothing", compare, "countries=US&baseline=TR", ["baseline", "products"]],
  ])("%s", (_, { query }, search, names) => {
    const parsed = parseQuery(search, query, catalogue);
    const found = parsed.ok ? [] : parsed.errors.map(({ parameter }) => parameter).sort();
    expect(found).toEqual(names);
  });

  test("an unknown category, listing the categories", () => {
    const parsed = parseQuery("category=stream", listProducts.query, catalogue);
    expect(parsed).toMatchObject({ ok: false, errors: [{ allowed: ["ai", "streaming"], suggestion: "streaming" }] });
  });

  test("each unknown item of a list by name", () => {
    const parsed = parseQuery("products=netflx,chatgpt,nope&countries=UK,US,", compare.query, catalogue);
    expect(
      parsed.ok ? [] : parsed.errors.map(({ parameter, detail }) => `${parameter}: ${detail.split('"')[1]}`),
    ).toEqual(["products: netflx", "products: nope", "countries: UK", "countries: "]);
  });

  test("a list that is too long, and a missing one", () => {
    const many = Array.from({ length: 51 }, (_, at) => String.fromCharCode(65 + (at % 26), 65 + Math.floor(at / 26)));
    const parsed = parseQuery(`countries=${many.join(",")}`, compare.query, catalogue);
    expect(parsed.ok ? [] : parsed.errors.map(({ parameter }) => parameter)).toContain("products");
    expect(parsed.ok).toBe(false);
  });

  test.each([
    ["neither dataset nor product", "format=csv", /is required/],
    ["both dataset and product", "dataset=prices&product=netflix", /cannot be combined/],
    ["a byte-order mark in JSON", "dataset=prices&bom=1", /format=csv/],
  ])("an export with %s", (_, search, detail) => {
    const parsed = parseQuery(search, exportDataset.query, catalogue);
    expect(parsed).toMatchObject({ ok: false, errors: [{ detail: expect.stringMatching(detail) }] });
  });
});

test.each(["product=netflix", "dataset=product=netflix", "dataset=product%3Dnetflix", "dataset=product%3dNetflix"])(
  "an export of one product may be spelled %s",
  (search) => {
    const parsed = parseQuery(exportDataset.respell?.(search) ?? search, exportDataset.query, catalogue);
    expect(parsed).toMatchObject({ ok: true, value: { product: "netflix" }, canonical: "product=netflix" });
  },
);
