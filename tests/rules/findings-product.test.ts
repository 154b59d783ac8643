import { describe, expect, test } from "vitest";
import { makeMoney } from "@/lib/catalogue/fx/money-rules";
import { US_DOLLARS } from "@/lib/catalogue/fx/rules";
import {
  writeConverted,
  writeConvertedScope,
  writeNoHomePrice,
  writeNoPriceOfDay,
  writeUnconverted,
  writeUnread,
} from "@/lib/findings/day-rules";
import { writePlanScope } from "@/lib/findings/plan-rules";
import { writeMapFinding, writeNoHistory, writeProductTitle } from "@/lib/findings/product-rules";
import { findSaving } from "@/lib/findings/saving-rules";
import type { Told } from "@/lib/findings/told-rules";
import { plain, priceOf as price } from "@/tests/support/findings";

const money = makeMoney(US_DOLLARS);
const PAST: Told = { ranking: "certain", tense: "past" };

describe("the head of a product's page", () => {
  const two = [price("AR", 43.3), price("US", 86.6)];
  const five = [price("TR", 4), price("IN", 5), price("US", 10), price("DE", 10.02), price("CH", 25)];
  test.each([
    {
      why: "twice",
      prices: two,
      tense: "present",
      says: "P costs twice as much in the United States before sales tax as in Argentina",
    },
    {
      why: "of a past day",
      prices: five,
      tense: "past",
      says: "P cost 6.3 times as much in Switzerland as in Türkiye",
    },
    { why: "one price", prices: [price("US", 10)], tense: "past", says: "P cost $10.00 a month in the United States" },
  ] as const)("title: $why", ({ prices, tense, says }) => {
    expect(writeProductTitle("P", prices, money, { ranking: "certain", tense })).toBe(says);
  });

  test("what is found among the prices with an exchange rate is not told of all", () => {
    const known = price("US", 86.6);
    const unknown = { ...price("CH", 1), fx_rate: null };
    expect(writeConvertedScope([known, price("TR", 1)])).toBe("");
    expect(writeConvertedScope([known, known, price("TR", 1), unknown])).toBe(
      ", of the 2 places with an exchange rate",
    );
  });

  test("the map is told against the reader's country", () => {
    expect(writeMapFinding("P", five, { country: "DE", usd: 10.02 }, { ranking: "certain" })).toBe(
      "Only in Switzerland, of four other countries with a price, does P cost more than in Germany",
    );
  });

  test("the figures of a past day are told in the past tense", () => {
    expect(writeMapFinding("P", two, { country: "US", usd: 86.6 }, PAST)).toBe(
      "P did not cost more in Argentina than in the US before sales tax",
    );
    expect(writeMapFinding("P", [...two, price("TR", 4)], { country: "US", usd: 86.6 }, PAST)).toBe(
      "In none of two other countries with a price did P cost more than in the US before sales tax",
    );
    expect(writeMapFinding("P", [...two, price("TR", 4)], { country: "US", usd: 86.6 }, PAST, "converted")).toBe(
      "In none of two other countries with an exchange rate did P cost more than in the US before sales tax",
    );
    expect(writeMapFinding("P", five, { country: "US", usd: 10 }, PAST)).toBe(
      "Only in Switzerland, of four other countries with a price, did P cost more than in the US before sales tax",
    );
    const cheapest = price("AR", 43.3);
    const dearest = price("US", 86.6);
    expect(findSaving(dearest, { prices: two, told: PAST }, money)?.note).toBe(
      "$43.30 a month before sales tax, in Argentina. It may have taken a local card or address.",
    );
    expect(findSaving(cheapest, { prices: two, told: PAST }, money)).toBeNull();
  });
});

describe("what is not known of a past day", () => {
  const converted = (count: number, left: number) => [
    ...Array.from({ length: count }, () => ({ fx_rate: 1 })),
    ...Array.from({ length: left }, () => ({ fx_rate: null })),
  ];
  const day = "2026-09-20";
  test.each([
    {
      prices: converted(2, 16),
      deck: "The other 16 prices have no exchange rate of that day.",
      scope: "18 prices, two of them converted at the rates of 20 Sep 2026; 16 have no exchange rate of that day",
    },
    {
      prices: converted(2, 1),
      deck: "The other price has no exchange rate of that day.",
      scope: "3 prices, two of them converted at the rates of 20 Sep 2026; one has no exchange rate of that day",
    },
    {
      prices: converted(0, 2),
      deck: "Its two prices have no exchange rate of that day.",
      scope: "2 prices without an exchange rate of 20 Sep 2026",
    },
    { prices: converted(1, 0), deck: "", scope: "1 price, converted at the rates of 20 Sep 2026" },
  ])("$prices.length prices: $deck", ({ prices, deck, scope }) => {
    expect(writeUnconverted(prices)).toBe(deck);
    expect(plain(writeConverted(prices, day))).toBe(scope);
  });

  test.each([
    [0, 5, ""],
    [1, 5, "Of the latest prices, another one was first read later: what it cost on that day is not known."],
    [17, 5, "Of the latest prices, another 17 were first read later: what they cost on that day is not known."],
    [2, 0, "Of the latest prices, two were first read later: what they cost on that day is not known."],
  ])("%i first read later, %i listed", (unread, listed, says) => {
    expect(writeUnread(unread, listed)).toBe(says);
  });

  test.each([
    {
      isListed: false,
      status: "not_collected",
      lens: "shown",
      date: undefined,
      says: "No price of P has been collected in Antarctica.",
    },
    {
      isListed: false,
      status: "not_collected",
      lens: "income",
      date: day,
      says: "No price of P in Antarctica of 20 Sep 2026 is known.",
    },
    {
      isListed: true,
      status: "priced",
      lens: "excluded",
      date: day,
      says: "What P cost without tax in Antarctica is not known.",
    },
    {
      isListed: true,
      status: "priced",
      lens: "shown",
      date: day,
      says: "The price of P in Antarctica has no exchange rate of 20 Sep 2026.",
    },
    {
      isListed: false,
      status: "no_longer_sold",
      lens: "shown",
      date: undefined,
      says: "P is no longer sold in Antarctica.",
    },
    {
      isListed: false,
      status: "other_plan_only",
      lens: "shown",
      date: undefined,
      says: "In Antarctica another plan has a price, P has none.",
    },
    {
      isListed: false,
      status: "not_known",
      lens: "shown",
      date: undefined,
      says: "What P costs in Antarctica is not known.",
    },
  ] as const)("of the reader's country: $says", ({ isListed, status, says, ...shown }) => {
    expect(plain(writeNoHomePrice("P", { country: "AQ", status }, isListed, shown))).toBe(says);
  });

  test("without a price in US dollars", () => {
    expect(plain(writeNoPriceOfDay("P", day, 0))).toBe("No price of P is known for 20 Sep 2026");
    expect(plain(writeNoPriceOfDay("P", day, 3))).toBe("What P cost on 20 Sep 2026 is known in local currencies alone");
  });
});

describe("under the prices of a product", () => {
  test.each<[string, string, string[], string]>([
    [
      "Standard",
      "Netflix",
      [],
      "These are prices of Netflix’s plan Standard; other plans and offers are not collected.",
    ],
    [
      "Standard",
      "Netflix",
      ["Basic"],
      "These are prices of Netflix’s plan Standard; of the others Basic is collected, no more.",
    ],
    ["Kimi", "kimi", [], "These are prices of kimi; other plans and offers are not collected."],
    ["", "Canva", [], "These are prices of Canva; of which plan is not stated, and others are not collected."],
    [
      "highest",
      "Canva",
      ["Pro", "Teams"],
      "These are prices of Canva, of which plan is not stated; Pro and Teams are collected too.",
    ],
  ])("plan %o of %s, others %j", (plan, service, others, says) => {
    expect(writePlanScope(plan, service, others)).toBe(says);
  });

  test("no history, today and on a past day", () => {
    expect(plain(writeNoHistory("Canva", ["DE", "US"]))).toBe(
      "There is no history of Canva in Germany and the United States to draw: no price there was read on more than one day.",
    );
    expect(plain(writeNoHistory("Canva", ["DE"], "2026-04-09"))).toBe(
      "There is no history of Canva in Germany until 9 Apr 2026 to draw: no price there was read on more than one day by then.",
    );
  });
});
