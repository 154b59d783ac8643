import { expect, test } from "vitest";
import { z } from "zod";
import { groupBy } from "@/lib/contract/group-by";
import { findDataWarnings } from "@/lib/dataset/warnings/data";
import { currentVersion } from "@/lib/versions/current";
import { get } from "../support/api";
import { createCatalogue, PRICE_HEADER } from "../support/corrections";
import { importHere, makeFolder, OF_NEWEST, query } from "../support/import-cli";
import { readCsv, recomputeIndex } from "../support/recompute-index";
import { createDatabase, startServer } from "../support/server";

const TITLE = "warning: one plan under several products, with different amounts in a country";

const PRODUCTS = [
  "slug,name,vendor,service,category,plan,website,in_basket",
  "sheet,Sheet,Maker,Office,productivity,Personal,,true",
  "slides,Slides,Maker,Office,productivity,Personal,,true",
  // Another service of the vendor, and plans that are not stated.
  "mail,Mail,Maker,Mail,productivity,Personal,,true",
  "film,Film,Maker,Film,streaming,Monthly,,true",
  "series,Series,Maker,Film,streaming,Monthly,,true",
];
const price = (product: string, country: string, amount: string, day: string) =>
  `${product},${country},ios,monthly,${amount},USD,${day},a,https://a.example/`;

test("an import tells a plan that stands under several products with different amounts, where one of them is new", async () => {
  await using database = await createCatalogue();
  await using folder = await makeFolder();
  let files = 0;
  const put = async (lines: readonly string[]) => {
    files += 1;
    return importHere(database.url, [await folder.write(`${files}.csv`, lines.join("\n"))]);
  };
  await put(PRODUCTS);
  const [day, next, last] = ["2026-09-01", "2026-09-02", "2026-09-03"] as const;
  const { text } = await put([
    PRICE_HEADER,
    ...["sheet", "slides", "mail", "film", "series"].flatMap((product, at) => [
      price(product, "US", "10", day),
      price(product, "TR", String(10 + at), day),
      price(product, "DE", String(10 + at), day),
    ]),
  ]);
  expect(text).toContain(`${TITLE} (1)\n  Maker, Personal: sheet, slides cost different amounts in DE, TR\n`);
  // What stands already is told once; a price that moves away from its like is told again.
  expect((await put([PRICE_HEADER, price("mail", "US", "11", next)])).text).not.toContain(TITLE);
  const moved = await put([PRICE_HEADER, price("slides", "US", "11", last)]);
  expect(moved.text).toContain("  Maker, Personal: sheet, slides cost different amounts in US\n");
});

test("the desk lists those that stand in the data: one Microsoft 365 Personal under three products", async () => {
  const Price = z.looseObject({ product: z.string(), country: z.string(), amount: z.number(), outdated: z.boolean() });
  const Product = z.object({
    product: z.string(),
    vendor: z.string().nullable(),
    service: z.string(),
    plan: z.string(),
  });
  const { data: prices } = z.object({ data: z.array(Price) }).parse((await get("/api/export/prices.json")).body);
  const { data: products } = z.object({ data: z.array(Product) }).parse((await get("/api/export/products.json")).body);
  const plans = groupBy(
    products.filter(({ vendor }) => vendor !== null),
    ({ vendor, service, plan }) => [vendor, service, plan].join(" / "),
  );
  const expected = [...plans.values()].flatMap((same) => {
    const slugs = same.map(({ product }) => product);
    const ofPlan = prices.filter(({ product, outdated }) => slugs.includes(product) && !outdated);
    const places = groupBy(ofPlan, ({ country, platform, period, currency }) =>
      [country, platform, period, currency].join(),
    );
    const differing = [...places.values()].filter((found) => new Set(found.map(({ amount }) => amount)).size > 1);
    if (same.length === 1 || differing.length === 0) return [];
    const [named, countries] = [
      [...new Set(differing.flat().map(({ product }) => product))].sort(),
      [...new Set(differing.map(([found]) => found?.country))].sort(),
    ];
    const { vendor, plan } = same[0] ?? {};
    return [`${vendor}, ${plan}: ${named.join(", ")} cost different amounts in ${countries.join(", ")}`];
  });
  const version = await currentVersion();
  const warnings = version === null ? [] : await findDataWarnings(version);
  const told = warnings.find(({ title }) => title.startsWith("One plan under several products"));
  expect(told?.lines).toEqual(expected);
  expect(told?.lines.join()).toMatch(/^Microsoft, 365 Personal: .*microsoft-onedrive/);
});

const MARKED = "slug,name,vendor,service,category,plan,website,in_basket,same_plan_as";
const product = (slug: string, same = "", vendor = "Maker") =>
  `${slug},${slug},${vendor},Office,productivity,Personal,,true,${same}`;

async function openCatalogue() {
  const database = await createCatalogue();
  const folder = await makeFolder();
  let files = 0;
  return {
    url: database.url,
    async put(...lines: string[]) {
      files += 1;
      const { code, text } = await importHere(database.url, [await folder.write(`${files}.csv`, lines.join("\n"))]);
      return { code, text: text.replaceAll(/\S*\/(\d+\.csv)/g, "$1") };
    },
    [Symbol.asyncDispose]: async () => {
      await folder[Symbol.asyncDispose]();
      await database[Symbol.asyncDispose]();
    },
  };
}

test.each([
  ["itself", [product("sheet", "sheet")], '1.csv:2: same_plan_as: "sheet" is the product itself'],
  ["no product", [product("slides", "sheet")], '1.csv:2: same_plan_as: "sheet" is no known product'],
  ["no slug", [product("slides", "The Sheet")], "1.csv:2: same_plan_as: "],
  [
    "another door",
    [product("sheet"), product("slides", "sheet"), product("notes", "slides")],
    '1.csv:4: same_plan_as: "slides" is itself marked as the same plan as "sheet": name the main product',
  ],
  [
    "one that leads back",
    [product("sheet", "slides"), product("slides", "sheet")],
    '1.csv:2: same_plan_as: "slides" is itself marked as the same plan as "sheet": name the main product',
  ],
  [
    "a product of another vendor",
    [product("sheet"), product("slides", "sheet", "Other")],
    '1.csv:3: same_plan_as: "slides" and "sheet" have different vendors: one plan has one',
  ],
  [
    "a product without a vendor",
    [product("sheet", "", ""), product("slides", "sheet")],
    '1.csv:3: same_plan_as: "slides" and "sheet" have different vendors: one plan has one',
  ],
])("a mark as the same plan as %s is refused with its line", async (_, lines, fault) => {
  await using at = await openCatalogue();
  const { code, text } = await at.put(MARKED, ...lines);
  expect({ code, text }).toEqual({ code: 1, text: expect.stringContaining(fault) });
  expect(await query(at.url, "SELECT slug FROM product_entry WHERE same_plan_as IS NOT NULL")).toEqual([]);
});

test("a mark stands until a file with its column takes it away, and its main product stays what it is", async () => {
  await using at = await openCatalogue();
  const readMarks = () =>
    query(
      at.url,
      `SELECT slug, in_basket, same_plan_as FROM product WHERE ${OF_NEWEST} AND service = 'Office' ORDER BY slug`,
    );
  const [marked, unmarked] = [
    [
      ["sheet", "t", "null"],
      ["slides", "f", "sheet"],
    ],
    [
      ["sheet", "t", "null"],
      ["slides", "t", "null"],
    ],
  ];
  await at.put(MARKED, product("sheet"), product("slides", "sheet"));
  await at.put(PRICE_HEADER, price("sheet", "US", "10", "2026-09-01"), price("slides", "US", "10", "2026-09-01"));
  expect(await readMarks()).toEqual(marked);

  // A file of before the column names other facts alone.
  const header = MARKED.replace(",same_plan_as", "");
  const renamed = "slides,Decks,Maker,Office,ai,Personal,,true";
  expect((await at.put(header, renamed)).code).toBe(0);
  expect(await readMarks()).toEqual(marked);
  expect(await query(at.url, `SELECT name FROM product WHERE ${OF_NEWEST} AND slug = 'slides'`)).toEqual([["Decks"]]);

  expect((await at.put(MARKED, product("suite"), product("sheet", "suite"))).text).toContain(
    ':3: same_plan_as: "sheet" is the main product of "slides", so that it is no door itself',
  );
  expect((await at.put(MARKED, product("sheet", "", "Other"))).text).toContain(
    ':2: vendor: "slides" and "sheet" have different vendors: one plan has one',
  );
  expect(await readMarks()).toEqual(marked);

  expect((await at.put(MARKED, product("slides"))).code).toBe(0);
  expect(await readMarks()).toEqual(unmarked);
  expect((await at.put(MARKED, product("suite"), product("notes", "suite"))).code).toBe(0);
  expect((await at.put("slug,action", "suite,remove")).text).toContain('"suite" is the main product of another');
});

test("a plan counts once in every index from the version on that has the mark; past versions answer as before", async () => {
  await using database = await createDatabase("small");
  await using folder = await makeFolder();
  const server = await startServer({ DATABASE_URL: database.url });
  const read = async (what: string, version = "") => {
    const response = await fetch(
      `${server.url}/api/export?format=csv&dataset=${what}${version && `&version=${version}`}`,
    );
    return response.text();
  };
  const readExports = async () => {
    const [prices, products, rates] = await Promise.all(["prices", "products", "rates"].map((what) => read(what)));
    return { prices: readCsv(prices ?? ""), products: readCsv(products ?? ""), rates: readCsv(rates ?? "") };
  };
  const [[before = ""] = []] = await query(
    database.url,
    "SELECT version FROM dataset_version ORDER BY id DESC LIMIT 1",
  );
  const [index, products] = await Promise.all([read("index"), read("products")]);

  // Two products of the basket without a vendor become one plan.
  const free = (await query(
    database.url,
    `SELECT slug, name, service, category, plan FROM product
     WHERE ${OF_NEWEST} AND vendor IS NULL AND website IS NULL AND in_basket AND ranking = 'certain' ORDER BY countries DESC, slug LIMIT 2`,
  )) as [string, string, string, string, string][];
  const [[main = ""] = [], [door = "", ...facts] = []] = free;
  const [name, service, category, plan] = facts;
  const mark = (same: string) =>
    folder.write(
      `${same || "none"}.csv`,
      `${MARKED}\n${[door, `"${name}"`, "", `"${service}"`, category, `"${plan}"`, "", "true", same].join(",")}\n`,
    );
  const published = async () => Number((await query(database.url, "SELECT count(*) FROM dataset_version"))[0]?.[0]);
  const n = await published();
  expect(await importHere(database.url, [await mark(main)])).toMatchObject({ code: 0 });
  expect(await published()).toBe(n + 1);

  await expect.poll(() => read("index")).not.toBe(index);
  const exports = await readExports();
  expect(exports.products.find(({ product }) => product === door)).toMatchObject({
    in_basket: "FALSE",
    same_plan_as: main,
  });
  const { figures } = recomputeIndex(exports);
  const now = readCsv(await read("index"));
  expect(now.length).toBeGreaterThan(1);
  for (const row of now)
    for (const [column, figure] of Object.entries(figures.get(row.country ?? "") ?? { missing: row }))
      expect([row.country, column, row[column]]).toEqual([row.country, column, toCell(figure)]);
  expect(Number(now[0]?.index_n_products)).toBeLessThan(Number(readCsv(index)[0]?.index_n_products));
  expect([await read("index", before), await read("products", before)]).toEqual([index, products]);

  expect(await importHere(database.url, [await mark("")])).toMatchObject({ code: 0 });
  await expect
    .poll(async () => readCsv(await read("index")).map((row) => row.index_pct_vs_us))
    .toEqual(readCsv(index).map((row) => row.index_pct_vs_us));
});

const toCell = (figure: unknown) => (typeof figure === "boolean" ? String(figure).toUpperCase() : String(figure ?? ""));

test("of the bundled products Excel, PowerPoint and OneDrive are one plan; Word and Copilot have their own", async () => {
  const Marked = z.object({
    product: z.string(),
    service: z.string(),
    same_plan_as: z.string().nullable(),
    in_basket: z.boolean(),
    n_countries: z.number(),
  });
  const { data } = z.object({ data: z.array(Marked) }).parse((await get("/api/services?page_size=200")).body);
  const ofOffice = data.filter(({ service }) => service === "Microsoft 365");
  expect(ofOffice.map(({ product, same_plan_as, in_basket }) => [product, same_plan_as, in_basket])).toEqual([
    ["copilot", null, true],
    ["microsoft-excel", null, true],
    ["microsoft-onedrive", "microsoft-excel", false],
    ["microsoft-powerpoint", "microsoft-excel", false],
    ["microsoft-word", null, true],
  ]);
  const countries = new Map(data.map((one) => [one.product, one.n_countries]));
  for (const { product, same_plan_as } of data)
    if (same_plan_as !== null)
      expect(countries.get(same_plan_as)).toBeGreaterThanOrEqual(countries.get(product) ?? Infinity);
  const detail = (await get("/api/services/microsoft-onedrive")).body;
  expect(detail).toMatchObject({ data: { same_plan_as: "microsoft-excel" } });
});
