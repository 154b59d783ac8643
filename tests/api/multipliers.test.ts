import { expect, test } from "vitest";
import { z } from "zod";
import { Country } from "@/lib/catalogue/countries/schema";
import { Multipliers } from "@/lib/catalogue/multipliers/schema";
import { whole } from "@/lib/contract/envelope";
import { get } from "@/tests/support/api";

const multipliers = async (query: string) =>
  whole(Multipliers).parse((await get(`/api/multipliers${query}`)).body).data;
const countries = async () => whole(z.array(Country)).parse((await get("/api/countries")).body).data;
const factorsOf = ({ countries }: Multipliers) => new Map(countries.map((one) => [one.country, one]));

test("by the median: one plus the difference from the US, with its interval and products; unknown has its reason", async () => {
  const answer = await multipliers("");
  expect(answer).toMatchObject({ base: "US", basis: "median", tax: "shown" });
  const factors = factorsOf(answer);
  for (const { code, index } of await countries()) {
    const one = factors.get(code);
    if (index === null)
      expect(one).toMatchObject({ factor: null, low: null, reason: "fewer than 30 products in common with the US" });
    else {
      expect(one?.factor).toBeCloseTo(1 + index.pct_vs_us / 100, 3);
      expect(one?.low).toBeCloseTo(1 + (index.median_low ?? Number.NaN) / 100, 3);
      expect(one?.high).toBeCloseTo(1 + (index.median_high ?? Number.NaN) / 100, 3);
      expect(one).toMatchObject({ n: index.basket_size, reason: null });
    }
  }
  expect(factors.get("US")).toMatchObject({ factor: 1, low: 1, high: 1 });
});

test("by the model: the level as a factor, and against another base with the interval of the difference", async () => {
  const [us, germany] = [
    factorsOf(await multipliers("?basis=model")),
    factorsOf(await multipliers("?basis=model&base=DE")),
  ];
  for (const { code, index } of await countries()) {
    const model = index?.model;
    if (!model) continue;
    expect(us.get(code)?.factor).toBeCloseTo(model.value / 100, 3);
    expect(us.get(code)?.low).toBeCloseTo(model.low / 100, 3);
    const against = germany.get(code);
    expect(against?.factor).toBeCloseTo((us.get(code)?.factor ?? 0) / (us.get("DE")?.factor ?? 0), 3);
    if (code === "DE") continue;
    expect(against?.low ?? Number.NaN).toBeLessThan(against?.factor ?? 0);
    expect(against?.high ?? Number.NaN).toBeGreaterThan(against?.factor ?? 0);
  }
});

test("by the median against another base: the quotient, without an interval, which the medians do not give", async () => {
  const [us, turkey] = [factorsOf(await multipliers("")), factorsOf(await multipliers("?base=tr"))];
  const one = turkey.get("DE");
  expect(one?.factor).toBeCloseTo((us.get("DE")?.factor ?? 0) / (us.get("TR")?.factor ?? 0), 3);
  expect(one).toMatchObject({ low: null, high: null, n: Math.min(us.get("DE")?.n ?? 0, us.get("TR")?.n ?? 0) });
  expect(turkey.get("TR")?.factor).toBe(1);
});

test("a base without an index has no factors, and says why", async () => {
  const { countries } = await multipliers("?base=AQ");
  expect(countries.every(({ factor }) => factor === null)).toBe(true);
  expect(countries.find(({ country }) => country === "US")?.reason).toBe(
    "none for the base: fewer than 30 products in common with the US",
  );
});

test("by a product: its prices on one platform and for one period", async () => {
  const factors = factorsOf(await multipliers("?basis=product:chatgpt"));
  const prices = async (country: string) =>
    z
      .object({ data: z.array(z.object({ platform: z.string(), period: z.string(), usd_monthly: z.number() })) })
      .parse((await get(`/api/prices?product=chatgpt&country=${country}`)).body).data;
  const india = factors.get("IN");
  const of = (list: Awaited<ReturnType<typeof prices>>) =>
    list.find(({ platform, period }) => platform === india?.platform && period === india?.period)?.usd_monthly ?? 0;
  expect(india?.factor).toBeCloseTo(of(await prices("IN")) / of(await prices("US")), 4);
  expect(india).toMatchObject({ n: 1, low: null, high: null });
  expect(factors.get("AQ")).toMatchObject({ factor: null, n: 0, platform: null });
});

test("without tax by the median, and never by the model", async () => {
  const [shown, excluded] = [factorsOf(await multipliers("")), factorsOf(await multipliers("?tax=excluded"))];
  expect(excluded.get("DK")?.factor).toBeCloseTo(1.004, 2);
  expect(shown.get("DK")?.factor).toBeGreaterThan(1.2);
  expect(excluded.get("BR")?.reason).toBe("fewer than 30 products whose price without tax is known");
  const { status, body } = await get("/api/multipliers?basis=model&tax=excluded");
  expect([status, body]).toMatchObject([400, { errors: [{ parameter: "tax" }] }]);
});

test("round rounds the factor and its interval alone", async () => {
  const [fine, coarse] = [await multipliers(""), await multipliers("?round=1")];
  for (const [at, { factor, low, n }] of coarse.countries.entries()) {
    const exact = fine.countries[at];
    if (factor === null || exact?.factor == null) continue;
    expect(factor).toBeCloseTo(exact.factor, 0);
    expect(Number((factor * 10).toFixed(6)) % 1).toBe(0);
    expect(Math.abs((low ?? 0) - (exact.low ?? 0))).toBeLessThanOrEqual(0.05001);
    expect(n).toBe(exact.n);
  }
});

test("a price becomes that of each country: by the factor, at the exchange rates of the version", async () => {
  const [plain, priced] = [await multipliers(""), await multipliers("?base=DE&price=9.99&round=1")];
  expect(plain).not.toHaveProperty("price");
  expect(plain.countries[0]).not.toHaveProperty("local_price");
  expect(priced.price).toBe(9.99);
  const exact = factorsOf(await multipliers("?base=DE"));
  const { data: rates } = z
    .object({ data: z.array(z.object({ currency: z.string(), date: z.string(), usd_per_unit: z.number() })) })
    .parse((await get(`/api/rates?date=${priced.fx_date}&page_size=200`)).body);
  const rateOf = new Map(
    rates.map(({ currency, usd_per_unit }) => [currency, usd_per_unit]).concat([["USD", 1]]) as [string, number][],
  );
  const found = factorsOf(priced);
  expect(found.get("DE")?.local_price).toBe(9.99);
  for (const code of ["US", "TR", "JP", "GB"]) {
    const { currency, local_price } = found.get(code) ?? {};
    const wanted =
      (9.99 * (rateOf.get("EUR") ?? 0) * (exact.get(code)?.factor ?? 0)) / (rateOf.get(currency ?? "") ?? 0);
    expect(wanted, code).toBeGreaterThan(0);
    // The factor here is rounded to four decimals.
    expect(Math.abs((local_price ?? 0) / wanted - 1), code).toBeLessThan(0.001);
  }
  expect(found.get("AQ")).toMatchObject({ factor: null, local_price: null });
  // ISO 4217: yen and won have no minor unit.
  for (const code of ["JP", "KR"]) expect(Number.isInteger(found.get(code)?.local_price), code).toBe(true);
});

test.each([
  ["price=9,99", "price"],
  ["price=-1", "price"],
  ["basis=mean", "basis"],
  ["basis=product:netflx", "basis"],
  ["basis=product:", "basis"],
  ["base=UK", "base"],
  ["round=5", "round"],
  ["tax=included", "tax"],
])("%s is a 400 that names %s", async (query, parameter) => {
  const { status, body } = await get(`/api/multipliers?${query}`);
  expect([status, body]).toMatchObject([400, { errors: [{ parameter }] }]);
});
