import { expect, test } from "vitest";
import type { z } from "zod";
import { Price } from "@/lib/catalogue/prices/schema";
import { page } from "@/lib/contract/envelope";
import { get } from "../support/api";

const Page = page(Price);
const list = async (query: string) => Page.parse((await get(`/api/prices?${query}`)).body);

test("Netflix in Türkiye: local amount, US dollars, source and day of verification", async () => {
  const { data } = await list("product=netflix&country=TR&platform=ios");
  expect(data).toEqual([
    {
      product: "netflix",
      country: "TR",
      platform: "ios",
      period: "monthly",
      amount: 289.99,
      currency: "TRY",
      usd: 5.9187,
      usd_monthly: 5.9187,
      fx_rate: 0.02041005302,
      fx_date: "2026-09-29",
      source_url: "https://opentherank.com/streaming-pricing/netflix/",
      verified_on: "2026-09-29",
      tax: {
        treatment: "included",
        rate_pct: 20,
        reason: null,
        ex_tax_amount: 241.6583,
        ex_tax_usd: 4.9323,
        ex_tax_usd_monthly: 4.9323,
        source: "tysjy-tax-rates",
        reviewed_on: "2026-09-20",
      },
      income_share_pct: 0.436,
      income_year: 2025,
      income_reason: null,
      fx_source: "currency-api",
      fx_stale: false,
      reported: false,
      us_usd_monthly: 19.99,
      pct_vs_us: -70.3916,
      changed_on: null,
      source: "opentherank-2026-09-30",
      source_kind: "store_index",
      evidence: "one_offer",
      outdated: false,
      ranked: true,
      ex_tax_ranked: true,
      usual_ratio: expect.closeTo(0.5, 0),
      ex_tax_us_monthly: 19.99,
      ex_tax_pct_vs_us: -75.3264,
      read_at: null,
      quote: null,
      method: null,
      plan: null,
      name: "Netflix",
      product_plan: "Standard",
      category: "streaming",
      country_name: "Türkiye",
    },
  ]);
});

test("Netflix has prices in 245 countries", async () => {
  const first = await list("product=netflix&page_size=200");
  const second = await list("product=netflix&page_size=200&page=2");
  expect(new Set([...first.data, ...second.data].map(({ country }) => country)).size).toBe(245);
  expect(first.data.length + second.data.length).toBe(first.pagination.total_items);
});

test("walking the next links gives every price of one version once, in order, and ends with the last page", async () => {
  const seen: string[] = [];
  let next: string | null = "/api/prices?page_size=200";
  let total = 0;
  let pages = 0;
  while (next !== null) {
    const { data, links, meta, pagination }: z.infer<typeof Page> = Page.parse((await get(next)).body);
    pages += 1;
    if (links.next !== null) expect(new URL(links.next).searchParams.get("version")).toBe(meta.dataset_version);
    total = pagination.total_items;
    seen.push(...data.map(({ product, country, platform, period }) => `${product} ${country} ${platform} ${period}`));
    next = links.next && new URL(links.next).pathname + new URL(links.next).search;
  }
  expect([total, pages]).toEqual([3075, Math.ceil(3075 / 200)]);
  expect(seen).toHaveLength(3075);
  expect(seen).toEqual([...new Set(seen)].sort());
});

test("a page past the end is empty and leads back", async () => {
  const { data, pagination, links } = await list("country=TR&page=999&page_size=10");
  expect(data).toEqual([]);
  expect(pagination).toMatchObject({ page: 999, page_size: 10, total_pages: Math.ceil(pagination.total_items / 10) });
  expect(links).toMatchObject({ next: null, prev: links.last });
});

test("links are in the body and in the Link header", async () => {
  const { headers, body } = await get("/api/prices?page=2&country=TR&page_size=10");
  const { links } = Page.parse(body);
  expect(links.self).toMatch(/\/api\/prices\?country=TR&page=2&page_size=10$/);
  for (const rel of ["first", "prev", "next", "last"] as const) {
    expect(headers.get("link")).toContain(`<${links[rel]}>; rel="${rel}"`);
  }
});

test("filters combine with AND; a valid one that matches nothing is empty", async () => {
  const { data, pagination } = await list("product=netflix&country=TR&platform=ios&period=yearly");
  expect(data).toEqual([]);
  expect(pagination).toEqual({ page: 1, page_size: 50, total_items: 0, total_pages: 0 });
  const weekly = await list("period=weekly&page_size=200");
  expect(weekly.data.length).toBeGreaterThan(100);
  expect(new Set(weekly.data.map(({ period }) => period))).toEqual(new Set(["weekly"]));
});

test("US dollars are amount x rate, a month by the period, rounded half to even at the end", async () => {
  const exact: Record<string, [bigint, bigint]> = { monthly: [1n, 1n], weekly: [13n, 3n], yearly: [1n, 12n] };
  for (const period of ["monthly", "weekly", "yearly"]) {
    const [times = 1n, by = 1n] = exact[period] ?? [];
    for (const price of (await list(`period=${period}&page_size=200`)).data) {
      expect(price.usd).toBe(product(price.amount, price.fx_rate ?? 0, 1n, 1n));
      expect(price.usd_monthly).toBe(product(price.amount, price.fx_rate ?? 0, times, by));
    }
  }
});

test("a page beyond row 100,000 of a list is refused, and the refusal names the export", async () => {
  for (const list of ["/api/prices?", "/api/history?country=TR&", "/api/services?"]) {
    expect([list, (await get(`${list}page=500&page_size=200`)).status]).toEqual([list, 200]);
    const { status, body } = await get(`${list}page=501&page_size=200`);
    expect([list, status, body]).toMatchObject([
      list,
      400,
      { errors: [{ parameter: "page", code: "out_of_range", detail: expect.stringContaining("/api/export") }] },
    ]);
  }
  expect((await get("/api/prices?format=csv&page=10&page_size=10000")).status).toBe(200);
  expect((await get("/api/prices?format=csv&page=11&page_size=10000")).status).toBe(400);
});

/** amount x rate x times / by with four decimals, half to even, in integers: independent of the database. */
function product(amount: number, rate: number, times: bigint, by: bigint): number {
  const [a, aScale] = toInteger(amount);
  const [b, bScale] = toInteger(rate);
  const numerator = a * b * times * 10_000n;
  const denominator = by * 10n ** BigInt(aScale + bScale);
  const quotient = numerator / denominator;
  const rest = (numerator % denominator) * 2n;
  const up = rest > denominator || (rest === denominator && quotient % 2n === 1n);
  return Number(quotient + (up ? 1n : 0n)) / 10_000;
}

function toInteger(value: number): [bigint, number] {
  const [whole = "0", fraction = ""] = value.toFixed(14).replace(/0+$/, "").split(".");
  return [BigInt(whole + fraction), fraction.length];
}
