import { Big } from "big.js";
import { describe, expect, test } from "vitest";
import { z } from "zod";
import { Comparison } from "@/lib/catalogue/compare/schema";
import { Country } from "@/lib/catalogue/countries/schema";
import { Price } from "@/lib/catalogue/prices/schema";
import { Product, ProductDetail } from "@/lib/catalogue/products/schema";
import { Periods, Platforms } from "@/lib/contract/codes";
import { page, whole } from "@/lib/contract/envelope";
import { formatPct } from "@/lib/text/format";
import { get } from "@/tests/support/api";
import { findQuantile, listIndexed, type Priced, readCsv, relativesOf } from "@/tests/support/recompute-index";

const countriesBy = async (tax: string) => {
  const { data } = whole(z.array(Country)).parse((await get(`/api/countries${tax}`)).body);
  return new Map(data.map((country) => [country.country, country]));
};
const toTenth = (pct: number | null | undefined) => (pct == null ? null : Math.round(10 * pct) / 10);

describe("the index without tax", () => {
  // Landmarks; tests/api/recomputed-index.test.ts computes all of them from the exports.
  test.each([
    ["DK", 25.5, 0.4],
    ["FR", 13.6, -5.3],
    ["DE", 13.6, -4.5],
    ["AU", 5.3, -4.3],
    ["GB", 23.6, 3.0],
    ["CH", 20.1, 11.1],
    ["IN", -25.1, -36.5],
    ["TR", -52.4, -60.4],
  ])("%s: %d as shown becomes %d over the same products", async (code, shown, exTax) => {
    const country = (await countriesBy("")).get(code);
    expect([toTenth(country?.ex_tax?.shown_pct_vs_us), toTenth(country?.ex_tax?.pct_vs_us)]).toEqual([shown, exTax]);
    const seen = (await countriesBy("?tax=excluded")).get(code);
    expect(seen?.index).toMatchObject({
      pct_vs_us: country?.ex_tax?.pct_vs_us,
      n_products: country?.ex_tax?.n_products,
      median_low: country?.ex_tax?.median_low,
      model: null,
    });
  });

  test("three countries are dearer than the US, not five, and what cannot be known is null with its reason", async () => {
    const countries = [...(await countriesBy("?tax=excluded")).values()];
    const dearer = countries
      .filter(({ index }) => index !== null && index.pct_vs_us > 0)
      .map(({ country: code }) => code);
    expect(dearer).toEqual(["CH", "DK", "GB"]);
    const unknown = countries.filter(({ index, ex_tax }) => index === null && ex_tax !== null);
    expect(unknown.map(({ country: code }) => code)).toEqual(["AR", "BR", "PK"]);
    for (const { ex_tax } of unknown) {
      expect(ex_tax).toMatchObject({ pct_vs_us: null, shown_pct_vs_us: null });
      expect(ex_tax?.reason).toBe("fewer than 30 products whose price without tax is known");
    }
    const reasons = new Map(unknown.map(({ country: code, ex_tax }) => [code, ex_tax?.left_out[0]?.reason]));
    expect(Object.fromEntries(reasons)).toEqual({
      AR: "whether the price includes tax is not known",
      BR: "several taxes",
      PK: "several rates by province",
    });
  });

  test("where nothing is taken out, nothing changes; what is left out is all that is missing", async () => {
    const shown = await countriesBy("");
    const excluded = await countriesBy("?tax=excluded");
    for (const code of ["US", "CA"]) {
      const { ex_tax } = shown.get(code) ?? {};
      expect(ex_tax?.pct_vs_us).toBe(ex_tax?.shown_pct_vs_us);
    }
    for (const { country: code, index, ex_tax } of shown.values()) {
      if (index === null || ex_tax === null) continue;
      const leftOut = ex_tax.left_out.reduce((sum, { n_products: products }) => sum + products, 0);
      expect([code, ex_tax.n_products + leftOut]).toEqual([code, index.n_products]);
      expect(excluded.get(code)?.index === null).toBe(ex_tax.n_products < 30);
    }
  });
});

test("prices beside income and purchasing power, against figures computed elsewhere", async () => {
  const countries = await countriesBy("");
  const ratios = ["EG", "IN", "NG", "PK", "TR", "DE", "CH"].map((code) => toTenth(countries.get(code)?.income.ratio));
  expect(ratios).toEqual([12.2, 24.3, 33.3, 37.0, 2.6, 1.7, 1.0]);
  const turkey = countries.get("TR");
  // The publisher, who counts Microsoft 365 three times, says 1.24; mixing years of factor and rate would give 2.16.
  expect(turkey?.purchasing_power.ratio).toBeCloseTo(1.16, 1);
  expect(countries.get("US")).toMatchObject({ income: { ratio: 1 }, purchasing_power: { price_level: 1, ratio: 1 } });
});

const Ordered = z.object({ meta: z.object({ sorted_by: z.string().optional(), ranked_by: z.string() }) });

test("prices are the same in either view; ordered without tax where asked, which the answer says", async () => {
  const ask = async (query: string) => {
    const { body } = await get(`/api/prices?page_size=200&${query}`);
    return { data: page(Price).parse(body).data, ...Ordered.parse(body) };
  };
  for (const country of ["DE", "BR", "US"])
    expect((await ask(`country=${country}&tax=excluded`)).data).toEqual((await ask(`country=${country}`)).data);
  const sorted = await ask("country=DE&sort=-usd_monthly&tax=excluded");
  const usd = sorted.data.flatMap(({ tax }) => tax.ex_tax_usd_monthly ?? []);
  expect(usd.length).toBeGreaterThan(50);
  expect(usd).toEqual([...usd].sort((a, b) => b - a));
  expect(sorted.data[0]?.usd_monthly).toBeGreaterThan(usd[0] ?? Number.NaN);
  expect(sorted.meta).toMatchObject({ sorted_by: "-ex_tax_usd_monthly", ranked_by: "ex_tax_usd_monthly" });
  expect((await ask("country=DE&sort=usd_monthly")).meta).toMatchObject({
    sorted_by: "usd_monthly",
    ranked_by: "usd_monthly",
  });
  for (const { tax, usd_monthly, ex_tax_pct_vs_us } of (await ask("country=BR")).data) {
    expect(usd_monthly).not.toBeNull();
    if (tax.ex_tax_usd_monthly === null) expect([tax.reason !== null, ex_tax_pct_vs_us]).toEqual([true, null]);
  }
});

test("a product has its ends and its middle without tax beside those of its list prices, in either view", async () => {
  const detail = whole(ProductDetail).parse((await get("/api/services/netflix?tax=excluded")).body).data;
  expect(whole(ProductDetail).parse((await get("/api/services/netflix")).body).data).toEqual(detail);
  const known = detail.prices.flatMap(({ tax, ex_tax_ranked }) =>
    tax.ex_tax_usd_monthly === null || !ex_tax_ranked ? [] : [tax.ex_tax_usd_monthly],
  );
  expect(known.length).toBe(detail.ex_tax_n_ranked);
  expect(known.length).toBeGreaterThan(10);
  expect([detail.ex_tax_min, detail.ex_tax_max]).toEqual([Math.min(...known), Math.max(...known)]);
  expect(detail.cheapest_without_tax?.tax.ex_tax_usd_monthly).toBe(detail.ex_tax_min);
  const { body } = await get("/api/services?tax=excluded&sort=-max&page_size=200");
  const listed = page(Product).parse(body).data;
  const { prices, access: _, ...product } = detail;
  expect(listed.find(({ product: slug }) => slug === "netflix")).toEqual(product);
  const highest = listed.flatMap(({ ex_tax_max }) => ex_tax_max ?? []);
  expect(highest).toEqual([...highest].sort((a, b) => b - a));
  expect(Ordered.parse(body).meta).toMatchObject({ sorted_by: "-ex_tax_max", ranked_by: "ex_tax_usd_monthly" });
});

describe("compare without tax", () => {
  const compare = async (products: string, countries: string, tax: string) =>
    whole(Comparison).parse((await get(`/api/compare?products=${products}&countries=${countries}${tax}`)).body).data;

  test("a total is over known cells alone, and no saving is between a price with tax and one without", async () => {
    const { tax, matrix, totals, savings } = await compare("chatgpt,claude", "US,DE,BR", "&tax=excluded");
    expect(tax).toBe("excluded");
    for (const { cells, tax_unknown, cheapest_country, saving } of matrix) {
      const [us, germany, brazil] = cells;
      expect(brazil).toMatchObject({ usd: null, usd_monthly: null, tax: { reason: "several taxes" } });
      expect(tax_unknown).toEqual(["BR"]);
      expect(germany?.usd_monthly).toBe(germany?.tax.ex_tax_usd_monthly);
      expect(us?.usd_monthly).toBe(us?.tax.ex_tax_usd_monthly);
      expect(cheapest_country).not.toBe("BR");
      const saved = (us?.usd_monthly ?? 0) - (germany?.usd_monthly ?? 0);
      if (saved > 0) expect(saving?.usd_monthly).toBeCloseTo(saved, 3);
      else expect(saving).toBeNull();
    }
    expect(totals[2]).toMatchObject({
      country: "BR",
      usd_monthly: null,
      complete: false,
      missing: ["chatgpt", "claude"],
    });
    expect(savings.best_mix?.picks.map(({ country }) => country)).not.toContain("BR");
  });

  test("as shown, no cell is unknown for its tax", async () => {
    const { tax, matrix } = await compare("chatgpt,claude", "US,DE,BR", "");
    expect(tax).toBe("shown");
    expect(matrix.flatMap(({ tax_unknown }) => tax_unknown)).toEqual([]);
  });

  test("its file has the US dollars of the view, and those without tax in their own columns of both", async () => {
    const call = "/api/compare?products=chatgpt,claude&countries=DE,BR&format=csv";
    const plain = readCsv((await get(call)).text);
    const rows = readCsv((await get(`${call}&tax=excluded`)).text);
    expect(rows).toHaveLength(4);
    for (const [at, row] of rows.entries()) {
      expect(row.usd_monthly).toBe(row.ex_tax_usd_monthly);
      expect(row.ex_tax_usd_monthly).toBe(plain[at]?.ex_tax_usd_monthly);
    }
    expect(plain[0]?.usd_monthly).not.toBe(plain[0]?.ex_tax_usd_monthly);
  });
});

test.each(["/api/prices", "/api/services", "/api/services/netflix", "/api/countries"])(
  "%s takes no other view, and tax=shown is the same as none",
  async (path) => {
    const { status, body } = await get(`${path}?tax=included`);
    expect(status).toBe(400);
    expect(body).toMatchObject({ errors: [{ parameter: "tax", allowed: ["shown", "excluded"] }] });
    const named = await get(`${path}?tax=shown`);
    const plain = await get(path);
    expect(named.headers.get("etag")).toBe(plain.headers.get("etag"));
  },
);

describe("the medians of a country's categories without tax", () => {
  test.each(["DK", "CH", "GB"])("%s: those that follow from the exports", async (code) => {
    const [prices, products] = await Promise.all(
      ["prices", "products"].map(async (dataset) =>
        readCsv((await get(`/api/export?dataset=${dataset}&format=csv`)).text),
      ),
    );
    const priced = listIndexed(prices ?? [], products ?? []).flatMap((row): Priced[] => {
      const { product = "", country = "", currency = "", fx_rate = "", ex_tax_amount = "" } = row;
      if (ex_tax_amount === "" || fx_rate === "" || row.fx_stale === "TRUE") return [];
      const kind = { platform: Platforms.parse(row.platform), period: Periods.parse(row.period) };
      return [{ product, country, ...kind, currency, usd: Big(ex_tax_amount).times(fx_rate), usdMonthly: 0 }];
    });
    const basket = new Set(
      (products ?? []).filter((row) => row.in_basket === "TRUE").map(({ product = "" }) => product),
    );
    const categoryOf = new Map((products ?? []).map(({ product = "", category = "" }) => [product, category]));
    const relatives = [...relativesOf(priced, basket, code)];
    const medians = [...new Set(categoryOf.values())].flatMap((category) => {
      const own = relatives.flatMap(([product, { pct }]) => (categoryOf.get(product) === category ? [pct] : []));
      return own.length >= 5
        ? [
            findQuantile(
              own.sort((a, b) => a - b),
              0.5,
            ),
          ]
        : [];
    });
    expect(medians.length).toBeGreaterThan(3);
    const { data: categories } = z
      .object({ data: z.array(z.object({ category: z.string() })) })
      .parse((await get("/api/categories")).body);
    const own: number[] = [];
    for (const { category } of categories) {
      const { body } = await get(`/api/countries?tax=excluded&category=${category}`);
      const country = whole(z.array(Country))
        .parse(body)
        .data.find((one) => one.country === code);
      own.push(...(country?.index ? [country.index.pct_vs_us] : []));
    }
    expect(own.map((pct) => formatPct(pct, 1)).sort()).toEqual(medians.map((pct) => formatPct(pct, 1)).sort());
    const { text } = await get(`/countries/${code}?tax=excluded`);
    const table = /<caption[^>]*>Median difference from the US without tax by category[\s\S]*?<\/table>/.exec(
      text,
    )?.[0];
    const shown = [...(table ?? "").matchAll(/class="diff-figure">([^<]*)</g)].map(([, figure]) => figure);
    expect(shown).toEqual(medians.sort((a, b) => a - b).map((pct) => formatPct(pct, 1)));
  });
});
