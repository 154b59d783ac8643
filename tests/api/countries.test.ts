import { expect, test } from "vitest";
import { z } from "zod";
import { whole } from "@/lib/contract/envelope";
import { Country } from "@/lib/countries/schema";
import { get } from "../support/api";

const list = async () => whole(z.array(Country)).parse((await get("/api/countries")).body).data;

test("lists the 245 countries with prices, by code", async () => {
  const countries = await list();
  expect(countries).toHaveLength(245);
  expect(countries.map(({ code }) => code)).toEqual(countries.map(({ code }) => code).sort());
  expect(countries.reduce((sum, { prices }) => sum + prices, 0)).toBe(3136);
});

test("Egypt's index is 43.8 with 124 products, Turkey's 51.0, the base 100", async () => {
  const index = new Map((await list()).map(({ code, index }) => [code, index]));
  expect(index.get("EG")).toMatchObject({ basket_size: 124, rank: 1, usd_billed: false });
  expect(index.get("EG")?.value).toBeCloseTo(43.8, 1);
  expect(index.get("TR")?.value).toBeCloseTo(51.0, 1);
  expect(index.get("US")).toMatchObject({ value: 100, pct_vs_us: 0, cheaper_share: 0 });
  expect(index.get("AR")).toMatchObject({ usd_billed: true });
});

test("no country below 30 matched products has an index, and it says why", async () => {
  const countries = await list();
  const published = countries.filter(({ index }) => index !== null);
  expect(published).toHaveLength(18);
  for (const { index, index_status } of published) {
    expect(index?.basket_size).toBeGreaterThanOrEqual(30);
    expect(index_status).toBe("published");
  }
  for (const { index, index_status } of countries.filter(({ index }) => index === null)) {
    expect([index, index_status]).toEqual([null, "insufficient_basket"]);
  }
});

test("ranks run from 1 without gaps, cheapest first", async () => {
  const published = (await list()).flatMap(({ index }) => index ?? []).sort((a, b) => a.rank - b.rank);
  expect(published.map(({ rank }) => rank)).toEqual(published.map((_, at) => at + 1));
  expect(published.map(({ value }) => value)).toEqual(published.map(({ value }) => value).sort((a, b) => a - b));
});

test("the model estimate lies in its interval, and is 100 for the base", async () => {
  for (const { code, index } of await list()) {
    if (!index?.model) continue;
    const { low, value, high } = index.model;
    expect(low).toBeLessThanOrEqual(value);
    expect(value).toBeLessThanOrEqual(high);
    if (code === "US") expect(index.model).toEqual({ value: 100, low: 100, high: 100 });
  }
});
