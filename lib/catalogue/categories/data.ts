import "server-only";
import type { TaxView } from "@/lib/catalogue/tax/schema";
import { readOncePerTaxView } from "@/lib/catalogue/tax/view-data";
import { publishedDb } from "@/lib/platform/db";
import type { Version } from "@/lib/versions/current";
import type { Category } from "./schema";

export const findCategoryMedians = readOncePerTaxView("category-medians", async (version, tax): Promise<Category[]> => {
  const where = { versionId: version.id };
  const [products, medians] = await Promise.all([
    publishedDb().product.findMany({ where, select: { category: true, countries: true, inBasket: true } }),
    findMedians(version, tax),
  ]);
  const categories = [...new Set(products.map(({ category }) => category))].sort();
  return categories.map((category) => {
    const own = products.filter((product) => product.category === category);
    return {
      category,
      products: own.filter(({ countries }) => countries > 0).length,
      in_basket: own.filter(({ inBasket }) => inBasket).length,
      countries: medians.flatMap(({ category: of, ...median }) => (of === category ? [median] : [])),
    };
  });
});

/** Lowest first; equal ones by code. */
async function findMedians({ id: versionId }: Version, tax: TaxView) {
  const [countries, rows] = await Promise.all([
    publishedDb().country.findMany({ where: { versionId }, select: { code: true, name: true } }),
    publishedDb().category.findMany({ where: { versionId } }),
  ]);
  const names = new Map(countries.map(({ code, name }) => [code, name]));
  const medians = rows.flatMap(({ countryCode: code, category, ...row }) => {
    const [pct_vs_us, basket_size] =
      tax === "shown" ? [row.pctVsUs, row.basketSize] : [row.exTaxPctVsUs, row.exTaxBasketSize];
    if (pct_vs_us === null || basket_size === null) return [];
    return [{ category, code, name: names.get(code) ?? code, pct_vs_us, basket_size }];
  });
  return medians.sort((a, b) => a.pct_vs_us - b.pct_vs_us || (a.code < b.code ? -1 : 1));
}

export const findCategories = async (version: Version, { tax }: { tax: TaxView }) => ({
  data: await findCategoryMedians(version, tax),
});
