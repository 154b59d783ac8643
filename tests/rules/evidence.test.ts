import { describe, expect, test } from "vitest";
import { findCaveats } from "@/lib/catalogue/compare/caveat-rules";
import { chooseCells, comparePrices } from "@/lib/catalogue/compare/rules";
import { makeMoney } from "@/lib/catalogue/fx/money-rules";
import { US_DOLLARS } from "@/lib/catalogue/fx/rules";
import { DOUBTS, EVIDENCE } from "@/lib/catalogue/prices/evidence/rules";
import type { Ranking } from "@/lib/catalogue/prices/ranking/rules";
import { cheapestByCountry, cheapestOf, dearestOf } from "@/lib/catalogue/prices/rules";
import type { Price } from "@/lib/catalogue/prices/schema";
import { listMarks } from "@/lib/catalogue/prices/words";
import { writeFinding, writeHeadline } from "@/lib/findings/comparison-rules";
import { writeWithoutDoubt } from "@/lib/findings/country-rules";
import { writeMapFinding, writeProductTitle } from "@/lib/findings/product-rules";
import { findSaving } from "@/lib/findings/saving-rules";
import { countryOf, plain, priceOf } from "@/tests/support/findings";

const CERTAIN = { ranking: "certain" } as const;

const money = makeMoney(US_DOLLARS);
const open = (country: string, usd: number, product = "p"): Price => ({
  ...priceOf(country, usd),
  product,
  platform: "ios",
  evidence: "highest_period_open",
  ranked: false,
});
const stated = (country: string, usd: number, product = "p"): Price => ({ ...priceOf(country, usd), product });

describe("a price that is not ranked leads nothing", () => {
  const prices = [open("TR", 1), stated("EG", 3), stated("US", 10), open("CH", 40)];

  test("in its country, and among countries", () => {
    const both = [open("TR", 1), stated("TR", 9)];
    expect(cheapestByCountry(both).map(({ usd_monthly }) => usd_monthly)).toEqual([9]);
    expect(cheapestByCountry(prices).map(({ country }) => country)).toEqual(["TR", "EG", "US", "CH"]);
    expect([cheapestOf(prices)?.country, dearestOf(prices)?.country]).toEqual(["EG", "US"]);
    expect(writeProductTitle("P", prices, money, CERTAIN)).toBe(
      "P costs 3.3 times as much in the United States before sales tax as in Egypt",
    );
  });

  test("a price that is not outdated, then one without a doubt, stands for a country without a ranked one", () => {
    const unranked = (usd: number, more: Partial<Price>) => ({ ...stated("TR", usd), ranked: false, ...more });
    const old = unranked(1, { outdated: true });
    const doubted = unranked(2, { evidence: "contradicted", period: "yearly" });
    const fresh = unranked(3, { period: "weekly" });
    expect(cheapestByCountry([old, doubted, fresh])).toEqual([fresh]);
    expect(cheapestByCountry([old, doubted])).toEqual([doubted]);
  });

  test("what is said of all is said of those that are ranked", () => {
    const some = [open("TR", 1), stated("EG", 10), stated("US", 10.1), open("CH", 40)];
    expect(writeProductTitle("P", some, money, CERTAIN)).toBe("P costs nearly the same in two countries");
    expect(writeProductTitle("P", [open("TR", 1), stated("EG", 10)], money, CERTAIN)).toBe(
      "P costs $10.00 a month in Egypt",
    );
  });

  test("nothing is compared with a US price that is not ranked, and none that is not is counted against the US", () => {
    const openUs = [stated("TR", 4), open("US", 10), stated("CH", 40)];
    expect(writeMapFinding("P", openUs, { country: "US", usd: 10 }, CERTAIN)).toBe(
      "P by country, against a price in the US that is not ranked",
    );
    const some = [open("TR", 1), stated("EG", 4), stated("US", 10), stated("CH", 12), open("DE", 40)];
    expect(writeMapFinding("P", some, { country: "US", usd: 10 }, CERTAIN)).toBe(
      "Only in Switzerland, of two other countries with a price that is ranked, does P cost more than in the US before sales tax",
    );
  });

  test("no saving is told of it, on either side, nor of a product that is not certain", () => {
    const home = stated("US", 10);
    const savingOf = (own: Price, all: readonly Price[], ranking: Ranking = "certain") =>
      findSaving(own, { prices: all, told: { ranking } }, money);
    expect(savingOf(home, prices)).toMatchObject({ country: "EG", usdMonthly: expect.closeTo(7, 6) });
    expect(savingOf(open("CH", 40), prices)).toBeNull();
    expect(savingOf(home, [home, open("TR", 1)])).toBeNull();
    for (const ranking of ["uncertain", "last_seen", "none"] as const)
      expect(savingOf(home, prices, ranking)).toBeNull();
  });
});

describe("in a comparison", () => {
  const products = [{ product: "a", name: "A" }];
  const countries = ["US", "TR", "EG"].map((country) => ({ country, name: country }));
  const compareAll = (prices: Price[], ranking: Ranking = "certain", baseline?: string) =>
    comparePrices({ products, countries }, { prices, rankings: new Map([["a", ranking]]), baseline });
  const compare = (...prices: Price[]) => compareAll(prices);

  test("the ranked price of a country is its cell, though it is the higher one", () => {
    const cells = chooseCells([open("TR", 1, "a"), stated("TR", 9, "a"), open("EG", 2, "a")], "shown");
    expect(cells.map(({ country, usd_monthly }) => [country, usd_monthly])).toEqual([
      ["TR", 9],
      ["EG", 2],
    ]);
  });

  test("a doubted price is in its total, which saves nothing, is not best, and is the baseline where it is the first", () => {
    const { matrix, totals, savings } = compare(open("US", 9, "a"), open("TR", 1, "a"), stated("EG", 4, "a"));
    expect(
      totals.map(({ usd_monthly, complete, pct_vs_baseline }) => [usd_monthly, complete, pct_vs_baseline]),
    ).toEqual([
      [9, true, null],
      [1, true, null],
      [4, true, null],
    ]);
    expect(matrix[0]).toMatchObject({ cheapest_country: "EG", most_expensive_country: "EG", saving: null });
    expect(savings.baseline).toEqual({ country: "US", usd_monthly: 9 });
    expect(savings.best_single_country).toMatchObject({ country: "EG", usd_monthly: 4, saving: null });
    expect(savings.best_mix?.picks).toEqual([{ product: "a", country: "EG" }]);
  });

  test("an outdated price that is not ranked is in its cell and in no total", () => {
    const old = { ...stated("TR", 1, "a"), outdated: true, ranked: false };
    const { matrix, totals } = compare(stated("US", 9, "a"), old);
    expect(matrix[0]?.cells[1]).toEqual(old);
    expect(totals[1]).toMatchObject({ usd_monthly: null, complete: false, missing: ["a"] });
  });

  test("a saving and the difference from the baseline are both there, or neither", () => {
    const prices = [stated("US", 10, "a"), stated("TR", 4, "a"), stated("EG", 5, "a")];
    const certain = compareAll(prices);
    expect(certain.savings.best_single_country?.saving?.pct).toBe(60);
    expect(certain.totals.map(({ pct_vs_baseline }) => pct_vs_baseline)).toEqual([0, -60, -50]);
    for (const ranking of ["uncertain", "last_seen"] as const) {
      const { matrix, savings, totals } = compareAll(prices, ranking);
      expect(matrix[0]).toMatchObject({ ranking, cheapest_country: "TR", saving: null });
      expect(savings.best_single_country).toMatchObject({ country: "TR", saving: null });
      expect(savings.best_mix?.saving).toBeNull();
      expect(totals.map(({ pct_vs_baseline }) => pct_vs_baseline)).toEqual([null, null, null]);
    }
  });

  test("a baseline that was asked for stands, and saves nothing where it is not ranked", () => {
    const { matrix, savings } = compareAll([open("US", 9, "a"), stated("TR", 1, "a")], "certain", "US");
    expect(savings.baseline?.country).toBe("US");
    expect(savings.best_single_country).toMatchObject({ country: "TR", saving: null });
    expect(savings.best_mix?.saving).toBeNull();
    expect(matrix[0]?.saving).toBeNull();
  });

  test("no country is called the cheapest of all where others are not ranked", () => {
    const comparison = compare(open("US", 9, "a"), stated("TR", 5, "a"), stated("EG", 4, "a"));
    expect(writeFinding(comparison, () => "A")).toBe("Egypt is the cheapest country with a price that is ranked for A");
    const alone = compare(open("US", 9, "a"), stated("TR", 5, "a"), open("EG", 4, "a"));
    expect(writeFinding(alone, () => "A")).toBe("Türkiye is the only listed country with a price that is ranked for A");
    const all = compare(stated("US", 9, "a"), stated("TR", 5, "a"), stated("EG", 4, "a"));
    expect(writeFinding(all, () => "A")).toBe("Egypt is the cheapest of three countries for A");
    expect(writeHeadline(all, () => "A", money)).toBe(
      "A costs $9.00 a month in the United States before sales tax, $4.00 in Egypt",
    );
  });

  test("the page says which ones they are", () => {
    const comparison = compare(stated("US", 9, "a"), open("TR", 1, "a"), open("EG", 4, "a"));
    expect(findCaveats(comparison, String).find(({ key }) => key === "period open")).toMatchObject({
      fact: "It is open what these pay for:",
      meaning: expect.stringMatching(/^a in Türkiye and Egypt\. /),
    });
    expect(findCaveats(compare(stated("US", 9, "a")), String).map(({ key }) => key)).not.toContain("period open");
  });
});

test("whatever is less or more than one offer has words in tables", () => {
  expect(EVIDENCE.filter((evidence) => listMarks({ evidence }).length === 0)).toEqual(["one_offer"]);
  expect(new Set(EVIDENCE.map((evidence) => listMarks({ evidence }).join())).size).toBe(EVIDENCE.length);
  expect(listMarks({})).toEqual([]);
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
