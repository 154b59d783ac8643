import "server-only";
import { toExactMonthly } from "@/lib/catalogue/prices/amount-rules";
import { differencePct } from "@/lib/catalogue/prices/rules";
import { publishedDb } from "@/lib/platform/db";
import type { Version } from "@/lib/versions/current";
import { oncePerVersion } from "@/lib/versions/once";
import { API_SORTS, type BrowseChoices, type BrowsedProduct, type BrowseQuery } from "./browse-schema";
import { divide, findFigures, findListed, findPricesById, withPrices } from "./data";

/** One page, the number of all, and how many of the `compared` ones (priced here and in the US) cost less here. */
export async function browseProducts(version: Version, { sort, page, page_size, ...query }: Query) {
  const { q, category, country, platform, period } = query;
  const billed = { ...(platform && { platform: [platform] }), ...(period && { period: [period] }) };
  const filter = { q, category, ...billed, ...(country && { country: [country] }) };
  const [listed, us] = await Promise.all([
    findListed(version, { ...filter, sort: API_SORTS[sort], tax: "shown" }),
    findFigures(version, { ...billed, country: ["US"] }, "shown"),
  ]);
  const priced = listed.filter(({ figures }) => figures.prices > 0);
  const pairs = priced.map(({ row, figures }) => ({ here: figures.min, us: us.get(row.slug)?.min ?? null }));
  const shown = priced.slice((page - 1) * page_size, page * page_size);
  const [products, usPrices] = await Promise.all([
    withPrices(version, shown, "shown"),
    findPricesById(
      version,
      shown.flatMap(({ row }) => us.get(row.slug)?.cheapestId ?? []),
      "shown",
    ),
  ]);
  const data = products.map((product, at): BrowsedProduct => {
    const { cheapest } = product;
    const usPrice = usPrices.get(us.get(product.product)?.cheapestId ?? 0) ?? null;
    const pct = differencePct(cheapest && toExactMonthly(cheapest), usPrice && toExactMonthly(usPrice));
    const ratio = shown[at] ? divide(shown[at].figures) : null;
    return { ...product, us: usPrice, spread: ratio, pct_vs_us: cheapest?.country === "US" ? null : pct };
  });
  return {
    ...{ data, total: priced.length },
    below_us: pairs.filter(({ here, us }) => here !== null && us !== null && here.lt(us)).length,
    compared: pairs.filter(({ here, us }) => here !== null && us !== null).length,
  };
}

type Query = Omit<BrowseQuery, "view" | "currency"> & { page_size: number };

export const findBrowseChoices = oncePerVersion("browse-choices", async ({ id: versionId }): Promise<BrowseChoices> => {
  const [categories, countries, billed] = await Promise.all([
    publishedDb().product.groupBy({
      by: ["category"],
      where: { versionId, countries: { gt: 0 } },
      _count: true,
      orderBy: { category: "asc" },
    }),
    publishedDb().country.findMany({
      where: { versionId, prices: { gt: 0 } },
      select: { code: true, name: true },
      orderBy: { name: "asc" },
    }),
    publishedDb().price.groupBy({ by: ["platform", "period"], where: { versionId } }),
  ]);
  return {
    categories: categories.map(({ category, _count }) => ({ category, products: _count })),
    countries,
    platforms: [...new Set(billed.map(({ platform }) => platform))].sort(),
    periods: [...new Set(billed.map(({ period }) => period))].sort(),
  };
});
