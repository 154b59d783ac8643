import { expect, test } from "vitest";
import { findPeriodGroups, findResiduals, ModelLevels } from "@/lib/catalogue/price-index/model-residuals";
import type { ModelPrice } from "@/lib/catalogue/price-index/price-table";

const price = (product: string, country: string, usdMonthly: number | null): ModelPrice => ({
  product,
  country,
  platform: "ios",
  period: "monthly",
  usdMonthly,
});
const levelsOf = (prices: readonly ModelPrice[]) => {
  const model = new ModelLevels();
  for (const one of prices) model.add(one);
  return model.solve();
};

test("what is exactly the level of its country times that of its product is as expected", () => {
  const levels = { US: 1, TR: 0.5, IN: 0.25 };
  const products = { a: 10, b: 20, c: 5 };
  const prices = Object.entries(products).flatMap(([product, usd]) =>
    Object.entries(levels).map(([country, level]) => price(product, country, usd * level)),
  );
  const found = findResiduals(
    prices.filter(({ product }) => product === "b"),
    levelsOf(prices),
  ).flat();
  expect(found).toHaveLength(3);
  for (const { price: one, expected, factor } of found) {
    expect(expected).toBeCloseTo(one.usdMonthly ?? 0, 9);
    expect(factor).toBeCloseTo(1, 9);
  }
});

test("without a US price, or where nothing is left over to compare, no price is unusual", () => {
  const abroad = [price("a", "TR", 1), price("a", "IN", 90), price("b", "TR", 1), price("b", "IN", 1)];
  expect(levelsOf(abroad).size).toBe(0);
  const alone = [price("a", "US", 1), price("a", "IN", 90)];
  expect(levelsOf(alone).size).toBe(0);
  expect(findResiduals(alone, levelsOf(alone)).flat()).toEqual([]);
});

test("countries that no chain of products connects to the US, and prices without a rate, are left out", () => {
  const prices = [
    ...["a", "b", "c"].flatMap((product) => [price(product, "US", 10), price(product, "TR", 5)]),
    price("a", "DE", null),
    price("z", "KP", 3),
  ];
  const levels = levelsOf(prices);
  expect([...levels.keys()].sort()).toEqual(["TR", "US"]);
  expect(findResiduals([price("z", "KP", 3)], levels)).toEqual([]);
  expect(findResiduals([price("a", "DE", null)], levels)).toEqual([]);
});

test.each([
  { what: "a gap of more than two", factors: [0.4, 0.5, 1.1, 1.5], groups: [2, 2] },
  { what: "a gap of two", factors: [0.5, 0.5, 1, 1], groups: null },
  { what: "one country apart, below", factors: [0.2, 1, 1, 1.1], groups: null },
  { what: "one country apart, above", factors: [1, 1, 1.1, 3], groups: null },
  { what: "prices all along", factors: [0.3, 0.5, 0.9, 1.6, 2.8], groups: null },
  { what: "two gaps, the wider of them", factors: [0.1, 0.1, 0.3, 0.3, 1.2, 1.2], groups: [4, 2] },
  { what: "three countries", factors: [0.2, 0.2, 3], groups: null },
])("two groups of prices: $what", ({ factors, groups }) => {
  const item = factors.toReversed().map((factor) => ({ price: {}, expected: 1, factor }));
  const found = findPeriodGroups(item);
  expect(found && [found.low.length, found.high.length]).toEqual(groups);
  if (found) expect(found.gap).toBeCloseTo((found.high[0]?.factor ?? 0) / (found.low.at(-1)?.factor ?? 0), 12);
});
