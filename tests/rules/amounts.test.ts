import Big from "big.js";
import { describe, expect, test } from "vitest";
import { chooseCurrency, fromUsd } from "@/lib/catalogue/fx/rules";
import { toExactAmount } from "@/lib/catalogue/prices/converted/amount-rules";
import { perMonth } from "@/lib/contract/period-rules";

describe("US dollars in the reader's currency", () => {
  test.each([
    [10, 0.5, 20],
    [10, 1.25, 8],
    // 0.00005 and 0.00015: half to even.
    [0.0001, 2, 0],
    [0.0003, 2, 0.0002],
  ])("%d dollars, of which %d are one unit, are %d", (usd, usdPerUnit, amount) => {
    expect(fromUsd(usd, { code: "EUR", usdPerUnit, date: "2026-09-29" })).toBe(amount);
  });

  const rates = [
    { currency: "EUR", date: "2026-09-29", usd_per_unit: 1.17, source: "ecb" },
    { currency: "TRY", date: "2026-09-28", usd_per_unit: 0.02, source: "ecb" },
  ];
  test.each([
    ["eur", "TRY", "EUR", null],
    [undefined, "TRY", "TRY", null],
    ["USD", "TRY", "USD", null],
    [undefined, undefined, "USD", null],
    ["XXX", "TRY", "TRY", "XXX"],
    ["XXX", "YYY", "USD", "XXX"],
  ])("asked for %s, remembered %s: %s, %s is not known", (wanted, remembered, code, unknown) => {
    const chosen = chooseCurrency(rates, wanted, remembered);
    expect([chosen.currency.code, chosen.unknown]).toEqual([code, unknown]);
  });
});

// A year has 52 weeks, four quarters and two halves.
test.each([
  ["weekly", 12, 52],
  ["monthly", 5, 5],
  ["quarterly", 12, 4],
  ["semiannual", 12, 2],
  ["yearly", 12, 1],
] as const)("%s, %d are %d a month", (period, amount, month) => {
  expect(perMonth(Big(amount), period).toNumber()).toBeCloseTo(month, 12);
});

test.each([
  ["excluded", "included", 20, 100],
  ["excluded", "included", null, 120],
  ["excluded", "excluded", 20, 120],
  ["excluded", "unknown", 20, 120],
  ["shown", "included", 20, 120],
] as const)("120 %s, of a price whose tax is %s at %s %%, are %d", (view, treatment, rate_pct, amount) => {
  expect(toExactAmount({ amount: 120, tax: { treatment, rate_pct } }, view).toNumber()).toBe(amount);
});
