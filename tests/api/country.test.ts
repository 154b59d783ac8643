import { expect, test } from "vitest";
import { z } from "zod";
import { CountryDetail } from "@/lib/catalogue/countries/detail/schema";
import { Country } from "@/lib/catalogue/countries/schema";
import { Price } from "@/lib/catalogue/prices/schema";
import { page, whole } from "@/lib/contract/envelope";
import { get } from "../support/api";
import { isProxied } from "../support/spawn-server";

const country = async (code: string, query = "") =>
  whole(CountryDetail).parse((await get(`/api/countries/${code}${query}`)).body).data;
const priceOf = async (code: string, product: string) =>
  page(Price).parse((await get(`/api/prices?country=${code}&product=${product}`)).body).data;

test.each(["", "?tax=excluded"])("begins with the record of the list%s", async (query) => {
  const list = whole(z.array(Country)).parse((await get(`/api/countries${query}`)).body).data;
  for (const code of ["TR", "US", "AQ"]) {
    const one = list.find((listed) => listed.country === code);
    expect(one).toBeDefined();
    expect(await country(code, query)).toMatchObject({ ...one });
  }
  expect((await country("TR", query)).n_ranked).toBe(list.filter(({ index }) => index !== null).length);
});

test("counts each product of the index once by its difference", async () => {
  const { relatives, distribution, index } = await country("TR");
  expect(relatives.n_products).toBe(index?.n_products);
  expect(relatives.n_cheaper + relatives.n_equal + relatives.n_dearer).toBe(relatives.n_products);
  expect(distribution.reduce((sum, { n_products: count }) => sum + count, 0)).toBe(relatives.n_products);
  const below = distribution.filter(({ pct }) => pct < 0).reduce((sum, { n_products: count }) => sum + count, 0);
  expect(below).toBe(relatives.n_cheaper);
});

test("names the products furthest from the US price, with the two prices they compare", async () => {
  const { lowest, highest } = await country("TR");
  expect(lowest.length).toBeGreaterThan(3);
  expect(lowest.map(({ pct }) => pct)).toEqual(lowest.map(({ pct }) => pct ?? 0).sort((a, b) => a - b));
  expect(highest.map(({ pct }) => pct)).toEqual(highest.map(({ pct }) => pct ?? 0).sort((a, b) => b - a));
  for (const { price, us_usd_monthly, pct } of [...lowest, ...highest]) {
    // A list of prices names product and country in each row.
    expect(await priceOf("TR", price.product)).toContainEqual(expect.objectContaining(price));
    const us = (await priceOf("US", price.product)).find(
      ({ platform, period }) => platform === price.platform && period === price.period,
    );
    expect(us_usd_monthly).toBe(us?.usd_monthly);
    expect(pct).toBeCloseTo(100 * ((price.usd_monthly ?? 0) / (us?.usd_monthly ?? 0) - 1), 2);
  }
});

test("without tax the extremes compare dollars without tax", async () => {
  const { lowest } = await country("DK", "?tax=excluded");
  expect(lowest.length).toBeGreaterThan(0);
  for (const { price } of lowest) expect(price.usd_monthly).toBe(price.tax.ex_tax_usd_monthly);
});

test.each(["", "?tax=excluded"])("ranks its category medians among the countries that have one%s", async (query) => {
  const { categories } = await country("TR", query);
  expect(categories.length).toBeGreaterThan(3);
  for (const { category, pct_vs_us, n_products, rank, n_countries } of categories) {
    const call = `/api/countries${query || "?"}&category=${category}`.replace("?&", "?");
    const ranked = whole(z.array(Country))
      .parse((await get(call)).body)
      .data.filter(({ index }) => index !== null);
    const own = ranked.find(({ country: code }) => code === "TR")?.index;
    expect([own?.pct_vs_us, own?.n_products]).toEqual([pct_vs_us, n_products]);
    const lower = ranked.filter(({ index }) => (index?.pct_vs_us ?? 0) < pct_vs_us).length;
    const equal = ranked.filter(({ index }) => index?.pct_vs_us === pct_vs_us).length;
    expect(rank).toBeGreaterThan(lower);
    expect(rank).toBeLessThanOrEqual(lower + equal);
    expect(n_countries).toBe(ranked.length);
  }
});

test("its currencies and sources count every price", async () => {
  for (const code of ["TR", "AQ"]) {
    const { n_prices: prices, currencies, sources } = await country(code);
    const sum = (counted: readonly { n_prices: number }[]) =>
      counted.reduce((total, { n_prices }) => total + n_prices, 0);
    expect([sum(currencies), sum(sources)]).toEqual([prices, prices]);
  }
});

test("a country without an index has a null index, and no categories", async () => {
  expect(await country("AQ")).toMatchObject({ index: null, categories: [] });
});

test("the code may come in either case", async () => {
  expect(await country("tr")).toEqual(await country("TR"));
});

test.each([["UK", ["GB"]], ["Turkey", ["TR"]], ["ZZ", []], ...(isProxied ? [] : [["%00", []] as const])] as const)(
  "%s is a 404 that suggests %j, never a 304",
  async (code, suggestions) => {
    for (const headers of [{}, { "if-modified-since": "Thu, 01 Jan 2099 00:00:00 GMT" }, { "if-none-match": "*" }]) {
      const { status, body } = await get(`/api/countries/${code}`, { headers: { ...headers } });
      expect([status, body]).toMatchObject([404, suggestions.length > 0 ? { suggestions } : { status: 404 }]);
    }
  },
);
