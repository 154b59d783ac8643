import "server-only";
import type { DisplayCurrency } from "@/lib/catalogue/fx/rules";
import { toDisplayed } from "@/lib/catalogue/prices/converted/data";
import { toRanking } from "@/lib/catalogue/prices/ranking/rules";
import { isSavingTold } from "@/lib/catalogue/prices/rules";
import {
  divide,
  type Figures,
  findFigures,
  findListed,
  findPricesById,
  withPrices,
} from "@/lib/catalogue/products/data";
import { publishedDb } from "@/lib/platform/db";
import type { Version } from "@/lib/versions/current";
import { oncePerVersion } from "@/lib/versions/once";
import {
  API_SORTS,
  BROWSE_PAGE_SIZE,
  type BrowseChoices,
  type BrowsedProduct,
  type BrowseQuery,
  HOME_SORTS,
} from "./schema";

/** One page, and the number of all; `mine` is the lowest price in the country `home`. */
export async function browseProducts(version: Version, home: string, { sort, page, ...query }: Query) {
  const { q, category, country, platform, period } = query;
  const billed = { ...(platform && { platform: [platform] }), ...(period && { period: [period] }) };
  const filter = { q, category, ...billed, ...(country && { country: [country] }) };
  const [listed, own] = await Promise.all([
    findListed(version, { ...filter, sort: API_SORTS[sort], tax: "shown" }),
    findFigures(version, { ...billed, country: [home] }),
  ]);
  const priced = sortByHome(
    listed.filter(({ figures }) => figures.prices > 0),
    own,
    sort,
  );
  const shown = priced.slice((page - 1) * BROWSE_PAGE_SIZE, page * BROWSE_PAGE_SIZE);
  const ids = shown.flatMap(({ row, figures }) =>
    [own.get(row.slug)?.shown.cheapestId ?? [], figures.shown.cheapestId ?? []].flat(),
  );
  const [products, published] = await Promise.all([withPrices(version, shown), findPricesById(version, ids, "shown")]);
  const publishedOf = (id: number | null | undefined) => published.get(id ?? 0) ?? null;
  const data = products.map((product, at): BrowsedProduct => {
    const mine = publishedOf(own.get(product.product)?.shown.cheapestId);
    const { row, figures } = shown[at] ?? {};
    return {
      ...product,
      mine,
      spread: figures ? divide(figures.shown) : null,
      // As the whole product is ranked, whatever the filters leave.
      isSavingTold: isSavingTold(toRanking(row?.ranking), mine, publishedOf(figures?.shown.cheapestId)),
    };
  });
  return { data, total: priced.length };
}

/** By the lowest price in the reader's country, or by how far the lowest of all is below it; those without come last. */
function sortByHome<L extends { row: { slug: string }; figures: Figures }>(
  listed: readonly L[],
  own: ReadonlyMap<string, Figures>,
  sort: BrowseQuery["sort"],
): readonly L[] {
  if (!isHomeSort(sort)) return listed;
  const keyOf = ({ row, figures: { shown } }: L): number => {
    const mine = own.get(row.slug)?.shown.min ?? null;
    if (mine === null) return Number.POSITIVE_INFINITY;
    if (sort === "mine") return mine;
    return shown.min === null || mine === 0 ? Number.POSITIVE_INFINITY : shown.min / mine;
  };
  return listed
    .map((one) => ({ one, key: keyOf(one) }))
    .sort((a, b) => compareNumbers(a.key, b.key))
    .map(({ one }) => one);
}

const isHomeSort = (sort: BrowseQuery["sort"]) => HOME_SORTS.some((one) => one === sort);
/** Infinities are equal. */
const compareNumbers = (a: number, b: number) => (a === b ? 0 : a < b ? -1 : 1);

/** Lowest price of each product that a country has. */
export async function findLowestIn(version: Version, country: string, currency: DisplayCurrency) {
  const own = await findFigures(version, { country: [country] });
  const ids = [...own.values()].flatMap(({ shown }) => shown.cheapestId ?? []);
  const prices = [...(await findPricesById(version, ids, "shown")).values()];
  return new Map(toDisplayed(prices, currency).map((price) => [price.product, price]));
}

type Query = Omit<BrowseQuery, "currency" | "show" | "home">;

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
