import "server-only";
import { publishedDb } from "@/lib/platform/db";
import { oncePerVersion } from "@/lib/versions/once";
import type { FilteredProduct } from "./rules";

type Facts = {
  products: (FilteredProduct & { inBasket: boolean; service: string })[];
  regions: Record<string, string>;
  countryNames: Record<string, string>;
};

export const readFacts = oncePerVersion("filter-facts", async ({ id: versionId }): Promise<Facts> => {
  const [products, countries] = await Promise.all([
    publishedDb().product.findMany({
      where: { versionId },
      select: { slug: true, name: true, plan: true, vendor: true, category: true, service: true, inBasket: true },
      orderBy: { slug: "asc" },
    }),
    publishedDb().country.findMany({ where: { versionId }, select: { code: true, region: true, name: true } }),
  ]);
  return {
    products,
    regions: Object.fromEntries(countries.map(({ code, region }) => [code, region])),
    countryNames: Object.fromEntries(countries.map(({ code, name }) => [code, name])),
  };
});
