import { expect, test } from "vitest";
import type { MonthOfChanges } from "@/lib/catalogue/prices/list/page-schema";
import { listMonths, writeChangesFinding, writeMonth, writeRanks, writeRate } from "@/lib/findings/changes-rules";

const month = (given: Partial<MonthOfChanges>): MonthOfChanges => ({
  month: "2026-04",
  prices: 63,
  countries: ["US", "MX", "CZ"],
  vendors: ["Netflix"],
  raised: 63,
  lowered: 0,
  from: "2026-04-09",
  to: "2026-04-09",
  ...given,
});

const FINDINGS: [given: Partial<MonthOfChanges>, label: string | undefined, finding: string][] = [
  [{}, undefined, "Netflix raised prices in 3 countries, first seen in April 2026"],
  [
    { countries: ["AQ", "US"] },
    undefined,
    "Netflix raised prices in 2 countries and territories, first seen in April 2026",
  ],
  [
    { month: "2025-11", lowered: 63, raised: 0 },
    undefined,
    "Netflix lowered prices in 3 countries, first seen in November 2025",
  ],
  [{ raised: 60 }, undefined, "Netflix changed prices in 3 countries, first seen in April 2026"],
  [{ vendors: ["Apple", "Netflix"] }, undefined, "Two vendors raised prices in 3 countries, first seen in April 2026"],
  [
    { prices: 1, raised: 1, countries: ["US"] },
    undefined,
    "Netflix raised a price in the United States, first seen in April 2026",
  ],
  [{ countries: ["TR"] }, "Netflix Basic", "The price of Netflix Basic rose in Türkiye, first seen in April 2026"],
];

test.each(FINDINGS)("the finding of %j", (given, label, finding) => {
  expect(writeChangesFinding(month(given), label)).toBe(finding);
});

const MONTHS: [given: Partial<MonthOfChanges>, text: string][] = [
  [{}, "63 prices in three countries, all of them higher. First seen on 9\u00a0Apr\u00a02026."],
  [{ prices: 2, raised: 2 }, "2 prices in three countries, both higher. First seen on 9\u00a0Apr\u00a02026."],
  [
    { prices: 1, raised: 0, lowered: 1, countries: ["US"] },
    "1 price in one country, lower. First seen on 9\u00a0Apr\u00a02026.",
  ],
  [
    { raised: 60, lowered: 2, from: "2026-04-02" },
    "63 prices in three countries, 60 higher, 2 lower, 1 in another currency. First seen between 2\u00a0Apr\u00a02026 and 9\u00a0Apr\u00a02026.",
  ],
];

test.each(MONTHS)("what is said of a month: %j", (given, text) => {
  expect(writeMonth(month(given))).toBe(text);
});

test.each([
  [{ was: 20, is: 24, of: 34 }, "20th to 24th of 34"],
  [{ was: 244, is: 244, of: 245 }, "stays 244th of 245"],
])("what a change did to the place: %j", (ranks, text) => {
  expect(writeRanks(ranks)).toBe(text);
});

test.each([
  [{ pct: 10, fxPct: -20, is: { currency: "TRY" } }, "−20", "−12"],
  [{ pct: 10, fxPct: null, is: { currency: "USD" } }, "paid in US dollars", null],
  [{ pct: null, fxPct: null, is: { currency: "USD" } }, "not known", null],
  [{ pct: 10, fxPct: null, is: { currency: "ARS" } }, "not known", null],
])("vendor and exchange rate are told apart: %j", (change, fx, usd) => {
  const told = writeRate(change);
  expect(told.fx.replace(/\s?%$/, "")).toBe(fx);
  expect(told.usd?.replace(/\s?%$/, "") ?? null).toBe(usd);
});

test("months are listed over the turn of a year", () => {
  expect(listMonths("2026-02-28", 4)).toEqual(["2025-11", "2025-12", "2026-01", "2026-02"]);
});
