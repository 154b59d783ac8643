import { expect, test } from "vitest";
import { z } from "zod";
import { ExchangeRate } from "@/lib/catalogue/fx/schema";
import { page } from "@/lib/contract/envelope";
import { get } from "../support/api";

const rates = async (query: string) => page(ExchangeRate).parse((await get(`/api/rates${query}`)).body);
const Prices = z.object({
  data: z.array(
    z.object({ currency: z.string(), fx_rate: z.number(), fx_date: z.string(), fx_source: z.string().nullable() }),
  ),
});

test("without a day they are those by which the prices of the dataset were converted, with their source", async () => {
  const { data } = await rates("?page_size=200");
  const known = new Map(data.map((rate) => [rate.currency, rate]));
  const prices = Prices.parse((await get("/api/prices?product=netflix&page_size=200")).body).data;
  const converted = prices.filter(({ currency }) => currency !== "USD");
  expect(converted.length).toBeGreaterThan(20);
  for (const { currency, fx_rate, fx_date, fx_source } of converted) {
    expect(known.get(currency)).toEqual({ currency, usd_per_unit: fx_rate, date: fx_date, source: fx_source });
  }
  expect(data.map(({ currency }) => currency)).toEqual([...known.keys()].sort());
  expect(known.has("USD")).toBe(false);
});

test("a day has its own rates, or those of the nearest of the ten days before", async () => {
  const { data } = await rates("?currency=eur,TRY&date=2026-01-04");
  expect(data.map(({ currency }) => currency)).toEqual(["EUR", "TRY"]);
  for (const { date } of data) {
    expect(date <= "2026-01-04").toBe(true);
    expect(date >= "2025-12-25").toBe(true);
  }
  const every = z
    .object({ data: z.array(ExchangeRate) })
    .parse((await get("/api/export?dataset=rates")).body)
    .data.filter(({ currency, date }) => currency === "EUR" && date <= "2026-01-04");
  expect(every.filter(({ date }) => date === every.at(-1)?.date)).toContainEqual(data[0]);
});

test("a currency without a rate of those days is left out, as the US dollar is", async () => {
  expect((await rates("?currency=USD,DEM,EUR")).data.map(({ currency }) => currency)).toEqual(["EUR"]);
  expect((await rates("?date=1990-01-01")).data).toEqual([]);
});

test("pages follow each other without a gap", async () => {
  const whole = (await rates("?page_size=200")).data;
  const first = await rates("?page_size=7");
  const second = await rates("?page_size=7&page=2");
  expect([...first.data, ...second.data]).toEqual(whole.slice(0, 14));
  expect(first.pagination.total_items).toBe(whole.length);
  expect((await rates("?page=1000")).data).toEqual([]);
});

test.each([
  ["currency=EU", "currency"],
  ["currency=ZZZ", "currency"],
  ["date=yesterday", "date"],
  ["date=2026-02-30", "date"],
  ["date=0000-01-01", "date"],
  ["day=2026-01-01", "day"],
])("%s is a 400 that names %s", async (query, parameter) => {
  const { status, body } = await get(`/api/rates?${query}`);
  expect([status, body]).toMatchObject([400, { errors: [{ parameter }] }]);
});

test("a day without rates says of each currency for which days it has none, as the ledger has them", async () => {
  const Missing = z.object({
    data: z.array(ExchangeRate),
    meta: z.object({
      missing_rates: z.array(
        z.object({ currency: z.string(), from: z.string().nullable(), to: z.string().nullable() }),
      ),
    }),
  });
  const ledger = z
    .object({ data: z.array(z.object({ currency: z.string(), date: z.string() })) })
    .parse((await get("/api/export?dataset=rates")).body).data;
  const shift = (day: string, days: number) => new Date(Date.parse(day) + days * 86_400_000).toISOString().slice(0, 10);
  const day = "2023-03-15";
  const answer = Missing.parse((await get(`/api/rates?date=${day}&page_size=200`)).body);
  const rated = new Set(answer.data.map(({ currency }) => currency));
  const expected = [...new Set(ledger.map(({ currency }) => currency))]
    .filter((currency) => !rated.has(currency) && currency !== "USD")
    .sort()
    .map((currency) => {
      const days = ledger
        .filter((rate) => rate.currency === currency)
        .map(({ date }) => date)
        .sort();
      const before = days.filter((date) => date <= day).at(-1);
      const after = days.find((date) => date > day);
      return { currency, from: before ? shift(before, 11) : null, to: after ? shift(after, -1) : null };
    });
  expect(expected.length).toBeGreaterThan(0);
  expect(answer.meta.missing_rates).toEqual(expected);
});
