import "server-only";
import type { z } from "zod";
import type { ListQuery } from "@/lib/api/formats";
import type { Problem } from "@/lib/api/problem";
import { readFacts } from "@/lib/catalogue/filters/facts-data";
import { isGuess } from "@/lib/catalogue/filters/rules";
import { BASE_COUNTRY } from "@/lib/catalogue/price-index/rules";
import { findPricesOfDay, rankOnDay } from "@/lib/catalogue/prices/day-data";
import { chooseSeries, type SeriesFilter } from "@/lib/catalogue/prices/filter-rules";
import { findRankedFigures } from "@/lib/catalogue/prices/ranking-data";
import { type Ranking, toRanking } from "@/lib/catalogue/prices/ranking-rules";
import { toPrice } from "@/lib/catalogue/prices/record-rules";
import { compareWith, isListed, pairWith } from "@/lib/catalogue/prices/rules";
import type { Price } from "@/lib/catalogue/prices/schema";
import type { FiguresRow } from "@/lib/catalogue/prices/sql";
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
import { KNOWN_SERVICES } from "./known-rules";
import { summarizePrices } from "./rules";
import type { Product, ProductDetail } from "./schema";

type ListedQuery = ListQuery<typeof listProducts>;
type Listed = { row: ProductRow; figures: Figures };
export type Figures = Omit<FiguresRow, "product">;
export type ListedFilter = Pick<ListedQuery, "tax" | "sort"> & SeriesFilter;

const readRows = oncePerVersion("product-rows", ({ id: versionId }) =>
  publishedDb().product.findMany({ where: { versionId }, orderBy: { slug: "asc" } }),
);

/** Ranking of each product by all its prices, as published. */
export async function readRankings(version: Version, tax: TaxView): Promise<ReadonlyMap<string, Ranking>> {
  const rows = await readRows(version);
  return new Map(rows.map((row) => [row.slug, toRanking(tax === "shown" ? row.ranking : row.exTaxRanking)]));
}

export async function findProducts(version: Version, { page, page_size, ...query }: ListedQuery) {
  const listed = await findListed(version, query);
  const shown = listed.slice((page - 1) * page_size, page * page_size);
  return {
    data: await withPrices(version, shown, query.tax),
    total: listed.length,
    isGuess: isGuess((await readFacts(version)).products, query.q),
  };
}

/** All that the filters leave, in order, with the figures of the prices that are left. */
export async function findListed(version: Version, { sort, ...filter }: ListedFilter): Promise<Listed[]> {
  const [facts, rows] = await Promise.all([readFacts(version), readRows(version)]);
  const { product, ...choice } = chooseSeries(filter, facts);
  const slugs = product && new Set(product);
  const named = rows.filter(({ slug }) => slugs?.has(slug) ?? true);
  const figures = Object.keys(choice).length > 0 ? await findRankedFigures(version, choice, filter.tax) : null;
  const listed = named.flatMap((row) => {
    const own = figures === null ? toFigures(row, filter.tax) : figures.get(row.slug);
    return own === undefined ? [] : [{ row, figures: own }];
  });
  return sortListed(listed, sort);
}

function toFigures(row: ProductRow, tax: TaxView): Figures {
  const { prices, countries, changedOn } = row;
  const listed = { prices, countries, changedOn, cheapestWithoutTaxId: row.exTaxCheapestId };
  if (tax === "shown")
    return {
      ...listed,
      ranking: row.ranking,
      ranked: row.ranked,
      min: row.usdMonthlyMin,
      median: row.usdMonthlyMedian,
      max: row.usdMonthlyMax,
      verifiedFrom: row.verifiedFrom,
      verifiedOn: row.verifiedOn,
      cheapestId: row.cheapestId,
      mostExpensiveId: row.mostExpensiveId,
    };
  return {
    ...listed,
    ranking: row.exTaxRanking,
    ranked: row.exTaxRanked,
    min: row.exTaxMonthlyMin,
    median: row.exTaxMonthlyMedian,
    max: row.exTaxMonthlyMax,
    verifiedFrom: row.exTaxVerifiedFrom,
    verifiedOn: row.exTaxVerifiedOn,
    cheapestId: row.exTaxCheapestId,
    mostExpensiveId: row.exTaxMostExpensiveId,
  };
}

type Key = string | number | null;
const { POSITIVE_INFINITY } = Number;
const compareKeys = (a: Key, b: Key) => (a === b ? 0 : (a ?? POSITIVE_INFINITY) < (b ?? POSITIVE_INFINITY) ? -1 : 1);
const orNull = (decimal: Prisma.Decimal | null) => toNumber(decimal);
const known: readonly string[] = KNOWN_SERVICES;
const placeOf = (slug: string) => (known.includes(slug) ? known.indexOf(slug) : known.length);

const KEYS: Record<string, (listed: Listed) => Key> = {
  product: ({ row }) => row.slug,
  name: ({ row }) => `${row.name.toLowerCase()}\0${row.plan}`,
  min: ({ figures }) => orNull(figures.min),
  median: ({ figures }) => orNull(figures.median),
  max: ({ figures }) => orNull(figures.max),
  spread: ({ figures }) => divide(figures),
  n_prices: ({ figures }) => figures.prices,
  n_countries: ({ figures }) => figures.countries,
  verified_on: ({ figures }) => figures.verifiedOn && toDay(figures.verifiedOn),
  changed_on: ({ figures }) => figures.changedOn && toDay(figures.changedOn),
};

/** Ties by slug; those without the value come last. */
function sortListed(listed: readonly Listed[], sort: ListedQuery["sort"]): Listed[] {
  const bySlug = (a: Listed, b: Listed) => compareKeys(a.row.slug, b.row.slug);
  if (sort === "known")
    return listed.toSorted(
      (a, b) => placeOf(a.row.slug) - placeOf(b.row.slug) || b.figures.countries - a.figures.countries || bySlug(a, b),
    );
  const [direction, keyOf] = [sort.startsWith("-") ? -1 : 1, KEYS[sort.replace("-", "")] ?? (() => null)];
  const keyed = listed.map((one) => ({ one, key: keyOf(one) }));
  return keyed
    .sort((a, b) => {
      if (a.key === null || b.key === null)
        return Number(a.key === null) - Number(b.key === null) || bySlug(a.one, b.one);
      return direction * compareKeys(a.key, b.key) || bySlug(a.one, b.one);
    })
    .map(({ one }) => one);
}

/** Highest divided by lowest price. */
export const divide = ({ min, max }: Pick<Figures, "min" | "max">): number | null =>
  min === null || max === null || min.isZero() ? null : max.div(min).toNumber();

export async function withPrices(version: Version, listed: readonly Listed[], tax: TaxView): Promise<Product[]> {
  const ids = listed.flatMap(({ figures }) => listEnds(figures));
  const prices = await findPricesById(version, ids, tax);
  return listed.map(({ row, figures }) => toRecord(row, figures, (id) => prices.get(id) ?? null));
}

const listEnds = ({ cheapestId, mostExpensiveId, cheapestWithoutTaxId }: Figures): number[] =>
  [cheapestId, mostExpensiveId, cheapestWithoutTaxId].filter((id) => id !== null);

export async function findPricesById(
  version: Version,
  ids: readonly number[],
  tax: TaxView,
): Promise<ReadonlyMap<number, Price>> {
  const rows = await publishedDb().price.findMany({ where: { versionId: version.id, seriesId: { in: [...ids] } } });
  return new Map(rows.map((row) => [row.seriesId, toPrice(row, tax)]));
}

const toIdentity = ({ slug, name, vendor, service, category, plan, website, inBasket }: ProductRow) => ({
  ...{ product: slug, name, vendor, service, category, plan, website, in_basket: inBasket },
});

type PriceOf = (seriesId: number) => Price | null;

function toRecord(row: ProductRow, figures: Figures, priceOf: PriceOf): Product {
  const { cheapestId, mostExpensiveId, cheapestWithoutTaxId, verifiedFrom, verifiedOn, changedOn } = figures;
  const find = (id: number | null) => (id === null ? null : priceOf(id));
  // Ranked in a view that filters make, too.
  const findRanked = (id: number | null) => {
    const price = find(id);
    return price && { ...price, ranked: true };
  };
  return {
    ...toIdentity(row),
    n_prices: figures.prices,
    n_countries: figures.countries,
    ranking: toRanking(figures.ranking),
    n_ranked: figures.ranked,
    min: toNumber(figures.min),
    median: toNumber(figures.median),
    max: toNumber(figures.max),
    cheapest: findRanked(cheapestId),
    most_expensive: findRanked(mostExpensiveId),
    cheapest_without_tax: find(cheapestWithoutTaxId),
    verified_from: verifiedFrom && toDay(verifiedFrom),
    verified_on: verifiedOn && toDay(verifiedOn),
    changed_on: changedOn && toDay(changedOn),
  };
}

/** The record of a product whose figures are over all of its prices, as published: no filter, list prices. */
export const toProduct = (row: ProductRow, priceOf: PriceOf): Product =>
  toRecord(row, toFigures(row, "shown"), priceOf);

type DetailQuery = z.infer<typeof getProduct.params> & z.infer<typeof getProduct.query>;

/** Returns a not-found problem with similar slugs for an unknown product. */
export async function findProduct(version: Version, { date, ...query }: DetailQuery) {
  if (date === undefined) return findCurrentProduct(version, query);
  const found = await findProductOfDay(version, { ...query, date });
  return "kind" in found ? found : { data: { ...found.data, prices: found.data.prices.filter(isListed) } };
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
  const records = new Map(prices.map((price) => [price.seriesId, toPrice(price, tax)]));
  const data: ProductDetail = {
    ...toRecord(row, toFigures(row, tax), (id) => records.get(id) ?? null),
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
  const product = [row.slug];
  const [found, [lowest]] = await Promise.all([
    findPricesOfDay(version, { product, date, tax, page: 1, page_size: ALL_PRICES }),
    rankOnDay(version, { product }, date, "excluded"),
  ]);
  const known = found.data.filter(isListed);
  const usPriceOf = pairWith(known, BASE_COUNTRY);
  const prices = found.data.map((price) => (isListed(price) ? compareWith(usPriceOf(price), price, tax) : price));
  const ranking = found.rankings.get(row.slug) ?? "none";
  const withoutTax = lowest && prices.find((price) => seriesOf(price) === seriesOf(lowest));
  const figures = summarizePrices(prices, ranking);
  const cheapest_without_tax = withoutTax && isListed(withoutTax) ? withoutTax : null;
  return { data: { ...toIdentity(row), ...figures, cheapest_without_tax, prices } };
}

const seriesOf = ({ country, platform, period }: Record<"country" | "platform" | "period", string>) =>
  `${country} ${platform} ${period}`;

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
