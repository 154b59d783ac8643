import { describe, expect, test } from "vitest";
import { makeMoney } from "@/lib/catalogue/fx/money-rules";
import { US_DOLLARS } from "@/lib/catalogue/fx/rules";
import type { Price } from "@/lib/catalogue/prices/schema";
import { findSaving, writeStores } from "@/lib/findings/saving-rules";
import { priceOf } from "@/tests/support/findings";

const money = makeMoney(US_DOLLARS);
const inStore = (country: string, usd: number, more: Partial<Price> = {}): Price => ({
  ...priceOf(country, usd),
  platform: "ios",
  ...more,
});
const home = priceOf("DE", 15.8947);
const noRate = { ...priceOf("XX", 1), usd: null, usd_monthly: null, fx_rate: null, ranked: false };
const prices = [home, priceOf("PK", 2.8876), priceOf("US", 19.99), priceOf("FR", 15.8947), noRate];
const savingOf = (own: Price, all: readonly Price[]) =>
  findSaving(own, { prices: all, told: { ranking: "certain" } }, money);

describe("the saving is that of the lowest price elsewhere, of unrounded dollars, with what may keep one from it", () => {
  test("in the cheapest country", () =>
    expect(savingOf(home, prices)).toEqual({
      country: "PK",
      usdMonthly: expect.closeTo(13.0071, 6),
      usdYearly: expect.closeTo(156.0852, 6),
      note: "$13.01 a month, in Pakistan. You may need a local card or address.",
    }));

  test.each([
    ["mine is the lowest", priceOf("PK", 2.8876), prices],
    ["all are the same", priceOf("PK", 2), [priceOf("PK", 2), priceOf("US", 2)]],
    ["mine has no rate", noRate, prices],
    ["there is no other", home, [home]],
  ])("none where %s", (_, own, all) => expect(savingOf(own, all)).toBeNull());
});

describe("the store is named where a product has several", () => {
  // Ranked is the lowest of a country: Pakistan's App Store is cheaper than its web site.
  const all = [home, inStore("DE", 17, { ranked: false }), priceOf("PK", 5.8947), inStore("PK", 7, { ranked: false })];

  test("both, where it is the same", () => {
    expect(savingOf(home, all)).toMatchObject({
      country: "PK",
      usdMonthly: expect.closeTo(10, 6),
      note: "$10.00 a month, in Pakistan (both on the web). You may need a local card or address.",
    });
  });

  test("each, where they differ", () => {
    expect(savingOf(home, [...all, inStore("EG", 0.5)])?.note).toBe(
      "$15.39 a month, in Egypt (in the App Store there, on the web here). You may need a local card or address.",
    );
    expect(writeStores(inStore("EG", 1), home)).toBe(" (in the App Store there, on the web here)");
    expect(writeStores(home, home)).toBe("");
    expect(writeStores(null, home)).toBe("");
  });
});
