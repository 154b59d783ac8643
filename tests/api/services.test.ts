import { expect, test } from "vitest";
import { z } from "zod";
import type { Price } from "@/lib/catalogue/prices/schema";
import { Product, ProductDetail } from "@/lib/catalogue/products/schema";
import { page, whole } from "@/lib/contract/envelope";
import { get } from "../support/api";
import { rankPrices } from "../support/recompute-ranking";
import { isProxied } from "../support/spawn-server";

const list = async (query = "") => page(Product).parse((await get(`/api/services?${query}`)).body);
const one = async (slug: string) => whole(ProductDetail).parse((await get(`/api/services/${slug}`)).body).data;

test("lists 150 products by slug, of which three have no price: one ended, two were withdrawn", async () => {
  const { data, pagination } = await list("page_size=200");
  expect(pagination.total_items).toBe(150);
  expect(data.map(({ product: slug }) => slug)).toEqual(data.map(({ product: slug }) => slug).sort());
  expect(data.filter(({ cheapest }) => cheapest === null).map(({ product: slug }) => slug)).toEqual([
    "mimo",
    "netflix-basic-with-ads",
    "vocabulary",
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
      .filter(({ ranked }) => ranked)
      .sort(
        (a, b) =>
          Number(a.usd_monthly) - Number(b.usd_monthly) || (a.country < b.country ? -1 : a.country > b.country ? 1 : 0),
      );
    expect(product.cheapest).toEqual(byPrice[0]);
    expect(product.most_expensive?.usd_monthly).toBe(byPrice.at(-1)?.usd_monthly);
    expect(product.min).toBe(byPrice[0]?.usd_monthly);
    expect(product.max).toBe(byPrice.at(-1)?.usd_monthly);
    expect(product.n_countries).toBe(new Set(product.prices.map(({ country }) => country)).size);
    expect(product.verified_on).toBe(
      byPrice
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
    expect(product.median).toBeCloseTo(middle, 3);
  }
});

test("the list and the single product tell the same", async () => {
  const { data } = await list("category=ai&page_size=200");
  for (const listed of data.slice(0, 5)) {
    const { prices, access, ...rest } = await one(listed.product);
    expect(rest).toEqual(listed);
    expect(access).toEqual([]);
    expect(prices).toHaveLength(listed.n_prices);
  }
});

test("a product that nobody lists any more is there, without prices", async () => {
  expect(await one("netflix-basic-with-ads")).toMatchObject({
    prices: [],
    cheapest: null,
    most_expensive: null,
    n_countries: 0,
    median: null,
    verified_on: null,
  });
});

const readIndex = async () =>
  z.object({ data: z.array(z.object({ country: z.string() })) }).parse((await get("/api/export?dataset=index")).body)
    .data;

const toListed = ({ product, country, verified_on, usd_monthly, fx_stale, evidence, outdated }: Price) => ({
  product,
  country,
  verified_on,
  usd: fx_stale ? null : usd_monthly,
  evidence: evidence ?? "",
  outdated: outdated === true,
});

const FILTERS: [query: string, isLeft: (price: Price, region: string) => boolean][] = [
  ["country=TR", ({ country }) => country === "TR"],
  ["country=DE,FR,TR&platform=ios", ({ country, platform }) => /DE|FR|TR/.test(country) && platform === "ios"],
  ["period=yearly,weekly", ({ period }) => period === "yearly" || period === "weekly"],
  ["region=asia&period=monthly", ({ period }, region) => region === "Asia" && period === "monthly"],
];

test.each(FILTERS)("with %s the figures are over the prices that are left", async (query, isLeft) => {
  const { data } = await list(`${query}&page_size=200`);
  const Countries = z.object({ data: z.array(z.object({ country: z.string(), region: z.string() })) });
  const regions = new Map(
    Countries.parse((await get("/api/countries")).body).data.map(({ country, region }) => [country, region]),
  );
  const indexed = new Set((await readIndex()).map(({ country }) => country));
  const { data: products } = await list("page_size=200");
  let listed = 0;
  for (const { product } of products) {
    const left = (await one(product)).prices.filter((price) => isLeft(price, regions.get(price.country) ?? ""));
    const found = data.find((one) => one.product === product);
    expect([product, found?.n_prices ?? 0]).toEqual([product, left.length]);
    if (found === undefined) continue;
    listed += 1;
    const { ranking, ranked } = rankPrices(left.map(toListed), indexed);
    const dollars = ranked.map(({ usd }) => Number(usd));
    expect([found.ranking, found.n_ranked]).toEqual([ranking, ranked.length]);
    expect([found.min, found.max]).toEqual(
      dollars.length > 0 ? [Math.min(...dollars), Math.max(...dollars)] : [null, null],
    );
    expect([found.cheapest?.usd_monthly ?? null, found.most_expensive?.usd_monthly ?? null]).toEqual([
      found.min,
      found.max,
    ]);
    expect(found.n_countries).toBe(new Set(left.map(({ country }) => country)).size);
    const days = ranked.map(({ verified_on }) => verified_on).sort();
    expect([found.verified_from, found.verified_on]).toEqual([days[0] ?? null, days.at(-1) ?? null]);
  }
  expect([listed, listed]).toEqual([data.length, Math.max(10, listed)]);
});

test("well-known services come first where they are asked for, the largest spread likewise", async () => {
  const { data: known } = await list("sort=known&page_size=3");
  expect(known.map(({ product }) => product)).toEqual(["netflix", "spotify", "youtube"]);
  const { data } = await list("sort=-spread&page_size=100");
  const ratios = data.map(({ min, max }) => (min ? Number(max) / min : 0));
  expect(ratios).toEqual([...ratios].sort((a, b) => b - a));
});

test("an unknown slug is a 404 with the nearest ones", async () => {
  const { status, body } = await get("/api/services/netflx");
  expect(status).toBe(404);
  expect(body).toMatchObject({ suggestions: expect.arrayContaining(["netflix"]) });
});

test.each([...(isProxied ? [] : ["%00"]), "__proto__", "constructor", "..%2f..", "a".repeat(5000), "%F0%9F%98%80"])(
  "slug %.20s is a JSON error",
  async (slug) => {
    const { status, headers } = await get(`/api/services/${slug}`);
    expect([400, 404]).toContain(status);
    expect(headers.get("content-type")).toContain("application/problem+json");
  },
);
