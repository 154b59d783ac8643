import "server-only";
import { readOncePerVersion } from "@/lib/dataset/per-version";
import { db } from "@/lib/db";
import { productLabel } from "@/lib/products/rules";
import type { Named, Place } from "./rules";

/** Everything a reader can look up by name: products, and countries that have a price. */
export const findNames = readOncePerVersion("names", async (): Promise<{ products: Named[]; countries: Place[] }> => {
  const [row] = await db().$queryRaw<
    [{ products: { slug: string; name: string; plan: string }[]; countries: Place[] }]
  >`
    SELECT
      (SELECT coalesce(json_agg(json_build_object('slug', slug, 'name', name, 'plan', plan) ORDER BY name, slug), '[]')
        FROM product) AS products,
      (SELECT coalesce(json_agg(json_build_object('code', c.code, 'name', c.name) ORDER BY c.name), '[]')
        FROM country c
        WHERE EXISTS (SELECT 1 FROM price p WHERE p.country = c.code AND p.amount IS NOT NULL)) AS countries`;
  return {
    products: row.products.map((product) => ({ ...product, label: productLabel(product) })),
    countries: row.countries,
  };
});
