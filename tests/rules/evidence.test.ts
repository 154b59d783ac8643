import { describe, expect, test } from "vitest";
import { findCaveats } from "@/lib/catalogue/compare/caveat-rules";
import { chooseCells, comparePrices } from "@/lib/catalogue/compare/rules";
import { makeMoney } from "@/lib/catalogue/fx/money-rules";
import { US_DOLLARS } from "@/lib/catalogue/fx/rules";
import { DOUBTS, EVIDENCE } from "@/lib/catalogue/prices/evidence-rules";
import { cheapestByCountry, cheapestOf, dearestOf, dearestPrice } from "@/lib/catalogue/prices/rules";
import type { Price } from "@/lib/catalogue/prices/schema";
import { evidenceWords } from "@/lib/catalogue/prices/words";
import { writeFinding, writeHeadline } from "@/lib/findings/comparison-rules";
import { writeWithoutDoubt } from "@/lib/findings/country-rules";
import { writeMapFinding, writeProductDeck, writeProductTitle } from "@/lib/findings/product-rules";
import { findSaving } from "@/lib/findings/saving-rules";
import { countryOf, plain, priceOf } from "@/tests/support/findings";

const money = makeMoney(US_DOLLARS);
const open = (country: string, usd: number, product = "p"): Price => ({
  ...priceOf(country, usd),
  ...{ product, platform: "ios", evidence: "highest_period_open" },
});
const stated = (country: string, usd: number, product = "p"): Price => ({ ...priceOf(country, usd), product });

describe("a price whose period is open leads nothing where there is another", () => {
  const prices = [open("TR", 1), stated("EG", 3), stated("US", 10), open("CH", 40)];

  test("in its country, and among countries", () => {
    const both = [open("TR", 1), stated("TR", 9)];
    expect(cheapestByCountry(both).map(({ usd_monthly }) => usd_monthly)).toEqual([9]);
    expect(cheapestByCountry(prices).map(({ country }) => country)).toEqual(["TR", "EG", "US", "CH"]);
    expect([cheapestOf(prices)?.country, dearestOf(prices)?.country]).toEqual(["EG", "US"]);
    expect(dearestPrice(prices)?.country).toBe("US");
    expect(writeProductTitle("P", prices, money)).toBe("P costs 3.3 times as much in the United States as in Egypt");
  });

  test("what is said of all is said of those whose period is stated", () => {
    const some = [open("TR", 1), stated("EG", 10), stated("US", 10.1), open("CH", 40)];
    expect(writeProductTitle("P", some, money)).toBe("P costs nearly the same in two countries");
    expect(writeProductTitle("P", [open("TR", 1), stated("EG", 10)], money)).toBe("P costs $10.00 a month in Egypt");
    const four = ["TR", "EG", "US", "CH"].map((country, at) => stated(country, 10 + at));
    expect(writeProductDeck([...four, open("DE", 1)], 11.5, money)).toMatch(
      /^In two of the four countries it costs \$11\.50/,
    );
  });

  test("nothing is compared with a US price whose period is open, and no open one is counted against the US", () => {
    const openUs = [stated("TR", 4), open("US", 10), stated("CH", 40)];
    expect(writeMapFinding("P", openUs, { country: "US", usd: 10 })).toBe(
      "P by country, against a price in the US whose billing period is open",
    );
    const some = [open("TR", 1), stated("EG", 4), stated("US", 10), stated("CH", 12), open("DE", 40)];
    expect(writeMapFinding("P", some, { country: "US", usd: 10 })).toBe(
      "Only in Switzerland, of two other countries with a price whose billing period is stated, does P cost more than in the US",
    );
  });

  test("where there is no other it stands, as all do", () => {
    const all = [open("TR", 1), open("CH", 40)];
    expect([cheapestOf(all)?.country, dearestOf(all)?.country]).toEqual(["TR", "CH"]);
  });

  test("no saving is told of it, on either side", () => {
    const home = stated("US", 10);
    expect(findSaving(home, prices, money)).toMatchObject({ country: "EG", usdMonthly: expect.closeTo(7, 6) });
    expect(findSaving(open("CH", 40), prices, money)).toBeNull();
    expect(findSaving(home, [home, open("TR", 1)], money)).toBeNull();
  });
});

describe("in a comparison", () => {
  const products = [{ product: "a", name: "A" }];
  const countries = ["US", "TR", "EG"].map((country) => ({ country, name: country }));
  const compare = (...prices: Price[]) => comparePrices({ products, countries }, prices);

  test("the stated price of a country is its cell, though it is the higher one", () => {
    const cells = chooseCells([open("TR", 1, "a"), stated("TR", 9, "a"), open("EG", 2, "a")], "shown");
    expect(cells.map(({ country, usd_monthly }) => [country, usd_monthly])).toEqual([
      ["TR", 9],
      ["EG", 2],
    ]);
  });

  test("it is in its total, and neither the cheapest nor best nor the baseline", () => {
    const { matrix, totals, savings } = compare(open("US", 9, "a"), open("TR", 1, "a"), stated("EG", 4, "a"));
    expect(totals.map(({ usd_monthly, complete }) => [usd_monthly, complete])).toEqual([
      [9, true],
      [1, true],
      [4, true],
    ]);
    expect(matrix[0]).toMatchObject({ cheapest_country: "EG", most_expensive_country: "EG", saving: null });
    expect(savings.baseline).toEqual({ country: "EG", usd_monthly: 4 });
    expect(savings.best_single_country).toMatchObject({ country: "EG", usd_monthly: 4 });
    expect(savings.best_mix?.picks).toEqual([{ product: "a", country: "EG" }]);
  });

  test("a baseline that was asked for stands, and saves nothing where it is open", () => {
    const prices = [open("US", 9, "a"), stated("TR", 1, "a")];
    const { matrix, savings } = comparePrices({ products, countries }, prices, [], "shown", "US");
    expect(savings.baseline?.country).toBe("US");
    expect(savings.best_single_country).toMatchObject({ country: "TR", saving: null });
    expect(savings.best_mix?.saving).toBeNull();
    expect(matrix[0]?.saving).toBeNull();
  });

  test("no country is called the cheapest of all where others are open", () => {
    const comparison = compare(open("US", 9, "a"), stated("TR", 5, "a"), stated("EG", 4, "a"));
    expect(writeFinding(comparison, () => "A")).toBe(
      "Egypt is the cheapest country with a price whose billing period is stated for A",
    );
    expect(writeHeadline(comparison, () => "A", money)).toBe("A costs $5.00 a month in Türkiye, $4.00 in Egypt");
    const alone = compare(open("US", 9, "a"), stated("TR", 5, "a"), open("EG", 4, "a"));
    expect(writeHeadline(alone, () => "A", money)).toBe("A costs $5.00 a month in Türkiye");
    expect(writeFinding(alone, () => "A")).toBe(
      "Türkiye is the only listed country with a price whose billing period is stated for A",
    );
    const all = compare(stated("US", 9, "a"), stated("TR", 5, "a"), stated("EG", 4, "a"));
    expect(writeFinding(all, () => "A")).toBe("Egypt is the cheapest of three countries for A");
  });

  test("the page says which ones they are", () => {
    const comparison = compare(stated("US", 9, "a"), open("TR", 1, "a"), open("EG", 4, "a"));
    expect(findCaveats(comparison, String, "2026-09-29").find(({ key }) => key === "period open")).toMatchObject({
      fact: "It is open what these pay for:",
      meaning: expect.stringMatching(/^a in Türkiye and Egypt\. /),
    });
    expect(findCaveats(compare(stated("US", 9, "a")), String, "2026-09-29").map(({ key }) => key)).not.toContain(
      "period open",
    );
  });
});

test("whatever is less or more than one offer has words in tables", () => {
  expect(EVIDENCE.filter((evidence) => evidenceWords(evidence) === null)).toEqual(["one_offer"]);
  expect(new Set(EVIDENCE.map(evidenceWords)).size).toBe(EVIDENCE.length);
  expect(evidenceWords(undefined)).toBeNull();
  expect(EVIDENCE.filter((evidence) => !DOUBTS.includes(evidence))).toEqual(["one_offer", "staff_read", "confirmed"]);
});

describe("the median without doubt stands beside the median", () => {
  const of = (n_products: number | null, low: number | null = -64, high: number | null = -50) => ({
    ...countryOf("TR", -49).index,
    without_doubt:
      n_products === null ? null : { value: 41, pct_vs_us: -59, median_low: low, median_high: high, n_products },
  });
  test.each([
    [
      of(72),
      "The price of 28 of these 100 subscriptions, here or in the US, carries a doubt of its publisher; without them the median is −59.0% (95% interval −64.0% to −50.0%).",
    ],
    [of(100), "None of these prices carries a doubt of its publisher."],
    [of(null), "Fewer than 30 of its subscriptions have prices without a doubt of their publisher."],
    [
      of(72, null),
      "The price of 28 of these 100 subscriptions, here or in the US, carries a doubt of its publisher; without them the median is −59.0%.",
    ],
  ])("%#", (index, says) => expect(plain(writeWithoutDoubt(index))).toBe(says));
});
