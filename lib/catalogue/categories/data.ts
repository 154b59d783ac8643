import "server-only";
import type { TaxView } from "@/lib/catalogue/tax/schema";
import { readOncePerTaxView } from "@/lib/catalogue/tax/view-data";
import { groupBy } from "@/lib/contract/group-by";
import { publishedDb } from "@/lib/platform/db";
import type { Version } from "@/lib/versions/current";
import type { Category, CategoryMedians } from "./schema";

export async function findCategories({ id: versionId }: Version): Promise<{ data: Category[]; total: number }> {
  const products = await publishedDb().product.findMany({
    where: { versionId },
    select: { category: true, prices: true, inBasket: true },
    orderBy: { category: "asc" },
  });
  const data = [...groupBy(products, ({ category }) => category)].map(([category, own]) => ({
    category,
    n_products: own.filter(({ prices }) => prices > 0).length,
    n_prices: own.reduce((sum, { prices }) => sum + prices, 0),
    n_in_basket: own.filter(({ inBasket }) => inBasket).length,
  }));
  return { data, total: data.length };
}

/** Of each category the countries with at least 5 products in common with the US. */
export const findCategoryMedians = readOncePerTaxView(
  "category-medians",
  async (version, tax): Promise<CategoryMedians[]> =>
    [...groupBy(await findMedians(version, tax), ({ category }) => category)]
      .sort(([a], [b]) => (a < b ? -1 : 1))
      .map(([category, medians]) => ({ category, countries: medians.map(({ category: _, ...median }) => median) })),
);

/** Lowest first; equal ones by code. */
async function findMedians({ id: versionId }: Version, tax: TaxView) {
  const [countries, rows] = await Promise.all([
    publishedDb().country.findMany({ where: { versionId }, select: { code: true, name: true } }),
    publishedDb().category.findMany({ where: { versionId, taxView: tax } }),
  ]);
  const names = new Map(countries.map(({ code, name }) => [code, name]));
  return rows
    .map(({ countryCode: country, category, pctVsUs, basketSize }) => ({
      category,
      country,
      name: names.get(country) ?? country,
      pct_vs_us: pctVsUs,
      n_products: basketSize,
    }))
    .sort((a, b) => a.pct_vs_us - b.pct_vs_us || (a.country < b.country ? -1 : 1));
}
