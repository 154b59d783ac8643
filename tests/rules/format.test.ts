import { readdirSync, readFileSync } from "node:fs";
import { describe, expect, test } from "vitest";
import { formatBilled } from "@/lib/catalogue/prices/words";
import {
  countryInSentence,
  countryName,
  currencyName,
  formatAge,
  formatAmount,
  formatCount,
  formatDay,
  formatDayOfYear,
  formatLessOrMore,
  formatMoney,
  formatPct,
  formatPrice,
  formatShare,
  formatTick,
  formatUsd,
  isStale,
} from "@/lib/text/format";

// \u00a0 is a no-break space, \u202f a narrow one.
describe("formatMoney writes the local amount as published", () => {
  test.each([
    [13.99, "EUR", "EUR\u00a013.99", "cents"],
    [44.9, "BRL", "BRL\u00a044.90", "a trailing zero of the minor unit stays"],
    [4490, "HUF", "HUF\u00a04,490", "whole amounts carry no decimals"],
    [1490, "JPY", "JPY\u00a01,490", "a currency without a minor unit"],
    [3.5, "KWD", "KWD\u00a03.500", "three decimals"],
    [1490.5, "JPY", "JPY\u00a01,490.5", "more digits than the currency has are not rounded away"],
    [0.0042, "USD", "USD\u00a00.0042", "tiny"],
  ])("%d %s", (amount, currency, text) => {
    expect(formatMoney(amount, currency)).toBe(text);
  });
});

describe("formatPrice writes the display currency", () => {
  test.each([
    [15.8871, "USD", "$15.89", "rounded to cents"],
    [20, "USD", "$20.00", "cents stay, so that columns align"],
    [13.99, "EUR", "€13.99", "a sign of its own"],
    [21, "CAD", "CA$21.00", "a dollar that is not the US dollar says so"],
    [1590.4, "JPY", "¥1,590", "no minor unit"],
    [0.0042, "USD", "$0.0042", "never reads as zero"],
    [0, "USD", "$0.00", "zero is zero"],
    [5.918_7, "TRY", "TRY\u00a05.92", "a currency without a sign"],
  ])("%d %s", (amount, currency, text) => {
    expect(formatPrice(amount, currency)).toBe(text);
  });
  test("formatUsd is the same in dollars", () => expect(formatUsd(1234.5)).toBe("$1,234.50"));
  test("formatAmount leaves the sign to the column head", () => {
    expect([formatAmount(15.8871), formatAmount(1590.4, "JPY"), formatAmount(0.0042)]).toEqual([
      "15.89",
      "1,590",
      "0.0042",
    ]);
  });
});

test("formatTick keeps round values short", () => {
  expect([formatTick(30, "USD"), formatTick(1500, null), formatTick(0.5, "EUR"), formatTick(0, "TRY")]).toEqual([
    "$30",
    "1,500",
    "€0.5",
    "TRY\u00a00",
  ]);
});

describe("formatPct writes a true minus and a narrow space", () => {
  test.each([
    [-56.202, 1, "\u221256.2%", "minus is U+2212"],
    [5.3, 1, "+5.3%", "plus is written"],
    [0, 1, "0.0%", "zero has no sign"],
    [-0.04, 1, "0.0%", "what rounds to zero has no sign"],
    [-0.05, 1, "\u22120.1%", "what does not, has"],
    [195.9, 0, "+196%", "whole per cent"],
    [12_345.6, 0, "+12,346%", "thousands"],
  ])("%d with %d digits", (pct, digits, text) => {
    expect(formatPct(pct, digits)).toBe(text);
  });
  test("formatShare", () => expect(formatShare(0.9355)).toBe("94%"));
  test.each([
    [-56.2, "56% less"],
    [24.9, "25% more"],
    [0.4, "the same"],
    [-0.4, "the same"],
  ])("formatLessOrMore of %d", (pct, text) => {
    expect(formatLessOrMore(pct)).toBe(text);
  });
});

test("formatCount groups thousands", () => expect(formatCount(3136)).toBe("3,136"));

describe("days", () => {
  test.each([
    ["2026-09-29", "29\u00a0Sep\u00a02026"],
    ["2026-05-01", "1\u00a0May\u00a02026"],
    ["2026-09-30T23:30:00Z", "30\u00a0Sep\u00a02026"],
  ])("formatDay(%s) does not depend on the machine's time zone", (day, text) => {
    expect(formatDay(day)).toBe(text);
  });
  test("formatDayOfYear leaves the year out", () => expect(formatDayOfYear("2026-09-29")).toBe("29\u00a0Sep"));
  test.each([
    ["2026-09-29", "2026-09-30", "1\u202fd", false],
    ["2026-04-09", "2026-09-30", "174\u202fd", true],
    ["2026-07-02", "2026-09-30", "90\u202fd", false],
    ["2026-07-01", "2026-09-30", "91\u202fd", true],
    ["2026-03-28", "2026-03-30", "2\u202fd", false],
    ["2026-10-01", "2026-09-30", "0\u202fd", false],
  ])("%s on %s", (day, today, text, stale) => {
    expect([formatAge(day, today), isStale(day, today)]).toEqual([text, stale]);
  });
});

describe("names", () => {
  test.each([
    ["TR", "Türkiye", "Türkiye"],
    ["US", "United States", "the United States"],
    ["NL", "Netherlands", "the Netherlands"],
    ["DO", "Dominican Republic", "the Dominican Republic"],
    ["GS", "South Georgia and the South Sandwich Islands", "South Georgia and the South Sandwich Islands"],
    ["KY", "Cayman Islands", "the Cayman Islands"],
    ["CH", "Switzerland", "Switzerland"],
    ["ZZ", "ZZ", "ZZ"],
  ])("%s", (code, name, inSentence) => {
    expect([countryName(code), countryInSentence(code)]).toEqual([name, inSentence]);
  });
  test("currencyName", () => expect([currencyName("TRY"), currencyName("ZZZ")]).toEqual(["Turkish Lira", "ZZZ"]));
});

describe("formatBilled says what one payment covers, where that is not a month", () => {
  test.each([
    ["monthly", "DKK\u00a0179"],
    ["weekly", "DKK\u00a0179 a\u00a0week"],
    ["quarterly", "DKK\u00a0179 every\u00a03\u00a0months"],
    ["semiannual", "DKK\u00a0179 every\u00a06\u00a0months"],
    ["yearly", "DKK\u00a0179 a\u00a0year"],
  ] as const)("%s", (period, text) => {
    expect(formatBilled({ amount: 179, currency: "DKK", period })).toBe(text);
  });
  test("and no page, card, feed or table writes a published amount in another way", () => {
    const files = ["app", "components", "lib"].flatMap((folder) =>
      readdirSync(folder, { recursive: true, encoding: "utf8" })
        .filter((name) => /\.tsx?$/.test(name))
        .map((name) => `${folder}/${name}`),
    );
    expect(files.length).toBeGreaterThan(300);
    const writers = files.filter((file) => /\bformatMoney\b/.test(readFileSync(file, "utf8")));
    expect(writers.sort()).toEqual(["lib/catalogue/prices/words.ts", "lib/text/format.ts"]);
  });
});
