import { describe, expect, test } from "vitest";
import { writeCompareTitle } from "@/lib/findings/comparison-rules";
import { writeExTaxTitle, writeHeavierFinding } from "@/lib/findings/lens-rules";
import { writeMapFinding } from "@/lib/findings/product-rules";
import { writeDearerFinding } from "@/lib/findings/ranking-rules";
import { capitalize, countWord, joinWords } from "@/lib/text/words";
import { countryOf, priceOf } from "@/tests/support/findings";

const CERTAIN = { ranking: "certain" } as const;

const FIVE = ["TR", "DE", "FR", "IN", "BR"];

describe("four are named, five are counted", () => {
  const compared = (products: number, countries: number) =>
    writeCompareTitle(
      {
        products: FIVE.slice(0, products).map((code) => ({ product: code.toLowerCase(), name: code })),
        countries: FIVE.slice(0, countries).map((country) => ({ country, name: country })),
      },
      (slug) => `P-${slug}`,
    );
  test.each([
    [1, 1, "P-tr in Türkiye"],
    [4, 2, "P-tr, P-de, P-fr and P-in in Türkiye and Germany"],
    [5, 2, "Five subscriptions in Türkiye and Germany"],
    [1, 4, "P-tr in Türkiye, Germany, France and India"],
    [1, 5, "P-tr in five countries"],
    [5, 5, "Five subscriptions in five countries"],
  ])("%i subscriptions in %i countries: %s", (products, countries, says) => {
    expect(compared(products, countries)).toBe(says);
  });
});

describe("three are named, four are counted", () => {
  const dearer = (count: number) => FIVE.slice(0, count).map((code) => countryOf(code, 20));
  test.each([
    [0, "No other country with an index is clearly more expensive than the US"],
    [1, "With tax, only Türkiye is clearly more expensive than the US, whose prices leave it out"],
    [3, "With tax, only Türkiye, Germany and France are clearly more expensive than the US, whose prices leave it out"],
    [4, "With tax, four countries are clearly more expensive than the US, whose prices leave it out"],
  ])("%i dearer countries: %s", (count, says) => expect(writeDearerFinding(dearer(count))).toBe(says));

  test.each([
    [0, "and clearly more expensive in none"],
    [3, "and more expensive only in Türkiye, Germany and France"],
    [4, "and more expensive in four countries"],
  ])("%i dearer countries without tax: %s", (count, says) => {
    expect(writeExTaxTitle(dearer(count))).toBe(
      `Without tax the typical subscription is clearly cheaper than in the US in no countries ${says}`,
    );
  });

  test.each([
    [
      3,
      "Only in Germany, France and Türkiye, of the three other countries with an index, do subscriptions take a smaller share of income than in the US",
    ],
    [
      4,
      "Subscriptions take a smaller share of income than in the US in four of the four other countries with an index",
    ],
  ])("%i countries of a lighter burden: %s", (count, says) => {
    expect(writeHeavierFinding(FIVE.slice(0, count).map((code) => countryOf(code, 0, 0.5)))).toBe(says);
  });
});

test.each([
  [1, "P costs more in Türkiye than in the US before sales tax"],
  [
    2,
    "Only in Germany and Türkiye, of two other countries with a price, does P cost more than in the US before sales tax",
  ],
  [3, "P costs more than in the US before sales tax in three of three other countries with a price"],
])("two are named on a product's map, three are counted: %i", (count, says) => {
  const dearer = FIVE.slice(0, count).map((code) => priceOf(code, 20));
  expect(writeMapFinding("P", [priceOf("US", 10), ...dearer], { country: "US", usd: 10 }, CERTAIN)).toBe(says);
});

test("counts are words up to twelve", () => {
  const counts = [0, 1, 2, 3, 4, 5, 6, 7, 8, 9, 10, 11, 12, 13, 1234].map(countWord);
  expect(counts.join(" ")).toBe("no one two three four five six seven eight nine ten eleven twelve 13 1,234");
  expect(capitalize("five")).toBe("Five");
  expect([1, 2, 3].map((count) => joinWords(["a", "b", "c"].slice(0, count)))).toEqual(["a", "a and b", "a, b and c"]);
});
