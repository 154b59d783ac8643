import "server-only";
import { readOncePerVersion } from "@/lib/dataset/per-version";
import { db } from "@/lib/db";
import { categoryName, productLabel } from "@/lib/products/rules";
import type { Names } from "./find-page";
import type { Place } from "./rules";

/** Everything a reader can look up by name: products, countries that have a price, categories. */
export const findNames = readOncePerVersion("names", async (): Promise<Names> => {
  const [row] = await db().$queryRaw<
    [{ products: { slug: string; name: string; plan: string }[]; countries: Place[]; categories: string[] }]
  >`
    SELECT
      (SELECT coalesce(json_agg(json_build_object('slug', slug, 'name', name, 'plan', plan) ORDER BY name, slug), '[]')
        FROM product) AS products,
      (SELECT coalesce(json_agg(json_build_object('code', c.code, 'name', c.name) ORDER BY c.name), '[]')
        FROM country c
        WHERE EXISTS (SELECT 1 FROM price p WHERE p.country = c.code AND p.amount IS NOT NULL)) AS countries,
      (SELECT coalesce(json_agg(DISTINCT category), '[]') FROM product WHERE countries > 0) AS categories`;
  return {
    products: row.products.map((product) => ({ ...product, label: productLabel(product) })),
    countries: row.countries,
    categories: row.categories.map((category) => ({ category, name: categoryName(category) })),
  };
});
