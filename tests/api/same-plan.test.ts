import { expect, test } from "vitest";
import { z } from "zod";
import { groupBy } from "@/lib/contract/group-by";
import { findStandingWarnings } from "@/lib/dataset/warnings/data";
import { currentVersion } from "@/lib/versions/current";
import { get } from "../support/api";
import { createCatalogue, PRICE_HEADER } from "../support/corrections";
import { importHere, makeFolder } from "../support/import-cli";

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
  const warnings = version === null ? [] : await findStandingWarnings(version);
  const told = warnings.find(({ title }) => title.startsWith("One plan under several products"));
  expect(told?.lines).toEqual(expected);
  expect(told?.lines.join()).toMatch(/^Microsoft, 365 Personal: .*microsoft-onedrive/);
});
