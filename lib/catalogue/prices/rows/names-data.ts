import "server-only";
import { readFacts } from "@/lib/catalogue/filters/facts-data";
import type { DayPrice, PriceNames } from "@/lib/catalogue/prices/schema";
import type { Version } from "@/lib/versions/current";
import { oncePerVersion } from "@/lib/versions/once";

type Key = Pick<DayPrice, "product" | "country">;

const readProducts = oncePerVersion("product-names", async (version) => {
  const { products } = await readFacts(version);
  return new Map(products.map(({ slug, name, plan, category }) => [slug, { name, product_plan: plan, category }]));
});

/** What a price is about, in words of its version. */
export async function readPriceNames(version: Version): Promise<(price: Key) => Partial<PriceNames>> {
  const [products, { countryNames }] = await Promise.all([readProducts(version), readFacts(version)]);
  return ({ product, country }) => ({
    ...products.get(product),
    ...(countryNames[country] !== undefined && { country_name: countryNames[country] }),
  });
}

/** Adds it to each price, as its last members. */
export async function withNames<P extends Key>(
  version: Version,
  prices: readonly P[],
): Promise<(P & Partial<PriceNames>)[]> {
  const namesOf = await readPriceNames(version);
  return prices.map((price) => ({ ...price, ...namesOf(price) }));
}
