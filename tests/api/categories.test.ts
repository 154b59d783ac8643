import { expect, test } from "vitest";
import { z } from "zod";
import { Category } from "@/lib/catalogue/categories/schema";
import { Product } from "@/lib/catalogue/products/schema";
import { page, whole } from "@/lib/contract/envelope";
import { get } from "../support/api";

const categories = async () => whole(z.array(Category)).parse((await get("/api/categories")).body).data;

async function allProducts() {
  const pages = await Promise.all(
    [1, 2, 3, 4].map(async (at) => page(Product).parse((await get(`/api/services?page_size=200&page=${at}`)).body)),
  );
  expect(pages.at(-1)?.data).toEqual([]);
  return pages.flatMap(({ data }) => data);
}

test("names each category of a product, by name, with the products that it has", async () => {
  const [listed, products] = [await categories(), await allProducts()];
  expect(listed.map(({ category }) => category)).toEqual([...new Set(products.map(({ category }) => category))].sort());
  for (const { category, products: count, in_basket } of listed) {
    const own = products.filter((product) => product.category === category);
    expect([category, count]).toEqual([category, own.filter(({ countries }) => countries > 0).length]);
    expect([category, in_basket]).toEqual([category, own.filter((product) => product.in_basket).length]);
  }
});

test("each name is a value of the parameter", async () => {
  for (const { category } of await categories())
    expect((await get(`/api/services?category=${category}&page_size=1`)).status).toBe(200);
});

test("medians stand cheapest first, over at least five products, with the US at 0", async () => {
  const measured = (await categories()).filter(({ countries }) => countries.length > 0);
  expect(measured.length).toBeGreaterThan(3);
  for (const { countries } of measured) {
    const medians = countries.map(({ pct_vs_us }) => pct_vs_us);
    expect(medians).toEqual([...medians].sort((a, b) => a - b));
    expect(Math.min(...countries.map(({ basket_size }) => basket_size))).toBeGreaterThanOrEqual(5);
    expect(countries.find(({ code }) => code === "US")?.pct_vs_us).toBe(0);
  }
});
