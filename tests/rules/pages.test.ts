import { readFileSync } from "node:fs";
import { describe, expect, it } from "vitest";
import { z } from "zod";
import { toDrawable } from "@/components/og/drawable";
import { STEP_COLOURS } from "@/components/og/step-colour";
import { guessCountry } from "@/lib/countries/rules";
import { sourceOf } from "@/lib/dataset/rules";
import { chooseCurrency, fromUsd, US_DOLLARS } from "@/lib/fx/rules";
import { readPageQuery, toHref } from "@/lib/pages/query";
import { cheapestByCountry, dearestOf, differencePct, pairWithUs } from "@/lib/prices/rules";
import type { Price } from "@/lib/prices/schema";
import { productLabel } from "@/lib/products/rules";
import { findExactPage } from "@/lib/search/rules";

describe("the reader's country", () => {
  const known = new Set(["DE", "US", "BR", "GB"]);
  it.each([
    ["is the region of the first language", "de-DE,de;q=0.9,en-US;q=0.8", "DE"],
    ["is the first region stated, before what a bare language suggests", "de,en-GB;q=0.5", "GB"],
    ["is where most speakers live when no region is stated", "pt;q=0.9", "BR"],
    ["follows quality, not order", "en-US;q=0.1,de-DE;q=0.9", "DE"],
    ["is none that has no price here", "fr-FR", null],
    ["leaves out what is refused", "en-US;q=0", null],
    ["is unknown without a header", null, null],
    ["survives nonsense", "*;q=1,,;;,x-y-z,123,de_DE,\u0000", null],
  ])("%s", (_, header, expected) => {
    expect(guessCountry(header, known)).toBe(expected);
  });
});

describe("a page's query", () => {
  const schema = z.object({ page: z.coerce.number().int().min(1).default(1), sort: z.enum(["a", "b"]).default("a") });
  it.each([
    ["takes what fits", { page: "3", sort: "b" }, { page: 3, sort: "b" }, []],
    ["keeps defaults for what does not, and says so", { page: "x", sort: "b" }, { page: 1, sort: "b" }, ["page"]],
    ["counts empty values as absent, as forms send them", { page: "", sort: " " }, { page: 1, sort: "a" }, []],
    ["ignores what it does not know", { utm_source: "x" }, { page: 1, sort: "a" }, []],
    ["takes the last of a repeated parameter", { sort: ["a", "b"] }, { page: 1, sort: "b" }, []],
  ])("%s", (_, params, query, refused) => {
    const read = readPageQuery(params, schema);
    expect(read.query).toEqual(query);
    expect(read.refused.map(({ parameter }) => parameter)).toEqual(refused);
  });

  it("is written in one way, without what is absent", () => {
    expect(toHref("/p", { b: "x y", a: "1,2", c: undefined, d: "" }, "#t")).toBe("/p?a=1,2&b=x%20y#t");
    expect(toHref("/p", {})).toBe("/p");
  });
});

describe("the display currency", () => {
  const rates = [{ currency: "EUR", date: "2026-09-29", usd_per_unit: 1.25 }];
  it.each([
    ["is the address's before the remembered one", "eur", "USD", "EUR", null],
    ["is the remembered one without an address's", undefined, "EUR", "EUR", null],
    ["is US dollars without either", undefined, undefined, "USD", null],
    ["is the remembered one when the address asks in vain, and says so", "XXX", "EUR", "EUR", "XXX"],
    ["may be US dollars against the remembered one", "USD", "EUR", "USD", null],
  ])("%s", (_, asked, remembered, code, unknown) => {
    const chosen = chooseCurrency(rates, asked, remembered);
    expect([chosen.currency.code, chosen.unknown]).toEqual([code, unknown]);
  });

  it("is reached by dividing by its rate, in decimals", () => {
    expect(fromUsd(0.3, { code: "EUR", usdPerUnit: 0.1, date: null })).toBe(3);
    expect(fromUsd(5.9187, US_DOLLARS)).toBe(5.9187);
  });
});

const price = (country: string, usd_monthly: number | null, more: Partial<Price> = {}): Price => ({
  product: "netflix",
  country,
  platform: "web",
  period: "monthly",
  amount: usd_monthly ?? 1,
  currency: "USD",
  usd: usd_monthly,
  usd_monthly,
  fx_rate: 1,
  fx_date: "2026-09-29",
  source_url: "https://example.com/",
  verified_on: "2026-09-29",
  ...more,
});

describe("prices of a product", () => {
  it("count once a country, the lowest; without a rate not at all", () => {
    const prices = [price("TR", 6), price("TR", 5, { platform: "ios" }), price("PK", null), price("EG", 5)];
    expect(cheapestByCountry(prices).map(({ country, usd_monthly }) => [country, usd_monthly])).toEqual([
      ["EG", 5],
      ["TR", 5],
    ]);
  });

  it("have as dearest of several equal ones that of the lower code, as the API", () => {
    expect(dearestOf(cheapestByCountry([price("LI", 9), price("CH", 9), price("TR", 5)]))?.country).toBe("CH");
    expect(dearestOf([])).toBeUndefined();
  });

  it("are compared with the US price of the same platform and period only", () => {
    const usPriceOf = pairWithUs([price("US", 10), price("US", 8, { platform: "ios" })]);
    expect(usPriceOf(price("TR", 5))).toBe(10);
    expect(usPriceOf(price("TR", 5, { platform: "ios" }))).toBe(8);
    expect(usPriceOf(price("TR", 5, { period: "yearly" }))).toBeNull();
  });

  it.each([
    [5, 20, -75],
    [null, 20, null],
    [5, null, null],
    [5, 0, null],
    [0.3, 0.1, 200],
  ])("differ in decimals: %s against %s is %s %%", (usd, base, expected) => {
    expect(differencePct(usd, base)).toBe(expected);
  });
});

it.each([
  ["Netflix", "Standard", "Netflix Standard"],
  ["Netflix Basic", "Basic", "Netflix Basic"],
  ["Elevate", "Elevate Premium", "Elevate Premium"],
  ["MUBI", "MUBI", "MUBI"],
])("names %s, plan %s, as %s", (name, plan, label) => {
  expect(productLabel({ name, plan })).toBe(label);
});

describe("a search text", () => {
  const products = [
    { slug: "netflix", name: "Netflix", label: "Netflix Standard" },
    { slug: "netflix-basic", name: "Netflix Basic", label: "Netflix Basic" },
  ];
  const countries = [
    { code: "TR", name: "Türkiye" },
    { code: "NE", name: "Niger" },
    { code: "NG", name: "Nigeria" },
  ];
  it.each([
    ["a product by its label", "netflix standard", "/services/netflix"],
    ["a product by its name", "NETFLIX", "/services/netflix"],
    ["a country without its accents", "turkiye", "/countries/TR"],
    ["a country by its code", "tr", "/countries/TR"],
    ["the exact country before longer ones", "Niger", "/countries/NE"],
    ["a country by the only match of a part", "geria", "/countries/NG"],
    ["nothing by what several begin with", "nig", null],
    ["nothing by part of a product", "flix", null],
    ["nothing by nothing", " - ", null],
  ])("names %s", (_, text, expected) => {
    expect(findExactPage(text, products, countries)).toBe(expected);
  });
});

it("finds the source of a price by host and path", () => {
  const source = (id: string, url: string, prices: number) => ({
    id,
    url,
    prices,
    name: id,
    publisher: id,
    license: "x",
  });
  const sources = [
    source("rates", "https://github.com/tompec/netflix-prices", 0),
    source("netflix", "https://github.com/tompec/netflix-prices", 800),
    source("fx", "https://github.com/fawazahmed0/exchange-api", 0),
  ];
  expect(sourceOf("https://github.com/tompec/netflix-prices/blob/x/data.json", sources)?.id).toBe("netflix");
  expect(sourceOf("https://www.github.com/fawazahmed0/exchange-api", sources)?.id).toBe("fx");
  expect(sourceOf("https://example.com/", sources)).toBeNull();
});

describe("the card of a link", () => {
  it("asks for no character that its fonts lack, so that nothing is fetched", () => {
    expect(toDrawable("56\u202f% less in Türkiye — İzmir, Łódź, 東京 😀")).toBe("56 % less in Türkiye — Izmir, ódz,  ");
  });

  it("has the colours of the scale in the light theme", () => {
    const css = readFileSync("components/styles/tokens.css", "utf8");
    for (const [step, colour] of Object.entries(STEP_COLOURS))
      expect(css).toContain(`--dv-${step}: light-dark(${colour},`);
  });
});
