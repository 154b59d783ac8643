import { describe, expect, test } from "vitest";
import { makeMoney } from "@/lib/catalogue/fx/money-rules";
import { US_DOLLARS } from "@/lib/catalogue/fx/rules";
import type { Price } from "@/lib/catalogue/prices/schema";
import { writeSaving, writeSavingHeading, writeStores } from "@/lib/findings/saving-rules";
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

describe("a price against the reader's country says month and year, of unrounded dollars", () => {
  test.each([
    ["PK", "$13.01 a month less than in Germany, $156.09 a year."],
    ["US", "$4.10 a month more than in Germany, $49.14 a year."],
    ["FR", "The same as in Germany."],
    ["DE", "The price that the others are compared with."],
    ["XX", null],
    ["TR", null],
  ])("%s: %s", (country, sentence) => expect(writeSaving(country, home, prices, money)).toBe(sentence));
});

describe("the heading names a saving with what may keep one from it, or says that there is none", () => {
  test.each([
    [home, prices, "In Pakistan it costs $156.09 a year less than in Germany. You may need a local card or address."],
    [priceOf("PK", 2.8876), prices, "In none of three other places with a price does it cost less than in Pakistan"],
    [
      priceOf("PK", 2),
      [priceOf("PK", 2), priceOf("US", 2)],
      "In the United States it does not cost less than in Pakistan",
    ],
    [noRate, prices, null],
    [home, [home], null],
  ])("%#", (own, all, says) => expect(writeSavingHeading(own, all, money)).toBe(says));
});

describe("a store is compared with the same store where both countries have it", () => {
  // Pakistan's App Store is cheaper than the web; Egypt has no web price.
  const all = [...[home, inStore("DE", 17)], ...[priceOf("PK", 5.8947), inStore("PK", 1)], inStore("EG", 0.5)];

  test("the saving is of the reader's store, not of the lowest price in any", () => {
    expect(writeSavingHeading(home, all, money)).toBe(
      "In Pakistan it costs $120.00 a year less than in Germany (both on the web). You may need a local card or address.",
    );
    expect(writeSaving("PK", home, all, money)).toBe(
      "$10.00 a month less than in Germany, $120.00 a year (both on the web).",
    );
  });

  test("where no other country has that store, the two stores are named", () => {
    const without = all.filter(({ country, platform }) => country === "DE" || platform === "ios");
    expect(writeSavingHeading(home, without, money)).toBe(
      "In Egypt it costs $184.74 a year less than in Germany (in the App Store there, on the web here). You may need a local card or address.",
    );
    expect(writeSaving("EG", home, all, money)).toBe(
      "$15.39 a month less than in Germany, $184.74 a year (in the App Store there, on the web here).",
    );
    expect(writeStores(inStore("EG", 1), home)).toBe(" (in the App Store there, on the web here)");
    expect(writeStores(home, home)).toBe("");
    expect(writeStores(null, home)).toBe("");
  });

  test("a price for the same period goes before a lower one for another", () => {
    const yearly = priceOf("PK", 1);
    const both = [home, { ...yearly, period: "yearly" } satisfies Price, priceOf("PK", 5.8947)];
    expect(writeSaving("PK", home, both, money)).toBe("$10.00 a month less than in Germany, $120.00 a year.");
  });
});
