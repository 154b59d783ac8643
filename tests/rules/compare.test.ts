import { describe, expect, test } from "vitest";
import { arrangeComparison, countEmpty } from "@/lib/catalogue/compare/arrange-rules";
import { findCaveats } from "@/lib/catalogue/compare/caveat-rules";
import { chooseCells, comparePrices } from "@/lib/catalogue/compare/rules";
import { makeMoney } from "@/lib/catalogue/fx/money-rules";
import { US_DOLLARS } from "@/lib/catalogue/fx/rules";
import type { Ranking } from "@/lib/catalogue/prices/ranking/rules";
import type { Price } from "@/lib/catalogue/prices/schema";
import { writeHeadline } from "@/lib/findings/comparison-rules";
import { writeOnceOf } from "@/lib/findings/same-plan-rules";
import { NO_LENSES } from "@/tests/support/no-lenses";

const products = ["a", "b"].map((product) => ({ product, name: product.toUpperCase() }));
const countries = ["US", "TR", "EG"].map((country) => ({ country, name: country }));

function price(product: string, country: string, usdMonthly: number | null): Price {
  return {
    product,
    country,
    platform: "ios",
    period: "monthly",
    amount: usdMonthly ?? 1,
    currency: "USD",
    usd: usdMonthly,
    usd_monthly: usdMonthly,
    fx_rate: usdMonthly === null ? null : 1,
    fx_date: usdMonthly === null ? null : "2026-09-29",
    source_url: "https://example.com/",
    verified_on: "2026-09-29",
    fx_source: null,
    fx_stale: false,
    reported: false,
    ranked: usdMonthly !== null,
    ...NO_LENSES,
  };
}

const rankings = new Map<string, Ranking>(products.map(({ product }) => [product, "certain"]));
const compare = (
  prices: readonly Price[],
  {
    names = { products, countries },
    ...asked
  }: Partial<Parameters<typeof comparePrices>[1]> & {
    names?: Parameters<typeof comparePrices>[0];
  } = {},
) => comparePrices(names, { prices, rankings, ...asked });

describe("products that are one plan", () => {
  const named = (...slugs: [product: string, main?: string][]) => ({
    products: slugs.map(([product, main = null]) => ({ product, name: product, same_plan_as: main })),
    countries,
  });
  const asked = (names: ReturnType<typeof named>, prices: readonly Price[], paid: string[] = []) =>
    compare(prices, {
      names,
      paid,
      rankings: new Map(names.products.map(({ product }) => [product, "certain"])),
    });
  const prices = [
    price("b", "US", 10),
    price("b", "TR", 9),
    price("a", "US", 10),
    price("a", "TR", 6),
    price("c", "US", 1),
    price("c", "TR", 2),
  ];

  test("count once, by the main one, in sums, in what is missing and in the mix; each keeps its cells", () => {
    const { totals, savings, matrix } = asked(named(["b", "a"], ["c"], ["a"]), prices);
    expect(totals.map(({ usd_monthly, n_products, complete }) => [usd_monthly, n_products, complete])).toEqual([
      [11, 2, true],
      [8, 2, true],
      [null, 0, false],
    ]);
    expect(totals[2]?.missing).toEqual(["c", "a"]);
    expect(savings.best_mix).toMatchObject({
      usd_monthly: 7,
      picks: [
        { product: "c", country: "US" },
        { product: "a", country: "TR" },
      ],
    });
    expect(matrix.map(({ product, counts_with, cells }) => [product, counts_with, cells[1]?.usd_monthly])).toEqual([
      ["b", "a", 9],
      ["c", undefined, 2],
      ["a", undefined, 6],
    ]);
  });

  test.each([
    ["the first listed, where the main one is not", named(["b", "m"], ["a", "m"]), prices, [], { a: "b" }],
    ["one with a price, where the main one has none", named(["a"], ["b", "a"]), prices.slice(0, 2), [], { a: "b" }],
    ["one that is paid", named(["a"], ["b", "a"]), prices, ["b"], { a: "b" }],
    ["the main one, where both are paid", named(["b", "a"], ["a"]), prices, ["a", "b"], { b: "a" }],
    ["each, where they are of different plans", named(["a"], ["b"]), prices, [], {}],
  ])("count by %s", (_, names, listed, paid, expected) => {
    const { matrix } = asked(names, listed, paid);
    const found = matrix.flatMap(({ product, counts_with }) => (counts_with ? [[product, counts_with]] : []));
    expect(Object.fromEntries(found)).toEqual(expected);
  });

  test("are one subscription in the headline, and a sentence says so", () => {
    const comparison = asked(named(["a"], ["b", "a"], ["d", "a"]), prices);
    const money = makeMoney(US_DOLLARS);
    const label = (slug: string) => slug.toUpperCase();
    expect(writeHeadline(comparison, label, money)).toMatch(/^A costs \$10\.00 a month in the United States/);
    expect(writeOnceOf(comparison, label)).toBe("B and D are the same plan as A: it counts once.");
    expect(writeOnceOf(asked(named(["a"], ["c"]), prices), label)).toBe("");
  });
});

describe("comparePrices", () => {
  test("adds up in decimals, not in binary floats", () => {
    const { totals } = compare([price("a", "US", 0.1), price("b", "US", 0.2)]);
    expect(totals[0]).toMatchObject({ country: "US", usd_monthly: 0.3, complete: true, missing: [] });
  });

  test("never counts a missing price as zero", () => {
    const { totals, savings } = compare([price("a", "US", 10), price("b", "US", 10), price("a", "TR", 1)]);
    expect(totals[1]).toMatchObject({ country: "TR", usd_monthly: null, complete: false, missing: ["b"] });
    expect(totals[0]).toMatchObject({ partial_usd_monthly: null, usd_monthly: 20 });
    expect(totals[1]).toMatchObject({ partial_usd_monthly: 1 });
    expect(totals[2]).toMatchObject({ country: "EG", usd_monthly: null, complete: false, missing: ["a", "b"] });
    expect(savings.best_single_country).toMatchObject({ country: "US", usd_monthly: 20 });
  });

  test("measures every saving against the first listed country whose total is complete", () => {
    const { savings } = compare([
      price("a", "US", 8),
      price("a", "TR", 6),
      price("b", "TR", 6),
      price("a", "EG", 7),
      price("b", "EG", 2),
    ]);
    expect(savings.baseline).toEqual({ country: "TR", usd_monthly: 12 });
    expect(savings.best_single_country).toEqual({
      country: "EG",
      usd_monthly: 9,
      saving: { usd_monthly: 3, usd_yearly: 36, pct: 25 },
    });
    expect(savings.best_mix).toEqual({
      usd_monthly: 8,
      picks: [
        { product: "a", country: "TR" },
        { product: "b", country: "EG" },
      ],
      saving: { usd_monthly: 4, usd_yearly: 48, pct: 33.33 },
    });
  });

  test("measures each row against the baseline, not against the dearest", () => {
    const prices = [
      price("a", "US", 8),
      price("b", "US", 4),
      price("a", "TR", 6),
      price("b", "TR", 9),
      price("a", "EG", 20),
      price("b", "EG", 5),
    ];
    const savingsOf = (asked?: string) => compare(prices, { baseline: asked }).matrix.map(({ saving }) => saving);
    expect(savingsOf()).toEqual([{ usd_monthly: 2, usd_yearly: 24, pct: 25 }, null]);
    expect(savingsOf("EG")).toEqual([
      { usd_monthly: 14, usd_yearly: 168, pct: 70 },
      { usd_monthly: 1, usd_yearly: 12, pct: 20 },
    ]);
  });

  test("without a complete total a row is measured against the first listed country, if that has a price", () => {
    const { matrix, savings } = compare([price("a", "US", 8), price("a", "TR", 6), price("b", "EG", 1)]);
    expect(savings.baseline).toBeNull();
    expect(matrix.map(({ saving }) => saving)).toEqual([{ usd_monthly: 2, usd_yearly: 24, pct: 25 }, null]);
  });

  test("gives ties to the lower country code, whatever the order of the list", () => {
    const { matrix, savings } = compare([price("a", "US", 5), price("a", "TR", 5), price("a", "EG", 5)], {
      names: { products: products.slice(0, 1), countries },
    });
    expect(matrix[0]).toMatchObject({ cheapest_country: "EG", most_expensive_country: "EG" });
    expect(savings.best_single_country?.country).toBe("EG");
  });

  test("a price without an exchange rate stands in its cell and counts nowhere", () => {
    const { matrix, totals } = compare([price("a", "TR", null)], {
      names: { products: products.slice(0, 1), countries },
    });
    expect(matrix[0]).toMatchObject({
      product: "a",
      cells: [null, { country: "TR", usd_monthly: null, fx_rate: null }, null],
      cheapest_country: null,
      most_expensive_country: null,
      saving: null,
      tax_unknown: [],
    });
    expect(totals[1]).toMatchObject({ usd_monthly: null, complete: false, missing: ["a"] });
  });

  test("a price without an exchange rate is named as one, not as missing", () => {
    const prices = [price("a", "US", 2), price("b", "US", 3), price("a", "TR", null), price("b", "TR", 1)];
    for (const tax of ["shown", "excluded"] as const) {
      const comparison = compare(prices, { names: { products, countries: countries.slice(0, 2) }, tax });
      const caveats = findCaveats(comparison, String, tax);
      expect(caveats.find(({ key }) => key === "no rate")).toMatchObject({
        fact: "No exchange rate:",
        meaning: "a in Türkiye. The local price is shown, and counts in no total and no saving.",
      });
      expect(caveats.filter(({ key }) => key.startsWith("missing"))).toEqual([]);
      expect(caveats.find(({ key }) => key === "tax unknown")?.meaning ?? "").not.toContain("a in Türkiye");
      expect(comparison.matrix[0]?.tax_unknown).not.toContain("TR");
    }
  });

  test("without tax, a price whose amount without it is unknown stands in its cell and counts nowhere", () => {
    const known = price("a", "US", 10);
    const prices = [{ ...known, tax: { ...known.tax, ex_tax_usd: 8, ex_tax_usd_monthly: 8 } }, price("a", "TR", 1)];
    const { matrix, totals } = compare(prices, {
      names: { products: products.slice(0, 1), countries },
      tax: "excluded",
    });
    expect(matrix[0]?.cells.map((cell) => cell?.usd_monthly ?? null)).toEqual([8, null, null]);
    expect(matrix[0]?.cells[1]).toMatchObject({ usd_monthly: null, tax: { reason: "not known" } });
    expect(matrix[0]).toMatchObject({ tax_unknown: ["TR"], cheapest_country: "US", saving: null });
    expect(totals[1]).toMatchObject({ country: "TR", usd_monthly: null, complete: false, missing: ["a"] });
  });

  test("without tax, the cell of a country is its lowest price without it, and one not known comes last", () => {
    const taxed = (period: Price["period"], shown: number, without: number | null): Price => {
      const one = price("a", "TR", shown);
      return { ...one, period, tax: { ...one.tax, ex_tax_usd_monthly: without } };
    };
    const prices = [taxed("monthly", 9, 9), taxed("yearly", 10, 8), taxed("weekly", 1, null)];
    const chosen = (tax: "shown" | "excluded") => chooseCells(prices, tax).map(({ period }) => period);
    expect([chosen("shown"), chosen("excluded")]).toEqual([["weekly"], ["yearly"]]);
  });

  test("says of each country how its prices treat tax, as far as that is known", () => {
    const treated = (product: string, country: string, treatment: Price["tax"]["treatment"]): Price => {
      const one = price(product, country, 1);
      return { ...one, tax: { ...one.tax, treatment } };
    };
    const comparison = compare([
      treated("a", "US", "excluded"),
      treated("b", "US", "excluded"),
      treated("a", "TR", "included"),
      treated("b", "TR", "unknown"),
      treated("a", "EG", "included"),
      treated("b", "EG", "excluded"),
    ]);
    expect(findCaveats(comparison, String).find(({ key }) => key === "tax")?.meaning).toBe(
      "the United States without tax; Türkiye with it as far as is known; Egypt with it for some. Part of a gap between them can be tax.",
    );
  });

  test("is null where nothing can be computed", () => {
    const { savings } = compare([price("a", "US", 8)]);
    expect(savings).toEqual({ baseline: null, best_single_country: null, best_mix: null });
  });

  test("has a best mix even when no single country has everything", () => {
    const { savings } = compare([price("a", "US", 8), price("b", "TR", 2)]);
    expect(savings).toMatchObject({
      baseline: null,
      best_single_country: null,
      best_mix: { usd_monthly: 10, saving: null },
    });
  });
});

describe("levels of the countries by the model", () => {
  const difference = (country: string, other: string, pct: number, low_pct: number, high_pct: number) => ({
    country,
    other,
    pct,
    low_pct,
    high_pct,
  });
  const EG_TR = difference("EG", "TR", 12.6, -2, 29.4);
  const EG_US = difference("EG", "US", -55.7, -60.8, -49.9);
  const TR_US = difference("TR", "US", -60, -65.9, -54.7);

  test("each against the first listed, turned round where the pair is stored the other way", () => {
    const { levels } = compare([], { levels: [EG_TR, EG_US, TR_US] });
    expect(levels).toEqual([
      { country: "TR", other: "US", pct: -60, low_pct: -65.9, high_pct: -54.7 },
      { country: "EG", other: "US", pct: -55.7, low_pct: -60.8, high_pct: -49.9 },
    ]);
    const turned = compare([], {
      names: { products, countries: [...countries].reverse() },
      levels: [EG_TR, EG_US, TR_US],
    }).levels;
    expect(turned.map(({ country, other }) => [country, other])).toEqual([
      ["TR", "EG"],
      ["US", "EG"],
    ]);
    expect(turned[1]).toEqual({ country: "US", other: "EG", pct: 125.734, low_pct: 99.601, high_pct: 155.102 });
  });

  test("a country without a model index is passed over", () => {
    expect(compare([], { levels: [EG_TR] }).levels).toEqual([
      { country: "EG", other: "TR", pct: 12.6, low_pct: -2, high_pct: 29.4 },
    ]);
    expect(compare([]).levels).toEqual([]);
  });
});

describe("a comparison on the page", () => {
  const codes = ["US", "DE", "EG", "TR", "AQ"].map((country) => ({ country, name: country }));
  const comparison = compare(
    [
      price("a", "US", 9),
      price("b", "US", 9),
      price("a", "DE", 1),
      price("a", "EG", 4),
      price("b", "EG", 4),
      price("a", "TR", 3),
      price("b", "TR", 3),
    ],
    { names: { products, countries: codes } },
  );
  const codesOf = (isByTotal: boolean, hidesEmpty: boolean) =>
    arrangeComparison(comparison, { isByTotal, hidesEmpty }).countries.map(({ country: code }) => code);

  test("keeps the baseline in front, ranks complete totals first, and leaves out empty countries", () => {
    expect(countEmpty(comparison)).toBe(1);
    expect(codesOf(false, false)).toEqual(["US", "DE", "EG", "TR", "AQ"]);
    expect(codesOf(false, true)).toEqual(["US", "DE", "EG", "TR"]);
    expect(codesOf(true, false)).toEqual(["US", "TR", "EG", "DE", "AQ"]);
  });

  test("moves cells and totals with their countries", () => {
    const arranged = arrangeComparison(comparison, { isByTotal: true, hidesEmpty: true });
    expect(arranged.totals.map(({ country }) => country)).toEqual(["US", "TR", "EG", "DE"]);
    expect(arranged.matrix[0]?.cells.map((cell) => cell?.country)).toEqual(["US", "TR", "EG", "DE"]);
  });
});
