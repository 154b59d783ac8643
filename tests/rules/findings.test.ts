import { describe, expect, test } from "vitest";
import { burdenStepOf } from "@/components/charts/scale";
import type { Country, CountryIndex, IndexedCountry } from "@/lib/catalogue/countries/schema";
import { makeMoney } from "@/lib/catalogue/fx/money-rules";
import { US_DOLLARS } from "@/lib/catalogue/fx/rules";
import {
  writeCategoryFinding,
  writeCommonBasket,
  writeCountryDeck,
  writeCountryTitle,
  writeCurrencies,
  writeDoubt,
  writeLowestFinding,
  writeMedianChange,
  writeMissing,
  writeSecondMethod,
  writeThin,
} from "@/lib/findings/country-rules";
import {
  writeAlone,
  writeCategoriesFinding,
  writeCoverage,
  writeCovered,
  writeUninhabited,
} from "@/lib/findings/dataset-rules";
import {
  writeBurdenDeck,
  writeBurdenTitle,
  writeExTaxCountryDeck,
  writeExTaxCountryTitle,
  writeExTaxDeck,
  writeExTaxTitle,
  writeHeavierFinding,
} from "@/lib/findings/lens-rules";
import { writeHistoryFinding, writeMapFinding, writeProductTitle } from "@/lib/findings/product-rules";
import {
  writeDearerFinding,
  writeLead,
  writeLeadMeasure,
  writeRankingDeck,
  writeRankingTitle,
} from "@/lib/findings/ranking-rules";
import { formatTimes, isAboutSame } from "@/lib/findings/times-rules";
import { decideVerdict, findHighestGroup, findLowestGroup } from "@/lib/findings/verdict-rules";
import { countryOf, plain, priceOf } from "@/tests/support/findings";

const CERTAIN = { ranking: "certain" } as const;

const money = makeMoney(US_DOLLARS);

type Figures = { median: number; interval?: [number, number]; model?: [number, number, number]; last?: number };

function indexOf({ median, interval, model, last = 18 }: Figures, more: Partial<CountryIndex> = {}): CountryIndex {
  return {
    base: "US",
    value: 100 + median,
    pct_vs_us: median,
    p10_pct: -50,
    p25_pct: -20,
    p75_pct: 0,
    p90_pct: 10,
    cheaper_pct: 50,
    n_products: 100,
    rank: 1,
    usd_billed: false,
    median_low: interval?.[0] ?? null,
    median_high: interval?.[1] ?? null,
    rate_low_pct: null,
    rate_high_pct: null,
    rate_days: [],
    equal_pct: 0,
    common_basket: null,
    without_doubt: null,
    change: null,
    model: model ? { value: model[0], low: model[1], high: model[2], se: 0.03, rank_low: 1, rank_high: last } : null,
    ...more,
  };
}

function country(code: string, figures: Figures, more: Partial<CountryIndex> = {}): IndexedCountry {
  const income = { gni_per_capita_usd: null, year: null, reason: "no income figure", ratio: null };
  return { ...countryOf(code, figures.median), index: indexOf(figures, more), income };
}

// Bundled figures of 29 September 2026.
const EGYPT = country("EG", { median: -56.2, interval: [-61.6, -38.5], model: [44.3, 39.2, 50.1] });
const TURKEY = country("TR", { median: -49, interval: [-64.1, -35.6], model: [39.3, 34.1, 45.3] });
const NIGERIA = country("NG", { median: -48.1, interval: [-66.9, -40.2], model: [45.5, 39.5, 52.3] });
const PAKISTAN = country("PK", { median: -36.3, interval: [-44.7, -17], model: [54.7, 48.8, 61.4] });
const KOREA = country("KR", { median: -5, interval: [-11.5, 0], model: [84.5, 79.9, 89.3] });
const AUSTRALIA = country("AU", { median: 5.3, interval: [2.3, 5.3], model: [98.9, 95.8, 102.1] });
const BRITAIN = country("GB", { median: 23.6, interval: [16.7, 32.4], model: [114.8, 111.4, 118.4] });
const DENMARK = country("DK", { median: 24.9, interval: [20.2, 28.5], model: [116.4, 110.7, 122.2] });
const GERMANY = country("DE", { median: 13.6, interval: [13.6, 21.2], model: [110.2, 106, 114.7], last: 16 });
const US = country("US", { median: 0, interval: [0, 0], model: [100, 100, 100] });
const ALL = [EGYPT, TURKEY, NIGERIA, PAKISTAN, KOREA, US, AUSTRALIA, GERMANY, BRITAIN, DENMARK];

test.each([
  { why: "both intervals below the US", index: EGYPT.index, standing: "cheaper" },
  { why: "both intervals above the US", index: DENMARK.index, standing: "dearer" },
  { why: "the median's interval ends at the US", index: KOREA.index, standing: "unclear" },
  { why: "the model's interval holds the US", index: AUSTRALIA.index, standing: "unclear" },
  {
    why: "the model's interval reaches the US from below",
    index: indexOf({ median: -12, interval: [-20, -5], model: [96, 91, 101] }),
    standing: "unclear",
  },
  { why: "no model", index: indexOf({ median: -50, interval: [-60, -40] }), standing: "unclear" },
  {
    why: "no interval, as in an index of the first edition",
    index: indexOf({ median: -50, model: [50, 45, 55] }),
    standing: "unclear",
  },
])("a country is $standing: $why", ({ index, standing }) => {
  expect(decideVerdict(index)).toBe(standing);
});

describe("the headline says what intervals bear", () => {
  const half = (low: number, high: number) =>
    country("EG", { median: -50, interval: [low, high], model: [50, 45, 55] });
  test.each([
    {
      why: "only a country whose whole interval lies from 37.5 to 62.5 costs about half: Türkiye's begins at 35.9",
      countries: ALL,
      says: "Subscriptions cost about half as much in Egypt as in the US before sales tax",
    },
    {
      why: "an interval that reaches the bounds",
      countries: [half(-62.5, -37.5), US],
      says: "Subscriptions cost about half as much in Egypt as in the US before sales tax",
    },
    {
      why: "one that begins below",
      countries: [half(-62.6, -37.5), US],
      says: "Subscriptions cost less than two thirds as much in Egypt as in the US before sales tax",
    },
    {
      why: "one that ends above",
      countries: [half(-62.5, -37.4), US],
      says: "Subscriptions cost less than two thirds as much in Egypt as in the US before sales tax",
    },
    {
      why: "the interval spans two quarters",
      countries: [PAKISTAN, US, DENMARK],
      says: "Subscriptions are clearly cheaper than in the US in one country",
    },
    {
      why: "three quarters",
      countries: [country("BR", { median: -23, interval: [-31, -14], model: [68, 63, 74] }), US],
      says: "Subscriptions cost about three quarters as much in Brazil as in the US before sales tax",
    },
    {
      why: "a bound of the lowest, where no quarter holds its whole interval",
      countries: [TURKEY, PAKISTAN, US],
      says: "Subscriptions cost less than two thirds as much in Türkiye as in the US before sales tax",
    },
    {
      why: "the lowest bound that any of them keeps",
      countries: [country("EG", { median: -60, interval: [-70, -50.1], model: [44, 39, 50] }), TURKEY, US],
      says: "Subscriptions cost less than half as much in Egypt as in the US before sales tax",
    },
    {
      why: "nothing is clear",
      countries: [KOREA, US, AUSTRALIA],
      says: "None of the two other countries with an index is clearly cheaper than the US for the same subscriptions",
    },
  ])("$why", ({ countries, says }) => {
    expect(writeLead(countries).join("")).toBe(says);
  });

  test("below it stands what the base pays and the countries of either end, and that their order is open", () => {
    expect(writeLeadMeasure(ALL)).toBe(
      "For every dollar Americans pay before sales tax, the same subscription typically costs 44 cents in Egypt, 51 in Türkiye and 52 in Nigeria; which is lowest is too close to call. At the other end: $1.25 in Denmark, $1.24 in the United Kingdom and $1.14 in Germany; which is highest is too close to call.",
    );
    expect(writeLeadMeasure([EGYPT, US])).toMatch(/costs 44 cents in Egypt\.$/);
    expect(writeLeadMeasure([US])).toBe("Typical prices lie close to those of the US, or vary too much to tell.");
    expect(writeLeadMeasure([EGYPT, GERMANY], "DE")).toBe(
      "For every 100 euros paid in Germany, the same subscription typically costs 44 in Egypt.",
    );
  });

  test("two countries are of one end where their intervals touch", () => {
    const near = (low: number) => country("AT", { median: 15, interval: [10, low], model: [115, 110, 120] });
    expect(findHighestGroup([near(20.2), DENMARK]).map(({ country: code }) => code)).toEqual(["DK", "AT"]);
    expect(findHighestGroup([near(20.1), DENMARK]).map(({ country: code }) => code)).toEqual(["DK"]);
    expect(findLowestGroup([EGYPT, PAKISTAN]).map(({ country: code }) => code)).toEqual(["EG", "PK"]);
  });
});

describe("the ranking counts only what is clear, and names what is not", () => {
  test("the title counts what is clear", () => {
    expect(writeRankingTitle(ALL)).toBe("Four countries are clearly cheaper than the US, three clearly more expensive");
    expect(writeRankingTitle([EGYPT, GERMANY], "DE")).toBe(
      "One country is clearly cheaper than Germany, none clearly more expensive",
    );
  });

  test("what is too close to call is named, and what is more expensive is so with tax", () => {
    expect(writeRankingTitle([EGYPT, US])).toBe(
      "One country is clearly cheaper than the US, none clearly more expensive",
    );
    expect(plain(writeRankingDeck(ALL))).toMatch(
      /^Too close to call: Australia and South Korea\. US prices leave sales tax out/,
    );
    expect(writeDearerFinding(ALL)).toBe(
      "With tax, only Germany, the United Kingdom and Denmark are clearly more expensive than the US, whose prices leave it out",
    );
    expect(writeDearerFinding([EGYPT, US, AUSTRALIA])).toBe(
      "None of the two other countries with an index is clearly more expensive than the US",
    );
  });
});

function comparedOf(cheaper: number, equal: number, dearer: number) {
  return {
    relatives: {
      n_products: cheaper + equal + dearer,
      n_cheaper: cheaper,
      n_equal: equal,
      n_dearer: dearer,
    },
    example: { name: "X", plan: "", pct: 0, price: { usd_monthly: 1, fx_stale: false, verified_on: "2026-09-29" } },
  };
}

describe("a country's title", () => {
  test.each([
    {
      why: "a median of 0 where most prices are not equal is not 'the same'",
      of: country("AR", { median: 0, interval: [-16.7, 0], model: [76.6, 70.8, 82.9] }),
      compared: comparedOf(55, 55, 5),
      says: "In Argentina 55 of 115 subscriptions cost the same as in the US before sales tax, 55 less and 5 more",
    },
    {
      why: "a median of 0 where most are equal",
      of: country("EC", { median: 0, interval: [0, 0], model: [98, 96, 101] }),
      compared: comparedOf(10, 60, 5),
      says: "In Ecuador most subscriptions cost the same as in the US before sales tax: 60 of 75",
    },
    {
      why: "clear by both numbers",
      of: EGYPT,
      compared: comparedOf(116, 1, 7),
      says: "The typical subscription costs 56% less in Egypt than in the US before sales tax",
    },
    {
      why: "the two numbers disagree",
      of: AUSTRALIA,
      compared: comparedOf(47, 2, 93),
      says: "Whether subscriptions in Australia are more expensive than in the US before sales tax is not clear: a second method does not confirm it",
    },
    {
      why: "the interval holds the US",
      of: KOREA,
      compared: comparedOf(80, 2, 50),
      says: "Whether subscriptions in South Korea are cheaper or more expensive than in the US before sales tax is too close to call",
    },
  ])("$why", ({ of, compared, says }) => {
    expect(plain(writeCountryTitle(of, compared, money))).toBe(says);
  });

  test("the sentence below counts what both sell, or says that there is too little", () => {
    expect(writeCountryDeck(GERMANY, comparedOf(30, 1, 99))).toBe(
      "Of 130 subscriptions sold in both countries, 30 cost less here (23%).",
    );
    expect(writeCountryDeck(US, comparedOf(30, 1, 99), "DE")).toMatch(/\(23%\)\. US prices leave sales tax out\.$/);
    expect(writeCountryDeck({ ...GERMANY, index: null, n_products: 4 }, comparedOf(0, 0, 0))).toBe(
      "Four subscriptions have a price here: too few for an index.",
    );
  });

  test("another base is named", () => {
    expect(writeCountryTitle(TURKEY, comparedOf(116, 1, 7), money, { base: "DE" })).toBe(
      "The typical subscription costs 49% less in Türkiye than in Germany",
    );
    expect(writeCountryTitle(GERMANY, comparedOf(0, 9, 0), money, { base: "DE" })).toBe(
      "What subscriptions cost in Germany",
    );
  });

  test.each([
    {
      why: "few overlap",
      of: EGYPT,
      countries: [EGYPT, TURKEY, NIGERIA, US],
      says: "Türkiye and Nigeria are too close to it to call.",
    },
    {
      why: "one does",
      of: EGYPT,
      countries: [EGYPT, TURKEY, US, DENMARK],
      says: "Türkiye is too close to it to call.",
    },
    { why: "none does, at the lowest rank", of: EGYPT, countries: [EGYPT, US, DENMARK], says: "Cheapest of 3." },
    {
      why: "many do",
      of: country("FR", { median: 14, interval: [10, 30] }, { rank: 2 }),
      countries: [GERMANY, BRITAIN, DENMARK, country("AT", { median: 14, interval: [10, 30] })],
      says: "2nd cheapest of 4; close ranks may be ties.",
    },
    { why: "it is the base", of: US, countries: ALL, says: "" },
  ])("doubt, where $why", ({ of, countries, says }) => expect(writeDoubt(of, countries)).toBe(says));

  test("a thin country says first what there is, and what is missing", () => {
    expect(writeThin({ country: "KE" }, ["Netflix"]).join("")).toBe(
      "Here we have prices of Netflix only, too few to say how expensive Kenya is.",
    );
    expect(writeThin({ country: "KE" }, ["A", "B", "C", "D"])[0]).toBe(
      "Here we have prices of four subscriptions only",
    );
    expect(writeMissing(["Spotify", "Canva"], 2)).toBe("Spotify and Canva");
    expect(writeMissing([..."abcdefghijk"], 145)).toBe("a, b, c, d, e, f, g, h, i and 136 more");
  });

  test("the lowest prices are named, with what they have in common", () => {
    const lowest = [
      { name: "SoundCloud", pct: -95.3, price: { usual_ratio: 0.4 } },
      { name: "Elevate", pct: -95.2, price: { usual_ratio: 0.34 } },
      { name: "Viki", pct: -94.1, price: { usual_ratio: null } },
      { name: "Canva", pct: -90, price: { usual_ratio: 1 } },
    ];
    expect(writeLowestFinding("TR", lowest)).toBe(
      "SoundCloud, Elevate and Viki cost 94% to 95% less than in the US before sales tax",
    );
    expect(writeLowestFinding("TR", lowest.slice(1, 2), { isTaxFree: true })).toBe(
      "Elevate costs 95% less than in the US",
    );
    expect(writeLowestFinding("US", lowest.slice(1, 2), { base: "DE" })).toBe(
      "Elevate costs 95% less before sales tax than in Germany",
    );
    expect(writeLowestFinding("TR", [{ name: "Canva", pct: 3, price: { usual_ratio: 1 } }], { base: "DE" })).toBe(
      "Every price, and what it is in Germany",
    );
  });

  test("lowest prices that are far below the rest are not named; where all are, that is said", () => {
    const lowest = (...ratios: (number | null)[]) =>
      ratios.map((usual_ratio, at) => ({ name: "ABCD".charAt(at), pct: at - 90, price: { usual_ratio } }));
    expect(writeLowestFinding("TR", lowest(0.1, 0.34, 0.2, null))).toBe(
      "B and D cost 87% to 89% less than in the US before sales tax",
    );
    expect(writeLowestFinding("TR", lowest(0.1, 0.33))).toBe("The lowest prices in Türkiye are far below the rest");
  });

  test("the change of the median is told over the same subscriptions", () => {
    const change = { previous_version: "2026-09-29.1", n_products: 30, from_pct: -5, to_pct: -6.25, points: -1.25 };
    expect(plain(writeMedianChange({ change }))).toBe(
      "Since dataset 2026-09-29.1 the median has moved from −5.0% to −6.3%, over the same subscriptions.",
    );
    expect(writeMedianChange({ change: null })).toBe("");
  });

  test("what prices are set in is counted, not taken from the country", () => {
    const counted = [
      { currency: "USD", n_prices: 114 },
      { currency: "ARS", n_prices: 3 },
    ];
    expect(writeCurrencies(counted)).toBe("114 in US dollars and 3 in Argentine pesos");
    expect(writeCurrencies([{ currency: "TRY", n_prices: 5 }])).toBe("All in Turkish lira");
    expect(writeCurrencies([{ currency: "NGN", n_prices: 5 }])).toBe("All in Nigerian naira");
  });

  test("the second method and the common basket are told against the US, as the median is", () => {
    const model = { value: 44, low: 39.2, high: 50, se: 0.06, rank_low: 2, rank_high: 3 };
    expect(plain(writeSecondMethod({ model }))).toBe(
      "The second method, from all prices, says −56.0% (95% interval −60.8% to −50.0%); it leaves ranks 2 to 3 open.",
    );
    expect(plain(writeSecondMethod({ model: { ...model, rank_high: 2 } }))).toMatch(/; it leaves rank 2 open\.$/);
    expect(writeSecondMethod({ model: null })).toBe("The second method, from all prices, has too few of them here.");
    expect(plain(writeCommonBasket({ common_basket: { value: 43, pct_vs_us: -57, n_products: 56 } }))).toBe(
      "Over the 56 subscriptions of every country with an index the median is −57.0%.",
    );
    expect(writeCommonBasket({ common_basket: null })).toBe("");
  });

  test("categories are told as middles, not as what everything costs", () => {
    const medians = [
      { category: "education", pct: -69.7 },
      { category: "ai", pct: 0.2 },
    ];
    expect(plain(writeCategoryFinding(medians))).toBe("Medians of categories run from 70% less to the same");
    expect(plain(writeCategoryFinding(medians.slice(0, 1)))).toBe("The median of education is 70% less");
    const equal = medians.map((one) => ({ ...one, pct: 13.6 }));
    expect(plain(writeCategoryFinding(equal))).toBe("The medians of all categories are 14% more");
  });
});

describe("the dataset as a whole", () => {
  const coverage = { prices: 3136, products: 149, indexed: 18, isMostlyAppStore: true };
  test.each([
    {
      of: { ...coverage, others: ["AQ", "AT"], services: ["Netflix"] },
      says: "3,136 prices of 149 digital subscriptions in 18 countries, most of them App Store prices, and of Netflix alone in 2 more countries and territories",
    },
    {
      of: { ...coverage, isMostlyAppStore: false, others: ["AT"], services: ["Netflix", "Spotify"] },
      says: "3,136 prices of 149 digital subscriptions in 18 countries, and of a few of them in 1 more country",
    },
    {
      of: { ...coverage, others: [], services: [] },
      says: "3,136 prices of 149 digital subscriptions in 18 countries, most of them App Store prices",
    },
    {
      of: { ...coverage, prices: 1, products: 1, indexed: 0, others: ["AT"], services: ["Netflix"] },
      says: "One price of 1 digital subscription in 1 country",
    },
  ])("coverage: $says", ({ of, says }) => expect(writeCoverage(of)).toBe(says));

  test("pairs with a price, and countries of one service", () => {
    expect(plain(writeCovered(2299, 2700))).toBe("Of 2,700 pairs of a subscription and a country, 85% have a price");
    expect(writeCovered(0, 0)).toBe("No country has prices of several services yet");
    expect(writeAlone(["AQ", "AT"], ["Netflix"])).toBe("Two countries and territories have prices of Netflix alone");
    expect(writeAlone(["AT"], ["Netflix"])).toBe("One country has prices of Netflix alone");
    expect(writeAlone(["AT", "ES"], ["Netflix", "Spotify"])).toBe("Two countries have prices of one service alone");
  });

  test("places without residents are counted", () => {
    expect(writeUninhabited(["AQ", "AT", "BV"])).toMatch(/^Two of these places have no resident buyers;/);
    expect(writeUninhabited(["AT"])).toBe("");
  });

  test("categories are told by their lowest medians, without an order", () => {
    const rows = [
      { category: "education", pct: -80.4 },
      { category: "ai", pct: -29 },
    ];
    expect(writeCategoriesFinding(rows)).toBe("Where each category is cheapest, it typically costs 29% to 80% less");
    expect(writeCategoriesFinding(rows.slice(1))).toBe("AI tools: 29% less where it is cheapest");
  });
});

describe("without tax and as a share of income", () => {
  type ExTax = NonNullable<Country["ex_tax"]>;
  const exTax = (more: Partial<ExTax>): ExTax => ({
    value: null,
    pct_vs_us: null,
    median_low: null,
    median_high: null,
    shown_pct_vs_us: null,
    n_products: 100,
    left_out: [],
    reason: null,
    ...more,
  });
  const taxFree = (code: string, median: number, interval: [number, number], shown: number): IndexedCountry => ({
    ...country(code, { median, interval }),
    ex_tax: exTax({ pct_vs_us: median, shown_pct_vs_us: shown }),
  });
  const TAX_FREE = [
    taxFree("TR", -57.5, [-68, -45], -49),
    taxFree("DE", -4.5, [-4.5, 1.9], 13.6),
    taxFree("DK", -0.5, [-3.9, 2.7], 24.3),
    US,
    taxFree("CH", 11.1, [11, 11.1], 20.1),
  ];
  const brazil: Country = {
    ...country("BR", { median: 0 }),
    index: null,
    ex_tax: exTax({
      n_products: 0,
      reason: "fewer than 30 products whose price without tax is known",
      left_out: [{ reason: "several taxes", n_products: 126 }],
    }),
  };

  test("no sentence hangs on the sign of a median whose interval holds the US", () => {
    expect(writeExTaxTitle(TAX_FREE)).toBe(
      "Without tax the typical subscription is clearly cheaper than in the US in one country and more expensive only in Switzerland",
    );
    expect(writeExTaxDeck(TAX_FREE)).toMatch(/^Too close to call: Germany and Denmark\. /);
    for (const code of ["DE", "DK"])
      expect(writeExTaxCountryTitle(TAX_FREE.find((one) => one.country === code) ?? brazil)).toMatch(
        /^Whether subscriptions in .* are cheaper or more expensive than in the US without tax is too close to call$/,
      );
  });

  test("what is not known is said with its reason", () => {
    expect(writeExTaxCountryTitle(brazil)).toBe("What subscriptions in Brazil cost without tax is not known");
    expect(writeExTaxCountryDeck(brazil)).toBe(
      "Fewer than 30 products whose price without tax is known. Left out: 126 (several taxes).",
    );
  });

  const withRatio = (base: IndexedCountry, ratio: number | null): IndexedCountry => ({
    ...base,
    income: { gni_per_capita_usd: ratio === null ? null : 3_000, year: 2025, reason: null, ratio },
  });
  test("who cannot be told apart from the heaviest is named with it, and the intervals stand below", () => {
    // 38 times 47 / 51.8 to 38 times 81 / 51.8 of Nigeria's median level of 51.8, and so on.
    const countries = [
      withRatio(country("PK", { median: -37.5, interval: [-45, -17], model: [55, 50, 60] }), 38),
      withRatio(country("NG", { median: -48.2, interval: [-66, -40], model: [45, 40, 50] }), 34),
      withRatio(country("TR", { median: -50, interval: [-64, -36], model: [40, 35, 45] }), 2.8),
    ];
    expect(writeBurdenTitle([withRatio(US, 1), ...countries])).toBe(
      "The same subscriptions take 34 to 38 times as much of the average income in Pakistan and Nigeria as in the US",
    );
    expect(plain(writeBurdenDeck(countries))).toBe(
      "Typical price against the US, divided by average income against the US. By the 95% interval of the median: 33 to 50 in Pakistan and 22 to 39 in Nigeria. Three countries’ medians are clearly lower in dollars and still a larger share of income.",
    );
  });

  test.each([
    { ratio: 11.9, says: "12 times as much of the average income in Egypt as in the US" },
    { ratio: 2.02, says: "twice as much of the average income in Egypt as in the US" },
    { ratio: 2.84, says: "2.8 times as much of the average income in Egypt as in the US" },
    { ratio: 1.04, says: "about as much of the average income in Egypt as in the US" },
  ])("a ratio of $ratio", ({ ratio, says }) => {
    expect(writeBurdenTitle([withRatio(US, 1), withRatio(EGYPT, ratio)])).toBe(`The same subscriptions take ${says}`);
  });

  test("lower in dollars and of a larger share of income is counted, unknown incomes are not", () => {
    const countries = [
      withRatio(EGYPT, 11.9),
      withRatio(TURKEY, 2.8),
      withRatio(NIGERIA, null),
      withRatio(DENMARK, 1.4),
    ];
    expect(writeBurdenDeck(countries)).toMatch(
      / Two countries’ medians are clearly lower in dollars and still a larger share of income\.$/,
    );
    expect(writeBurdenDeck([withRatio(KOREA, 2)])).not.toContain("lower in dollars");
    expect(writeHeavierFinding(countries)).toBe(
      "In none of the three other countries with an index do subscriptions clearly take a smaller share of income than in the US",
    );
  });

  test.each([
    // 119 / 120 to 121 / 120 of the ratio.
    {
      ratio: 0.966,
      says: "Only in Switzerland, of the two other countries with an index, do subscriptions take a slightly smaller",
      figure: "0.97",
    },
    {
      ratio: 0.8,
      says: "Only in Switzerland, of the two other countries with an index, do subscriptions take a smaller",
      figure: "0.8",
    },
    {
      ratio: 0.995,
      says: "In none of the two other countries with an index do subscriptions clearly take a smaller",
      figure: "0.99",
    },
    {
      ratio: 1.004,
      says: "In none of the two other countries with an index do subscriptions clearly take a smaller",
      figure: "1.00",
    },
  ])("sentence, figure and class of a ratio of $ratio agree", ({ ratio, says, figure }) => {
    const swiss = withRatio(country("CH", { median: 20, interval: [19, 21] }), ratio);
    expect(writeHeavierFinding([swiss, withRatio(EGYPT, 11.9)])).toBe(`${says} share of income than in the US`);
    expect(formatTimes(ratio)).toBe(figure);
    expect(burdenStepOf(ratio) === "mid").toBe(isAboutSame(ratio));
  });
});

describe("places that are no countries are not called so", () => {
  const countries = ["TR", "US", "DE", "FR", "DK", "CH"].map((code, i) => priceOf(code, 10 + i / 10));

  test.each([
    { why: "countries alone", prices: countries, says: "P costs nearly the same in all six countries" },
    {
      why: "with Antarctica",
      prices: [...countries, priceOf("AQ", 10.6)],
      says: "P costs nearly the same in all seven countries and territories",
    },
  ])("$why", ({ prices, says }) => {
    expect(writeProductTitle("P", prices, money, CERTAIN)).toBe(says);
  });

  test("what costs more is a place, not a country that pays", () => {
    const dearer = [
      priceOf("US", 10),
      priceOf("DE", 11),
      priceOf("FR", 12),
      priceOf("DK", 13),
      priceOf("BV", 14),
      priceOf("TR", 5),
    ];
    expect(writeMapFinding("P", dearer, { country: "US", usd: 10 }, CERTAIN)).toBe(
      "P costs more than in the US before sales tax in four of five other countries and territories with a price",
    );
  });
});

describe("changes of currency in the history of a price", () => {
  const through = (...currencies: [string, string, ...string[]]) => {
    const end = (currency: string | undefined) => ({ day: "2024-01-01", amount: 1, currency: currency ?? "" });
    return {
      from: end(currencies[0]),
      to: end(currencies.at(-1)),
      local_pct: null,
      fx_pct: null,
      usd_pct: 5,
      vendor_changes: 0,
      changeovers: currencies.slice(1).map((to, at) => ({ day: "2024-01-01", from: currencies[at] ?? "", to })),
      isRateHeld: false,
    };
  };

  test.each([
    [through("HRK", "EUR"), "changed from HRK to EUR and rose 5% in dollars"],
    [through("USD", "TRY", "USD"), "went from USD to TRY, back to USD, and rose 5% in dollars"],
    [through("USD", "TRY", "EUR", "USD"), "changed its currency three times and rose 5% in dollars"],
  ])("are told with where they led: %#", (split, told) => {
    expect(plain(writeHistoryFinding("TR", split))).toBe(`In Türkiye the price ${told}`);
  });
});
