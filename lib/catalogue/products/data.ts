import "server-only";
import type { z } from "zod";
import type { ListQuery } from "@/lib/api/formats";
import type { Problem } from "@/lib/api/problem";
import { readFacts } from "@/lib/catalogue/filters/facts-data";
import { chooseProducts } from "@/lib/catalogue/filters/rules";
import { findPricesOfDay } from "@/lib/catalogue/prices/day-data";
import { markOutdated } from "@/lib/catalogue/prices/outdated-rules";
import { toPrice } from "@/lib/catalogue/prices/record-rules";
import { compareWith, isListed, pairWithUs } from "@/lib/catalogue/prices/rules";
import type { DayPrice, Price } from "@/lib/catalogue/prices/schema";
import type { TaxView } from "@/lib/catalogue/tax/schema";
import { Slug } from "@/lib/contract/codes";
import { readCatalogue } from "@/lib/dataset/data";
import { publishedDb } from "@/lib/platform/db";
import { suggest } from "@/lib/text/suggest";
import type { Version } from "@/lib/versions/current";
import { oncePerVersion } from "@/lib/versions/once";
import { toDay, toNumber } from "@/lib/versions/values";
import type { Prisma, Product as ProductRow } from "@/prisma/client/client";
import type { getProduct, listProducts } from "./endpoints";
import { sortByName, summarizePrices } from "./rules";
import type { Product, ProductDetail } from "./schema";

type ListedQuery = ListQuery<typeof listProducts>;

export async function findProducts(version: Version, { sort, tax, page, page_size, ...filter }: ListedQuery) {
  const { products } = await readFacts(version);
  const chosen = chooseProducts(products, filter);
  const where = { versionId: version.id, ...(chosen && { slug: { in: [...chosen] } }) };
  const paged = { where, skip: (page - 1) * page_size, take: page_size };
  const [total, rows] = await Promise.all([
    publishedDb().product.count({ where }),
    sort.endsWith("name")
      ? findNamed(version, sortByName(products, chosen, sort.startsWith("-")).slice(paged.skip, paged.skip + page_size))
      : publishedDb().product.findMany({ ...paged, orderBy: toOrder(sort, tax) }),
  ]);
  return { data: await withCheapest(version, rows, tax), total };
}

/** Read by slug, because Prisma cannot order by lower-case names. */
async function findNamed({ id: versionId }: Version, slugs: readonly string[]): Promise<ProductRow[]> {
  const rows = await publishedDb().product.findMany({ where: { versionId, slug: { in: [...slugs] } } });
  const bySlug = new Map(rows.map((row) => [row.slug, row]));
  return slugs.flatMap((slug) => bySlug.get(slug) ?? []);
}

function toOrder(sort: ListedQuery["sort"], tax: TaxView): Prisma.ProductOrderByWithRelationInput[] {
  const direction = sort.startsWith("-") ? "desc" : "asc";
  const nullable = { sort: direction, nulls: "last" } as const;
  const isShown = tax === "shown";
  const orders: Record<string, Prisma.ProductOrderByWithRelationInput> = {
    slug: { slug: direction },
    countries: { countries: direction },
    verified_on: { verifiedOn: nullable },
    usd_monthly_min: isShown ? { usdMonthlyMin: nullable } : { exTaxMonthlyMin: nullable },
    usd_monthly_median: isShown ? { usdMonthlyMedian: nullable } : { exTaxMonthlyMedian: nullable },
    usd_monthly_max: isShown ? { usdMonthlyMax: nullable } : { exTaxMonthlyMax: nullable },
  };
  return [orders[sort.replace("-", "")] ?? {}, { slug: "asc" }];
}

const cheapestIdOf = (row: ProductRow, tax: TaxView) => (tax === "shown" ? row.cheapestId : row.exTaxCheapestId);

async function withCheapest(version: Version, rows: readonly ProductRow[], tax: TaxView): Promise<Product[]> {
  const ids = rows.flatMap((row) => cheapestIdOf(row, tax) ?? []);
  const prices = await findPricesById(version, ids, tax);
  return rows.map((row) => toProduct(row, prices.get(cheapestIdOf(row, tax) ?? 0) ?? null, tax));
}

export async function findPricesById(
  version: Version,
  ids: readonly number[],
  tax: TaxView,
): Promise<ReadonlyMap<number, Price>> {
  const rows = await publishedDb().price.findMany({ where: { versionId: version.id, seriesId: { in: [...ids] } } });
  return new Map(rows.map((row) => [row.seriesId, toPrice(row, version, tax)]));
}

const toIdentity = ({ slug, name, vendor, service, category, plan, website }: ProductRow) => ({
  ...{ slug, name, vendor, service, category, plan, website },
});

function toSpread(row: ProductRow, tax: TaxView) {
  const [min, median, max] =
    tax === "shown"
      ? [row.usdMonthlyMin, row.usdMonthlyMedian, row.usdMonthlyMax]
      : [row.exTaxMonthlyMin, row.exTaxMonthlyMedian, row.exTaxMonthlyMax];
  return {
    countries: row.countries,
    ...{ usd_monthly_min: toNumber(min), usd_monthly_median: toNumber(median), usd_monthly_max: toNumber(max) },
    ...{ verified_on: row.verifiedOn && toDay(row.verifiedOn), in_basket: row.inBasket },
  };
}

export const toProduct = (row: ProductRow, cheapest: Price | null, tax: TaxView): Product => ({
  ...toIdentity(row),
  cheapest,
  ...toSpread(row, tax),
});

type DetailQuery = z.infer<typeof getProduct.params> & z.infer<typeof getProduct.query>;

/** Returns a not-found problem with similar slugs for an unknown product. */
export async function findProduct(version: Version, { date, ...query }: DetailQuery) {
  return date === undefined ? findCurrentProduct(version, query) : findProductOfDay(version, { ...query, date });
}

function findProductRow({ id: versionId }: Version, address: string) {
  const slug = Slug.safeParse(address.toLowerCase()).data ?? "";
  return publishedDb().product.findUnique({ where: { versionId_slug: { versionId, slug } } });
}

/** Returns a not-found problem with similar slugs for an unknown product. */
export async function findCurrentProduct(version: Version, { slug, tax }: Omit<DetailQuery, "date">) {
  const row = await findProductRow(version, slug);
  if (row === null) return toUnknownProduct(slug, (await readCatalogue(version)).products);
  const prices = await publishedDb().price.findMany({
    where: { versionId: version.id, productSlug: row.slug },
    orderBy: { position: "asc" },
  });
  const records = new Map(prices.map((price) => [price.seriesId, toPrice(price, version, tax)]));
  const [lowest, highest] =
    tax === "shown" ? [row.cheapestId, row.mostExpensiveId] : [row.exTaxCheapestId, row.exTaxMostExpensiveId];
  const data: ProductDetail = {
    ...toIdentity(row),
    cheapest: records.get(lowest ?? 0) ?? null,
    most_expensive: records.get(highest ?? 0) ?? null,
    ...toSpread(row, tax),
    prices: [...records.values()],
  };
  return { data };
}

export async function findProductOfDay(
  version: Version,
  { slug, date, tax }: Omit<DetailQuery, "date"> & { date: string },
) {
  const row = await findProductRow(version, slug);
  if (row === null) return toUnknownProduct(slug, (await readCatalogue(version)).products);
  const found = await findPricesOfDay(version, { product: [row.slug], date, tax, page: 1, page_size: ALL_PRICES });
  const known = markOutdated(found.data.filter(isListed), date);
  const usPriceOf = pairWithUs(known);
  const compared = new Map(known.map((price) => [seriesOf(price), compareWith(usPriceOf(price), price, tax)]));
  const prices = found.data.map((price) => compared.get(seriesOf(price)) ?? price);
  return { data: { ...toIdentity(row), ...summarizePrices(prices), in_basket: row.inBasket, prices } };
}

const seriesOf = ({ country, platform, period }: DayPrice) => `${country} ${platform} ${period}`;

const ALL_PRICES = 1_000_000;

export function toUnknownProduct(slug: string, products: readonly string[]): Problem {
  const shown = Array.from(slug.slice(0, 60), (char) => (/\p{C}/u.test(char) ? "\uFFFD" : char)).join("");
  return { kind: "not-found", detail: `There is no product "${shown}".`, suggestions: suggest(slug, products) };
}

/** Null for a product without prices. */
export async function findProductDays({
  id: versionId,
}: Version): Promise<{ slug: string; verified_on: string | null }[]> {
  const rows = await publishedDb().product.findMany({
    where: { versionId },
    select: { slug: true, verifiedOn: true },
    orderBy: { slug: "asc" },
  });
  return rows.map(({ slug, verifiedOn }) => ({ slug, verified_on: verifiedOn && toDay(verifiedOn) }));
}

/** Null when nothing is priced. */
export const findWidestProduct = oncePerVersion("widest-product", async ({ id: versionId }): Promise<string | null> => {
  const product = await publishedDb().product.findFirst({
    where: { versionId, countries: { gt: 0 } },
    orderBy: [{ countries: "desc" }, { inBasket: "desc" }, { slug: "asc" }],
  });
  return product?.slug ?? null;
});
