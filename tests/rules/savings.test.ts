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
const noRate = { ...priceOf("XX", 1), usd: null, usd_monthly: null, fx_rate: null };
const prices = [home, priceOf("PK", 2.8876), priceOf("US", 19.99), priceOf("FR", 15.8947), noRate];

describe("the saving is that of the lowest price elsewhere, of unrounded dollars, with what may keep one from it", () => {
  test("in the cheapest country", () =>
    expect(findSaving(home, prices, money)).toEqual({
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
  ])("none where %s", (_, own, all) => expect(findSaving(own, all, money)).toBeNull());
});

describe("a store is compared with the same store where both countries have it", () => {
  // Pakistan's App Store is cheaper than the web; Egypt has no web price.
  const all = [...[home, inStore("DE", 17)], ...[priceOf("PK", 5.8947), inStore("PK", 1)], inStore("EG", 0.5)];

  test("the saving is of the reader's store, not of the lowest price in any", () => {
    expect(findSaving(home, all, money)).toMatchObject({
      country: "PK",
      usdMonthly: expect.closeTo(10, 6),
      note: "$10.00 a month, in Pakistan (both on the web). You may need a local card or address.",
    });
  });

  test("where no other country has that store, the two stores are named", () => {
    const without = all.filter(({ country, platform }) => country === "DE" || platform === "ios");
    expect(findSaving(home, without, money)?.note).toBe(
      "$15.39 a month, in Egypt (in the App Store there, on the web here). You may need a local card or address.",
    );
    expect(writeStores(inStore("EG", 1), home)).toBe(" (in the App Store there, on the web here)");
    expect(writeStores(home, home)).toBe("");
    expect(writeStores(null, home)).toBe("");
  });

  test("a price for the same period goes before a lower one for another", () => {
    const yearly = priceOf("PK", 1);
    const both = [home, { ...yearly, period: "yearly" } satisfies Price, priceOf("PK", 5.8947)];
    expect(findSaving(home, both, money)?.usdMonthly).toBeCloseTo(10, 6);
  });
});
