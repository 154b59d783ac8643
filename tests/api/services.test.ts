import { expect, test } from "vitest";
import { Product, ProductDetail } from "@/lib/catalogue/products/schema";
import { page, whole } from "@/lib/contract/envelope";
import { get } from "../support/api";

const list = async (query = "") => page(Product).parse((await get(`/api/services?${query}`)).body);
const one = async (slug: string) => whole(ProductDetail).parse((await get(`/api/services/${slug}`)).body).data;

test("lists 150 products by slug, of which three have no price: one ended, two were withdrawn", async () => {
  const { data, pagination } = await list("page_size=200");
  expect(pagination.total_items).toBe(150);
  expect(data.map(({ slug }) => slug)).toEqual(data.map(({ slug }) => slug).sort());
  expect(data.filter(({ cheapest }) => cheapest === null).map(({ slug }) => slug)).toEqual([
    ...["mimo", "netflix-basic-with-ads", "vocabulary"],
  ]);
});

test("filters by category; an unknown one is refused with all that there are", async () => {
  const { data } = await list("category=Streaming&page_size=200");
  expect(data).toHaveLength(23);
  expect(new Set(data.map(({ category }) => category))).toEqual(new Set(["streaming"]));
  const { status, body } = await get("/api/services?category=stream");
  expect(status).toBe(400);
  expect(body).toMatchObject({
    errors: [
      { allowed: ["ai", "education", "photo-video", "productivity", "social", "streaming"], suggestion: "streaming" },
    ],
  });
});

test("cheapest, dearest and spread are those of the product's own prices", async () => {
  for (const slug of ["netflix", "chatgpt", "spotify", "1password", "duolingo"]) {
    const product = await one(slug);
    const byPrice = product.prices
      .filter(({ usd_monthly }) => usd_monthly !== null)
      .sort(
        (a, b) =>
          Number(a.usd_monthly) - Number(b.usd_monthly) || (a.country < b.country ? -1 : a.country > b.country ? 1 : 0),
      );
    expect(product.cheapest).toEqual(byPrice[0]);
    expect(product.most_expensive?.usd_monthly).toBe(byPrice.at(-1)?.usd_monthly);
    expect(product.usd_monthly_min).toBe(byPrice[0]?.usd_monthly);
    expect(product.usd_monthly_max).toBe(byPrice.at(-1)?.usd_monthly);
    expect(product.countries).toBe(new Set(product.prices.map(({ country }) => country)).size);
    expect(product.verified_on).toBe(
      product.prices
        .map(({ verified_on }) => verified_on)
        .sort()
        .at(-1),
    );
    const cheapestThere = new Map<string, number>();
    for (const { country, usd_monthly } of byPrice) {
      if (!cheapestThere.has(country)) cheapestThere.set(country, Number(usd_monthly));
    }
    const sorted = [...cheapestThere.values()].sort((a, b) => a - b);
    const middle =
      (Number(sorted[Math.floor((sorted.length - 1) / 2)]) + Number(sorted[Math.ceil((sorted.length - 1) / 2)])) / 2;
    expect(product.usd_monthly_median).toBeCloseTo(middle, 3);
  }
});

test("the list and the single product tell the same", async () => {
  const { data } = await list("category=ai&page_size=200");
  for (const listed of data.slice(0, 5)) {
    const { prices, most_expensive, ...rest } = await one(listed.slug);
    expect(rest).toEqual(listed);
    expect(prices.length).toBeGreaterThan(0);
    expect(most_expensive).not.toBeNull();
  }
});

test("a product that nobody lists any more is there, without prices", async () => {
  expect(await one("netflix-basic-with-ads")).toMatchObject({
    ...{ prices: [], cheapest: null, most_expensive: null, countries: 0, usd_monthly_median: null, verified_on: null },
  });
});

test("an unknown slug is a 404 with the nearest ones", async () => {
  const { status, body } = await get("/api/services/netflx");
  expect(status).toBe(404);
  expect(body).toMatchObject({ suggestions: expect.arrayContaining(["netflix"]) });
});

test.each(["%00", "__proto__", "constructor", "..%2f..", "a".repeat(5000), "%F0%9F%98%80"])(
  "slug %.20s is a JSON error",
  async (slug) => {
    const { status, headers } = await get(`/api/services/${slug}`);
    expect([400, 404]).toContain(status);
    expect(headers.get("content-type")).toContain("application/problem+json");
  },
);
