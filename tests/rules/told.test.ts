import { describe, expect, test } from "vitest";
import { makeMoney } from "@/lib/catalogue/fx/money-rules";
import { US_DOLLARS } from "@/lib/catalogue/fx/rules";
import { storeName } from "@/lib/catalogue/prices/words";
import { inMonths, isAged, tellIndex, writeAge } from "@/lib/findings/age-rules";
import { writeBurdenProductTitle } from "@/lib/findings/lens-rules";
import { writeMapFinding, writeProductTitle } from "@/lib/findings/product-rules";
import { writeLeadMeasure, writeRankingTitle } from "@/lib/findings/ranking-rules";
import { findSaving } from "@/lib/findings/saving-rules";
import type { Told } from "@/lib/findings/told-rules";
import { countryOf, priceOf } from "@/tests/support/findings";

const money = makeMoney(US_DOLLARS);
const readOn = (country: string, usd: number, verified_on: string) => ({ ...priceOf(country, usd), verified_on });
const open = (country: string, usd: number) => ({ ...priceOf(country, usd), evidence: "highest_period_open" as const });
const contradicted = (country: string, usd: number) => ({
  ...priceOf(country, usd),
  evidence: "contradicted" as const,
});

const SEPTEMBER = [readOn("TR", 4, "2026-09-28"), readOn("DE", 15, "2026-09-29"), readOn("CH", 25, "2026-09-29")];
const APRIL = [readOn("TR", 4, "2026-04-09"), readOn("CH", 25, "2026-04-09")];

describe("a title says no more than its rows", () => {
  test.each<{ told: Told; prices: typeof SEPTEMBER; says: string }>([
    {
      told: { ranking: "certain" },
      prices: SEPTEMBER,
      says: "P costs 6.3 times as much in Switzerland as in Türkiye",
    },
    {
      told: { ranking: "certain", isAged: true },
      prices: SEPTEMBER,
      says: "In September 2026 P cost 6.3 times as much in Switzerland as in Türkiye",
    },
    {
      told: { ranking: "last_seen" },
      prices: APRIL,
      says: "Last seen in April 2026: P cost 6.3 times as much in Switzerland as in Türkiye",
    },
    {
      told: { ranking: "last_seen", isAged: true },
      prices: APRIL,
      says: "Last seen in April 2026: P cost 6.3 times as much in Switzerland as in Türkiye",
    },
    { told: { ranking: "none" }, prices: [], says: "P has no price" },
  ])("$says", ({ told, prices, says }) => expect(writeProductTitle("P", prices, money, told)).toBe(says));

  test.each([
    [
      [priceOf("GB", 25), open("TR", 16), open("DE", 20)],
      "Prices of P are uncertain: of two of three countries nobody states what they pay for",
    ],
    [[open("TR", 16), open("DE", 20)], "Prices of P are uncertain: nobody states what they pay for"],
    [
      [priceOf("GB", 25), open("TR", 16), contradicted("DE", 20)],
      "Prices of P are uncertain: of one of three countries nobody states what they pay for, and of one of three another source states another amount",
    ],
  ])("uncertain prices are no order: %#", (prices, says) => {
    const told: Told = { ranking: "uncertain" };
    expect(writeProductTitle("P", prices, money, told)).toBe(says);
    expect(writeMapFinding("P", prices, { country: "GB", usd: 25 }, told)).toBe("P by country: prices are uncertain");
  });

  test("while prices are aged, uncertain ones are of their month too", () =>
    expect(writeProductTitle("P", [open("TR", 16)], money, { ranking: "uncertain", isAged: true })).toBe(
      "In September 2026 prices of P were uncertain: nobody states what they pay for",
    ));

  test("names keep their case", () =>
    expect(writeProductTitle("iCloud+", SEPTEMBER, money, { ranking: "certain" })).toMatch(/^iCloud\+ costs/));
});

describe("a saving is told of certain prices alone, and while they are not aged", () => {
  const cheap = priceOf("TR", 4);
  const own = priceOf("DE", 15);
  test.each<[Told, boolean]>([
    [{ ranking: "certain" }, true],
    [{ ranking: "certain", isAged: true }, false],
    [{ ranking: "uncertain" }, false],
    [{ ranking: "last_seen" }, false],
  ])("%j: %s", (told, isTold) => expect(findSaving(own, { prices: [cheap, own], told }, money) !== null).toBe(isTold));

  test.each([
    ["US", "TR", true],
    ["DE", "CA", true],
    ["DE", "TR", false],
  ])("of %s against %s it says that it is before sales tax: %s", (home, there, isSaid) => {
    const mine = priceOf(home, 15);
    const note = findSaving(mine, { prices: [mine, priceOf(there, 4)], told: { ranking: "certain" } }, money)?.note;
    expect(note?.includes("$11.00 a month before sales tax")).toBe(isSaid);
  });
});

describe("the line under every header", () => {
  test.each([
    ["2026-09-07", "2025-06-01", null],
    ["2026-09-07", "2026-12-01", null],
    ["2026-09-07", "2027-01-05", null],
    ["2026-09-07", "2027-01-06", "Half of the prices here were read before 7 September 2026, 3 months ago."],
    ["2026-09-07", "2027-01-07", "Half of the prices here were read before 7 September 2026, 4 months ago."],
    ["2026-09-07", "2027-09-01", "Half of the prices here were read before 7 September 2026, 11 months ago."],
    ["2026-09-07", "2031-03-01", "Half of the prices here were read before 7 September 2026, 53 months ago."],
    [null, "2027-09-01", null],
  ])("middle day %s, clock %s", (middle, today, says) => {
    expect(writeAge(middle, today)).toBe(says);
    expect(isAged(middle, today)).toBe(says !== null);
  });

  test.each([
    [["2026-09-07", "2026-09-29"], "in September 2026"],
    [["2026-09-29", "2026-04-09"], "between April and September 2026"],
    [["2025-12-30", "2026-01-02"], "between December 2025 and January 2026"],
  ])("%j", (days, says) => expect(inMonths(days.map((verified_on) => ({ verified_on })))).toBe(says));

  test("headlines of the index begin with the months of its prices", () => {
    const days = { from: "2026-08-31", to: "2026-09-29" };
    expect(tellIndex("Half of ...", days, "it costs less")).toBe("Between August and September 2026: it costs less");
    expect(tellIndex(null, days, "it costs less")).toBe("it costs less");
  });
});

describe("across the line of tax", () => {
  const us = countryOf("US", 0);
  const denmark = countryOf("DK", 25);
  const egypt = countryOf("EG", -56);
  const taxFree = new Map([
    ["DK", countryOf("DK", 0.05).index],
    ["EG", countryOf("EG", -60).index],
  ]);

  test("who is clearly more expensive is counted without tax", () => {
    expect(writeRankingTitle([egypt, us, denmark])).toBe(
      "One country is clearly cheaper than the US, one clearly more expensive",
    );
    expect(writeRankingTitle([egypt, us, denmark], "US", taxFree)).toBe(
      "One country is clearly cheaper than the US, none clearly more expensive, counted without tax",
    );
  });

  test("a list price of the headline has the figure without tax beside it", () =>
    expect(writeLeadMeasure([egypt, us, denmark], "US", taxFree)).toBe(
      "For every dollar Americans pay before sales tax, the same subscription typically costs 44 cents in Egypt (without tax 40).",
    ));

  test("on one side of it nothing changes", () =>
    expect(writeRankingTitle([egypt, denmark], "DK", taxFree)).toBe(writeRankingTitle([egypt, denmark], "DK")));
});

test.each([
  ["ios", "https://www.netflix.com/", "App Store"],
  ["android", null, "Google Play"],
  ["web", "https://www.netflix.com/", "netflix.com"],
  ["web", null, "Web"],
] as const)("an amount of %s and %s is of %s", (platform, website, says) =>
  expect(storeName(platform, website)).toBe(says),
);

test("no share of income is found from fewer than five places", () => {
  const shareOf = (country: string, share: number) => ({ ...priceOf(country, 10), income_share_pct: share });
  const four = ["TR", "DE", "CH", "FR"].map((country, at) => shareOf(country, at + 1));
  expect(writeBurdenProductTitle("P", four, { ranking: "certain" })).toBe(
    "What share of income P takes is known in too few places",
  );
  expect(writeBurdenProductTitle("P", [...four, shareOf("IN", 7)], { ranking: "certain" })).toBe(
    "A month of P takes 7.0% of a month’s average income in India",
  );
});
