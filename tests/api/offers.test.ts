import { expect, test } from "vitest";
import { Price } from "@/lib/catalogue/prices/schema";
import { BrowsedProduct } from "@/lib/catalogue/products/browse-schema";
import { page } from "@/lib/contract/envelope";
import { get } from "../support/api";

const offers = async (query: string) => page(BrowsedProduct).parse((await get(`/api/offers?${query}`)).body);
const prices = async (query: string) => page(Price).parse((await get(`/api/prices?${query}&page_size=200`)).body).data;

test("an offer has the lowest and the highest of a product's prices under the filters", async () => {
  const { data } = await offers("country=TR&page_size=200");
  const all = await prices("country=TR");
  expect(data.reduce((sum, offer) => sum + offer.prices, 0)).toBe(all.length);
  for (const { slug, cheapest, most_expensive, prices: count } of data) {
    const own = all.filter(({ product }) => product === slug);
    const dollars = own.flatMap(({ usd_monthly }) => usd_monthly ?? []);
    expect([slug, count]).toEqual([slug, own.length]);
    expect(cheapest?.usd_monthly).toBe(dollars.length > 0 ? Math.min(...dollars) : undefined);
    expect(most_expensive?.usd_monthly).toBe(dollars.length > 0 ? Math.max(...dollars) : undefined);
  }
});

test("it is compared with the lowest US price under the same platform and period", async () => {
  const { data } = await offers("country=TR&platform=ios&period=monthly&page_size=200");
  const us = await prices("country=US&platform=ios&period=monthly");
  const compared = data.filter(({ pct_vs_us }) => pct_vs_us !== null);
  expect(compared.length).toBeGreaterThan(20);
  for (const { slug, cheapest, us: base, pct_vs_us } of compared) {
    const own = us.filter(({ product }) => product === slug).flatMap(({ usd_monthly }) => usd_monthly ?? []);
    expect(base?.usd_monthly).toBe(Math.min(...own));
    const exact = (price: typeof cheapest) => (price?.amount ?? Number.NaN) * (price?.fx_rate ?? Number.NaN);
    expect(Math.abs((pct_vs_us ?? Number.NaN) - 100 * (exact(cheapest) / exact(base) - 1))).toBeLessThan(0.000_050_1);
  }
});

test("filters combine, and every word of q is in the name, plan, vendor or slug", async () => {
  const { data, pagination } = await offers("q=NETFLIX+standard&category=streaming&country=TR");
  expect(data.map(({ slug }) => slug)).toContain("netflix");
  expect(data.every(({ category, name }) => category === "streaming" && /netflix/i.test(name))).toBe(true);
  expect(pagination.total_items).toBe(data.length);
  expect((await offers("q=no-such-words")).data).toEqual([]);
});

const KEYS: Record<string, (offer: BrowsedProduct) => number | string> = {
  cheapest: ({ cheapest }) => cheapest?.usd_monthly ?? Number.POSITIVE_INFINITY,
  spread: ({ spread }) => -(spread ?? 0),
  changed: ({ changed_on }) => -Date.parse(changed_on ?? "1970-01-01"),
  name: ({ name }) => name.toLowerCase(),
};

test.each(Object.entries(KEYS))("sort=%s orders all pages", async (sort, keyOf) => {
  const pages = [await offers(`sort=${sort}&page_size=40`), await offers(`sort=${sort}&page_size=40&page=2`)];
  const keys = pages.flatMap(({ data }) => data.map(keyOf));
  expect(keys).toHaveLength(80);
  expect(keys).toEqual([...keys].sort((a, b) => (a < b ? -1 : a > b ? 1 : 0)));
});

test.each([
  ["category=sreaming", "category"],
  ["sort=price", "sort"],
  ["country=UK", "country"],
  ["view=cards", "view"],
])("%s is a 400 that names %s", async (query, parameter) => {
  const { status, body } = await get(`/api/offers?${query}`);
  expect([status, body]).toMatchObject([400, { errors: [{ parameter }] }]);
});
