import { expect, test } from "vitest";
import { z } from "zod";
import { Country } from "@/lib/catalogue/countries/schema";
import { Summary } from "@/lib/catalogue/summary/schema";
import { whole } from "@/lib/contract/envelope";
import { get } from "../support/api";

const summary = async () => whole(Summary).parse((await get("/api/summary")).body).data;
const countries = async () => whole(z.array(Country)).parse((await get("/api/countries")).body).data;
const Total = z.object({ pagination: z.object({ total_items: z.int() }) });

test("counts the prices of the dataset, once by their days", async () => {
  const { prices, countries: counted, freshness, data_date } = await summary();
  expect(prices).toBe(Total.parse((await get("/api/prices?page_size=1")).body).pagination.total_items);
  expect(freshness.reduce((sum, { count }) => sum + count, 0)).toBe(prices);
  expect(freshness.at(-1)?.day).toBe(data_date);
  expect(counted).toBe((await countries()).length);
});

test("each country with an index but the US stands on one side of it, or is unclear", async () => {
  const { index, headline, explanation } = await summary();
  const indexed = (await countries()).filter((country) => country.index !== null);
  expect(index.countries).toBe(indexed.length);
  const abroad = indexed.map(({ code }) => code).filter((code) => code !== "US");
  expect([...index.cheaper, ...index.dearer, ...index.unclear].sort()).toEqual(abroad.sort());
  const high = new Map(indexed.map((country) => [country.code, country.index?.median_high ?? 0]));
  expect(index.cheaper.length).toBeGreaterThan(0);
  for (const code of index.cheaper) expect(high.get(code)).toBeLessThan(0);
  // Egypt's interval ends above 62.5, so that no "about half" is said.
  expect(headline).toContain("less than two thirds as much in Egypt");
  expect(explanation).toContain("45 cents in Egypt");
});

test("well-known services stand with the prices of their own page", async () => {
  const { services } = await summary();
  expect(services.length).toBeGreaterThan(5);
  const Detail = z.object({
    data: z.object({ cheapest: z.unknown(), most_expensive: z.unknown(), prices: z.array(z.unknown()) }),
  });
  for (const { slug, cheapest, most_expensive, us } of services) {
    const { data } = Detail.parse((await get(`/api/services/${slug}`)).body);
    expect([cheapest, most_expensive]).toEqual([data.cheapest, data.most_expensive]);
    expect(data.prices).toContainEqual(us);
  }
});

test("the largest changes come largest first, and none is older than it says", async () => {
  const { largest_changes } = await summary();
  const sizes = largest_changes.changes.map(({ was, is }) => Math.abs(Math.log(is / was)));
  expect(sizes.length).toBeGreaterThan(0);
  for (const { first_seen_on } of largest_changes.changes) expect(first_seen_on >= largest_changes.since).toBe(true);
});
