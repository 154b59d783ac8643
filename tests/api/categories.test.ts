import { expect, test } from "vitest";
import { Category } from "@/lib/catalogue/categories/schema";
import { Product } from "@/lib/catalogue/products/schema";
import { page } from "@/lib/contract/envelope";
import { get } from "../support/api";

const categories = async () => page(Category).parse((await get("/api/categories")).body).data;

test("counts the products and prices of each category, by name", async () => {
  const listed = await categories();
  const products = page(Product).parse((await get("/api/services?page_size=200")).body).data;
  expect(listed.map(({ category }) => category)).toEqual([...new Set(products.map(({ category }) => category))].sort());
  for (const { category, ...counts } of listed) {
    const own = products.filter((product) => product.category === category);
    expect([category, counts]).toEqual([
      category,
      {
        n_products: own.filter(({ n_prices }) => n_prices > 0).length,
        n_prices: own.reduce((sum, { n_prices }) => sum + n_prices, 0),
        n_in_basket: own.filter(({ in_basket }) => in_basket).length,
      },
    ]);
  }
});

test("each name is a value of the parameter", async () => {
  for (const { category } of await categories())
    expect((await get(`/api/services?category=${category}&page_size=1`)).status).toBe(200);
});
