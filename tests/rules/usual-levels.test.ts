import { expect, test } from "vitest";
import { UsualLevels } from "@/lib/catalogue/prices/usual/levels";
import { findDistance } from "@/lib/catalogue/prices/usual/rules";
import { writeDistances } from "@/lib/findings/distance-rules";
import { ExpectedPrices } from "@/lib/import/report/expected-rules";

const COUNTRIES: Readonly<Record<string, number>> = { US: 1, DE: 1.2, IN: 0.25, TR: 0.4, EG: 0.5 };
const PRODUCTS = Array.from({ length: 30 }, (_, place) => `product-${place}`);

const table = () =>
  PRODUCTS.flatMap((product, place) =>
    Object.entries(COUNTRIES).map(([country, level]) => ({
      product,
      country,
      platform: "ios",
      period: "monthly",
      usdMonthly: (place + 1) * level,
    })),
  );
const at = (prices: ReturnType<typeof table>, product: string, country: string) => {
  const found = prices.find((price) => price.product === product && price.country === country);
  if (!found) throw new Error("no such price");
  return found;
};

test("a price that is the level of its country times that of its product is as expected, in any order of the prices", () => {
  const prices = table();
  for (const given of [prices, prices.toReversed()]) {
    const levels = UsualLevels.fit(given);
    expect(new Set(given.map((price) => levels.ratioOf(price)))).toEqual(new Set([1]));
  }
});

test("an odd price stands out by its whole factor and moves no other", () => {
  const prices = table();
  at(prices, "product-3", "IN").usdMonthly /= 40;
  at(prices, "product-7", "DE").usdMonthly *= 5;
  const levels = UsualLevels.fit(prices);
  const odd = prices.filter((price) => levels.ratioOf(price) !== 1);
  expect(odd.map((price) => [price.product, price.country, levels.ratioOf(price)])).toEqual([
    ["product-3", "IN", 1 / 40],
    ["product-7", "DE", 5],
  ]);
});

test("nothing is expected in fewer than five countries, of fewer than thirty products, or across stores", () => {
  const rare = table().filter(({ product, country }) => product !== "product-0" || country !== "US");
  const ofRare = UsualLevels.fit(rare);
  expect(rare.every((price) => ofRare.ratioOf(price) === null)).toBe(true);
  const few = table().filter(({ product }) => product !== "product-0");
  expect(few.map((price) => UsualLevels.fit(few).ratioOf(price)).every((ratio) => ratio === null)).toBe(true);
  const levels = UsualLevels.fit(table());
  expect(levels.ratioOf({ ...at(table(), "product-1", "US"), platform: "web" })).toBeNull();
  expect(levels.ratioOf({ ...at(table(), "product-1", "US"), country: "FR" })).toBeNull();
});

test("what is expected of a price is told by all others, whatever it says itself", () => {
  for (const factor of [1 / 100, 1, 100]) {
    const prices = table();
    const typo = at(prices, "product-3", "DE");
    typo.usdMonthly *= factor;
    const expected = new ExpectedPrices(prices);
    expect(expected.of(typo)).toBeCloseTo(4 * 1.2, 9);
    for (const price of prices.filter((one) => one !== typo))
      expect(price.usdMonthly / (expected.of(price) ?? 0), `${price.product} ${price.country}`).toBeCloseTo(1, 9);
  }
});

test("where nothing is known of a country, the median of the product's other prices is expected, of two or more", () => {
  const price = (country: string, usdMonthly: number) => ({
    product: "rare",
    country,
    platform: "ios",
    period: "monthly",
    usdMonthly,
  });
  const [us, de, fr] = [price("US", 8), price("DE", 12), price("FR", 1299)];
  expect(new ExpectedPrices([us, de, fr]).of(fr)).toBe(10);
  expect(new ExpectedPrices([us, fr]).of(fr)).toBeNull();
});

test.each([
  [3, "above"],
  [2.9999, null],
  [0.3333, "below"],
  [0.3334, null],
  [null, null],
  [undefined, null],
])("%s times what is expected: %s", (ratio, distance) => {
  expect(findDistance(ratio)).toBe(distance);
});

test("marks are explained where there are any", () => {
  expect(writeDistances([{ usual_ratio: 1 }, {}])).toBe("");
  expect(writeDistances([{ usual_ratio: 0.1 }, { usual_ratio: 0.2 }])).toMatch(
    /^Far below the rest: at most a third of .*\.$/,
  );
  expect(writeDistances([{ usual_ratio: 9 }])).toMatch(/^Far above the rest: at least three times .*\.$/);
});
