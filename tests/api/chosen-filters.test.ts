import { describe, expect, test } from "vitest";
import { z } from "zod";
import { Comparison } from "@/lib/catalogue/compare/schema";
import { Product } from "@/lib/catalogue/products/schema";
import { page, whole } from "@/lib/contract/envelope";
import { get } from "../support/api";

const Products = page(Product);
const list = async (query: string) => Products.parse((await get(`/api/services?page_size=200&${query}`)).body).data;
const compare = async (query: string) => whole(Comparison).parse((await get(`/api/compare?${query}`)).body).data;
const refusalOf = async (path: string) => {
  const { status, body } = await get(path);
  const { errors } = z.object({ errors: z.array(z.object({ parameter: z.string(), code: z.string() })) }).parse(body);
  return [status, ...errors.map(({ parameter, code }) => `${parameter} ${code}`)];
};

describe("services", () => {
  test.each([
    ["min", ({ min }: Product) => min],
    ["median", ({ median }: Product) => median],
    ["max", ({ max }: Product) => max],
    ["n_countries", ({ n_countries }: Product) => n_countries],
    ["n_prices", ({ n_prices }: Product) => n_prices],
    ["changed_on", ({ changed_on }: Product) => changed_on],
    ["name", ({ name, plan }: Product) => `${name.toLowerCase()}\0${plan}`],
    ["verified_on", ({ verified_on }: Product) => verified_on],
    ["product", ({ product }: Product) => product],
  ] as const)("are sorted by %s both ways, equal ones by slug, the same ones on any page", async (sort, read) => {
    const all = await list("category=streaming");
    for (const sign of [1, -1]) {
      const name = `${sign < 0 ? "-" : ""}${sort}`;
      const sorted = await list(`category=streaming&sort=${name}`);
      const wanted = [...all].sort((a, b) => {
        const x = read(a);
        const y = read(b);
        if (x === y) return a.product < b.product ? -1 : 1;
        if (x === null || y === null) return x === null ? 1 : -1;
        return (x < y ? -1 : 1) * sign;
      });
      expect(sorted.map(({ product: slug }) => slug)).toEqual(wanted.map(({ product: slug }) => slug));
      const third = Products.parse(
        (await get(`/api/services?category=streaming&sort=${name}&page_size=5&page=3`)).body,
      );
      expect(third.data).toEqual(sorted.slice(10, 15));
      expect(third.pagination.total_items).toBe(all.length);
    }
  });

  test("are found by vendor and by words, mistyped ones too", async () => {
    const vendor = await list("vendor=agilebits");
    expect(vendor.map(({ product: slug }) => slug)).toEqual(["1password"]);
    expect((await list("q=netfilx")).map(({ product: slug }) => slug)).toContain("netflix");
    expect(await list("q=qqqqqqqq")).toEqual([]);
    const combined = await list("q=netflix&category=streaming&sort=-min");
    expect(combined.every(({ category }) => category === "streaming")).toBe(true);
    expect(await refusalOf("/api/services?vendor=nobody&sort=price")).toEqual([
      400,
      "vendor not_in_dataset",
      "sort not_allowed",
    ]);
  });
});

describe("a comparison", () => {
  test("of one platform and period has the lowest price of these in each cell, as the prices say", async () => {
    const { matrix } = await compare("products=netflix,spotify&countries=US,TR,DE&platform=ios&period=monthly");
    const Prices = z.object({ data: z.array(z.object({ usd_monthly: z.number().nullable() })) });
    for (const { product, cells } of matrix) {
      for (const [at, country] of ["US", "TR", "DE"].entries()) {
        const call = `/api/prices?product=${product}&country=${country}&platform=ios&period=monthly&sort=usd_monthly`;
        const [lowest] = Prices.parse((await get(call)).body).data;
        expect(cells[at]?.usd_monthly ?? null).toBe(lowest?.usd_monthly ?? null);
        if (cells[at]) expect(cells[at]).toMatchObject({ platform: "ios", period: "monthly" });
      }
    }
    const { matrix: web } = await compare("products=netflix&countries=US&platform=android");
    expect(web[0]?.cells).toEqual([null]);
  });

  test("of all countries has each with a price, and the cheapest of them", async () => {
    const { countries, matrix, totals } = await compare("products=netflix&countries=all");
    const listed = z
      .object({ data: z.array(z.object({ country: z.string() })) })
      .parse((await get("/api/countries")).body);
    expect(countries.map(({ country: code }) => code)).toEqual(listed.data.map(({ country: code }) => code));
    const best = z.object({ data: z.array(z.object({ country: z.string() })) });
    const [cheapest] = best.parse((await get("/api/prices?product=netflix&best=country&sort=usd_monthly")).body).data;
    expect(matrix[0]?.cheapest_country).toBe(cheapest?.country);
    expect(totals).toHaveLength(listed.data.length);
  });

  test("counts savings against the baseline that is asked for, and never shows part of a sum as a total", async () => {
    const { savings, totals } = await compare("products=netflix,spotify&countries=US,TR,AQ&baseline=tr");
    expect(savings.baseline?.country).toBe("TR");
    expect(savings.best_single_country?.saving?.usd_monthly).toBe(0);
    const incomplete = totals.find(({ country }) => country === "AQ");
    expect(incomplete).toMatchObject({ complete: false, usd_monthly: null });
    for (const total of totals) expect(total.usd_monthly === null || total.complete).toBe(true);
    expect((await compare("products=netflix&countries=US,KP&baseline=KP")).savings.baseline).toBeNull();
    expect(await refusalOf("/api/compare?products=netflix&countries=US&baseline=TR")).toEqual([
      400,
      "baseline conflict",
    ]);
    expect(await refusalOf("/api/compare?products=netflix&countries=US&platform=mac")).toEqual([
      400,
      "platform not_allowed",
    ]);
  });
});
