import { readFileSync } from "node:fs";
import { parse } from "csv-parse/sync";
import { describe, expect, test } from "vitest";
import { z } from "zod";
import { findIndexChanges } from "@/lib/catalogue/price-index/index-changes";
import { type BasketPrice, type CountryMedian, computeMedianIndex } from "@/lib/catalogue/price-index/median-relative";
import { type TaxedPrice, TaxFreeIndex } from "@/lib/catalogue/price-index/without-tax";
import { findMedianInterval, findPercentile } from "@/lib/contract/percentiles";

const PublishedPrice = z.object({
  country: z.string(),
  product: z.string(),
  period: z.enum(["weekly", "monthly", "yearly"]),
  currency: z.string(),
  price_usd: z.coerce.number(),
  us_price_usd: z.coerce.number(),
});
const PublishedIndex = z.object({
  country_code: z.string(),
  rank: z.coerce.number(),
  index_pct_vs_us: z.coerce.number(),
  p10_pct: z.coerce.number(),
  p25_pct: z.coerce.number(),
  p75_pct: z.coerce.number(),
  p90_pct: z.coerce.number(),
  cheaper_share: z.coerce.number(),
  basket_n: z.coerce.number(),
  usd_billed: z.enum(["true", "false"]).transform((text) => text === "true"),
});

function readPublished<Row extends z.ZodType>(file: string, row: Row): z.infer<Row>[] {
  const text = readFileSync(new URL(`../data/${file}`, import.meta.url));
  return z.array(row).parse(parse(text, { columns: true }));
}

function price(fields: Partial<BasketPrice>): BasketPrice {
  const rest = { product: "p0", category: "ai", country: "US", platform: "ios", period: "monthly" } as const;
  return { ...rest, currency: "USD", usd: 10, ...fields };
}

/** `count` products that cost 10 in the US and `usd` in `country`. */
function basketOf(country: string, count: number, fields: Partial<BasketPrice> = {}): BasketPrice[] {
  return Array.from({ length: count }, (_, number) => number).flatMap((number) => [
    price({ product: `p${number}` }),
    price({ product: `p${number}`, country, currency: "EUR", ...fields }),
  ]);
}

function unique(prices: BasketPrice[]): BasketPrice[] {
  return [...new Map(prices.map((each) => [`${each.product} ${each.country} ${each.period}`, each])).values()];
}

function find(index: CountryMedian[], country: string): CountryMedian {
  const found = index.find((each) => each.country === country);
  if (!found) throw new Error(`${country} has no row`);
  return found;
}

describe("on the figures of the index publisher", () => {
  const basket = readPublished("published-basket.csv", PublishedPrice).map((row) => ({ ...row, category: "any" }));
  const prices = basket.flatMap((row) => {
    const ours = { ...row, platform: "ios" as const };
    return row.country === "US" ? [] : [{ ...ours, usd: row.price_usd }];
  });
  const basePrices = basket.map((row) => ({
    ...row,
    country: "US",
    platform: "ios" as const,
    currency: "USD",
    usd: row.us_price_usd,
  }));
  const index = computeMedianIndex(unique([...prices, ...basePrices]));
  const published = readPublished("published-index.csv", PublishedIndex);

  test("gives an index for the same countries", () => {
    expect(index.map(({ country }) => country)).toEqual(published.map((row) => row.country_code).sort());
  });

  test.each(published)("gives the published figures of $country_code", (row) => {
    const { figures, basketSize } = find(index, row.country_code);
    expect(basketSize).toBe(row.basket_n);
    // The publisher ranks the US after Argentina, which also has 0; here both are eleventh.
    const equal = published.filter((other) => other.index_pct_vs_us === row.index_pct_vs_us);
    expect(figures?.rank).toBe(Math.min(...equal.map(({ rank }) => rank)));
    expect(figures?.usdBilled).toBe(row.usd_billed);
    const pairs = [
      [figures?.pctVsUs, row.index_pct_vs_us],
      [figures?.p10Pct, row.p10_pct],
      [figures?.p25Pct, row.p25_pct],
      [figures?.p75Pct, row.p75_pct],
      [figures?.p90Pct, row.p90_pct],
      [figures?.cheaperShare, row.cheaper_share],
    ];
    for (const [ours = Number.NaN, theirs = Number.NaN] of pairs) {
      expect(Math.abs(ours - theirs)).toBeLessThanOrEqual(0.002);
    }
  });
});

test.each([
  { numbers: [1, 2, 3, 4], share: 0.1, expected: 1.3, why: "between the first two ranks" },
  { numbers: [1, 2, 3, 4], share: 0.5, expected: 2.5, why: "between the middle ranks" },
  { numbers: [1, 2, 3], share: 0.75, expected: 2.5, why: "halfway to the last rank" },
  { numbers: [7], share: 0.9, expected: 7, why: "of a single number" },
  { numbers: [1, 2], share: 1, expected: 2, why: "at the end" },
])("interpolates as numpy does: $why", ({ numbers, share, expected }) => {
  expect(findPercentile(numbers, share)).toBeCloseTo(expected, 12);
});

test("the interval of a median ends at the ranks that Pascal's triangle gives, up to 80 numbers", () => {
  let row = [1n];
  for (let count = 1; count <= 80; count++) {
    row = [1n, ...row.slice(1).map((each, at) => each + (row[at] ?? 0n)), 1n];
    // The largest number of outcomes whose chance, of 2^count, is a fortieth at most.
    let rank = 0;
    let outcomes = row[0] ?? 0n;
    while (40n * outcomes <= 2n ** BigInt(count)) {
      rank += 1;
      outcomes += row[rank] ?? 0n;
    }
    const numbers = Array.from({ length: count }, (_, at) => at + 1);
    const interval = rank === 0 ? null : { low: rank, high: count + 1 - rank };
    expect([count, findMedianInterval(numbers)]).toEqual([count, interval]);
  }
});

describe("the pair of a product", () => {
  const both = (fields: Partial<BasketPrice>, usd: number, usdInUs = 10) => [
    price({ ...fields, usd: usdInUs }),
    price({ ...fields, country: "TR", currency: "TRY", usd }),
  ];
  test.each([
    {
      why: "ios before android",
      prices: [...both({ platform: "android" }, 1), ...both({ platform: "ios" }, 2)],
      pct: -80,
    },
    {
      why: "android before web",
      prices: [...both({ platform: "web" }, 1), ...both({ platform: "android" }, 2)],
      pct: -80,
    },
    { why: "web before any", prices: [...both({ platform: "any" }, 1), ...both({ platform: "web" }, 2)], pct: -80 },
    {
      why: "monthly before yearly",
      prices: [...both({ period: "yearly" }, 1), ...both({ period: "monthly" }, 2)],
      pct: -80,
    },
    {
      why: "yearly before semiannual",
      prices: [...both({ period: "semiannual" }, 1), ...both({ period: "yearly" }, 2)],
      pct: -80,
    },
    {
      why: "semiannual before quarterly",
      prices: [...both({ period: "quarterly" }, 1), ...both({ period: "semiannual" }, 2)],
      pct: -80,
    },
    {
      why: "quarterly before weekly",
      prices: [...both({ period: "weekly" }, 1), ...both({ period: "quarterly" }, 2)],
      pct: -80,
    },
    {
      why: "the platform before the period",
      prices: [...both({ platform: "web", period: "monthly" }, 1), ...both({ platform: "ios", period: "weekly" }, 2)],
      pct: -80,
    },
    {
      why: "a later pair when the first has no rate",
      prices: [price({}), price({ country: "TR", currency: "TRY", usd: null }), ...both({ platform: "web" }, 5)],
      pct: -50,
    },
    { why: "unrounded quotients, not rounded prices", prices: both({}, 0.00004, 0.0001), pct: -60 },
  ])("prefers $why", ({ prices, pct }) => {
    const copies = [0, 1, 2, 3, 4].flatMap((copy) => prices.map((each) => ({ ...each, product: `p${copy}` })));
    const [category] = find(computeMedianIndex(copies), "TR").categories;
    expect(category?.basketSize).toBe(5);
    expect(category?.pctVsUs).toBeCloseTo(pct, 9);
  });
});

test.each([
  {
    why: "no rate for the only price there",
    prices: [price({}), price({ country: "TR", usd: null })],
    counts: { basketSize: 0, noRate: 1, noUsPair: 0 },
  },
  {
    why: "the US sells it for another period only",
    prices: [price({ period: "yearly" }), price({ country: "TR" })],
    counts: { basketSize: 0, noRate: 0, noUsPair: 1 },
  },
  {
    why: "the US sells it on another platform only",
    prices: [price({ platform: "web" }), price({ country: "TR" })],
    counts: { basketSize: 0, noRate: 0, noUsPair: 1 },
  },
  {
    why: "the US does not sell it",
    prices: [price({ country: "TR" })],
    counts: { basketSize: 0, noRate: 0, noUsPair: 1 },
  },
  {
    why: "the US price has no rate itself",
    prices: [price({ currency: "PAB", usd: null }), price({ country: "TR" })],
    counts: { basketSize: 0, noRate: 0, noUsPair: 1 },
  },
  {
    why: "nothing: one relative, however many pairs",
    prices: [
      price({}),
      price({ platform: "web" }),
      price({ country: "TR" }),
      price({ country: "TR", platform: "web" }),
    ],
    counts: { basketSize: 1, noRate: 0, noUsPair: 0 },
  },
])("counts what is left out by reason: $why", ({ prices, counts }) => {
  expect(find(computeMedianIndex(prices), "TR")).toMatchObject(counts);
});

test("never drops a price for being extreme", () => {
  const prices = [
    ...basketOf("TR", 29, { usd: 5 }),
    price({ product: "x" }),
    price({ product: "x", country: "TR", usd: 9e6 }),
  ];
  expect(find(computeMedianIndex(prices), "TR")).toMatchObject({ basketSize: 30, status: "published" });
});

test.each([
  { relatives: 29, status: "insufficient_basket" },
  { relatives: 30, status: "published" },
])("$relatives relatives are $status", ({ relatives, status }) => {
  const turkey = find(computeMedianIndex(basketOf("TR", relatives, { usd: 5 })), "TR");
  expect(turkey.status).toBe(status);
  expect(turkey.figures === null).toBe(status !== "published");
});

test.each([
  { relatives: 4, categories: [] },
  { relatives: 5, categories: [{ category: "ai", pctVsUs: -50, basketSize: 5 }] },
])("$relatives relatives of a category give $categories.length medians", ({ relatives, categories }) => {
  expect(find(computeMedianIndex(basketOf("TR", relatives, { usd: 5 })), "TR").categories).toEqual(categories);
});

test("a median without tax stands beside the median as shown of the same products", () => {
  const index = new TaxFreeIndex();
  // Of 61 products 30 are known without tax, and the others are much dearer as shown.
  for (let number = 0; number < 61; number++) {
    const product = `p${number}`;
    const isKnown = number < 30;
    const us: TaxedPrice = { ...price({ product }), exTaxUsd: 10, reason: null };
    const there = price({ product, country: "TR", currency: "TRY", usd: isKnown ? 8 : 20 });
    index.addProduct([us, { ...there, exTaxUsd: isKnown ? 6 : null, reason: isKnown ? null : "sources differ" }]);
  }
  const turkey = index.solve().find(({ withoutTax }) => withoutTax.country === "TR");
  expect(turkey?.withoutTax.basketSize).toBe(30);
  expect(turkey?.withoutTax.figures?.pctVsUs).toBeCloseTo(-40, 9);
  expect(turkey?.shownPctVsUs).toBeCloseTo(-20, 9);
  const products = Array.from({ length: 61 }, (_, number) => `p${number}`);
  expect(index.countLeftOut("TR", products, turkey?.withoutTax.relatives ?? {})).toEqual([
    { reason: "sources differ", products: 31 },
  ]);
});

test.each([
  ["the same products", 31, 31, { change_products: 31, change_from_pct: -50, change_to_pct: -40 }],
  ["one more", 30, 31, null],
  ["one less", 31, 30, null],
  ["no index before", 29, 30, null],
])("a change of the median is told over the same products alone: %s", (_, were, are, told) => {
  const before = computeMedianIndex(basketOf("TR", were, { usd: 5 }));
  const changes = findIndexChanges(computeMedianIndex(basketOf("TR", are, { usd: 6 })), {
    version: "2026-09-29.1",
    medians: before,
  });
  expect(changes.get("TR") ?? null).toEqual(told && { previous_version: "2026-09-29.1", ...told });
});

describe("ranks", () => {
  const rankOf = (index: CountryMedian[], country: string) => find(index, country).figures?.rank;

  test("skip countries without an index, and are shared by equal levels", () => {
    const index = computeMedianIndex(
      unique([
        ...basketOf("ZA", 30, { usd: 5 }),
        ...basketOf("AO", 30, { usd: 5 }),
        ...basketOf("TR", 29, { usd: 1 }),
        ...basketOf("CH", 30, { usd: 12 }),
      ]),
    );
    expect(["AO", "ZA", "US", "CH", "TR"].map((country) => rankOf(index, country))).toEqual([1, 1, 3, 4, undefined]);
  });

  test("call a tie what reads the same when stored", () => {
    const index = computeMedianIndex(
      unique([...basketOf("AO", 30, { usd: 5.00000001 }), ...basketOf("ZA", 30, { usd: 5 })]),
    );
    expect(rankOf(index, "AO")).toBe(1);
  });
});

describe("usd_billed", () => {
  const turkeyBilledIn = (usd: number, lira: number) =>
    unique([...basketOf("TR", usd + lira, { currency: "TRY" }), ...basketOf("TR", usd, { currency: "USD" })]);
  test.each([
    { usd: 15, lira: 15, billed: false, why: "half of the basket is not most of it" },
    { usd: 16, lira: 14, billed: true, why: "most of the basket is in dollars" },
  ])("$billed: $why", ({ usd, lira, billed }) => {
    expect(find(computeMedianIndex(turkeyBilledIn(usd, lira)), "TR").figures?.usdBilled).toBe(billed);
  });
  test("false: the US itself", () => {
    expect(find(computeMedianIndex(turkeyBilledIn(15, 15)), "US").figures?.usdBilled).toBe(false);
  });
});

test("the order of prices changes nothing", () => {
  const prices = unique([
    ...basketOf("TR", 35, { usd: 4.3 }),
    ...basketOf("TR", 10, { usd: 7, period: "weekly" }),
    ...basketOf("EG", 31, { usd: 3.1 }),
  ]);
  expect(computeMedianIndex([...prices].reverse())).toEqual(computeMedianIndex(prices));
});
