import "server-only";
import type { z } from "zod";
import type { getProduct } from "@/app/api/services/[slug]/contract";
import type { listProducts } from "@/app/api/services/contract";
import type { ListQuery } from "@/lib/api/formats";
import type { Problem } from "@/lib/api/problem";
import { readFacts } from "@/lib/catalogue/filters/facts-data";
import { isGuess } from "@/lib/catalogue/filters/rules";
import { BASE_COUNTRY } from "@/lib/catalogue/price-index/rules";
import { findPricesOfDay } from "@/lib/catalogue/prices/days/data";
import { type Ranking, toRanking } from "@/lib/catalogue/prices/ranking/rules";
import { chooseSeries, type SeriesChoice, type SeriesFilter } from "@/lib/catalogue/prices/rows/filter-rules";
import { findRankedFigures } from "@/lib/catalogue/prices/rows/ranked-data";
import { toPrice } from "@/lib/catalogue/prices/rows/record-rules";
import type { FiguresRow } from "@/lib/catalogue/prices/rows/sql";
import { compareWith, isListed, pairWith } from "@/lib/catalogue/prices/rules";
import type { Price } from "@/lib/catalogue/prices/schema";
import { readAccess } from "@/lib/catalogue/products/access/data";
import type { TaxView } from "@/lib/catalogue/tax/schema";
import { Slug } from "@/lib/contract/codes";
import { readCatalogue } from "@/lib/dataset/data";
import { publishedDb } from "@/lib/platform/db";
import { suggest } from "@/lib/text/suggest";
import type { Version } from "@/lib/versions/current";
import { keepPrices, once, oncePerVersion } from "@/lib/versions/once";
import { toDay } from "@/lib/versions/values";
import type { Product as ProductRow } from "@/prisma/client/client";
import { KNOWN_SERVICES } from "./known-rules";
import { type Cheapest, summarizePrices } from "./rules";
import type { Product, ProductDetail } from "./schema";

type ListedQuery = ListQuery<typeof listProducts>;
type Listed = { row: ProductRow; figures: Figures };
type Spread = Pick<
  FiguresRow,
  "ranking" | "ranked" | "min" | "median" | "max" | "verifiedFrom" | "verifiedOn" | "cheapestId" | "mostExpensiveId"
>;
export type Figures = Pick<FiguresRow, "prices" | "countries" | "changedOn"> & Record<TaxView, Spread>;
export type ListedFilter = Pick<ListedQuery, "tax" | "sort"> & SeriesFilter;

const readRows = oncePerVersion("product-rows", ({ id: versionId }) =>
  publishedDb().product.findMany({ where: { versionId }, orderBy: { slug: "asc" } }),
);

/** Ranking of each product by all its prices, as published. */
export async function readRankings(version: Version, tax: TaxView): Promise<ReadonlyMap<string, Ranking>> {
  const rows = await readRows(version);
  return new Map(rows.map((row) => [row.slug, toRanking(tax === "shown" ? row.ranking : row.exTaxRanking)]));
}

/** The lowest ranked price of each product, as published. */
export async function findCheapestEach(
  version: Version,
  slugs: readonly string[],
  tax: TaxView,
): Promise<ReadonlyMap<string, Cheapest>> {
  const rows = (await readRows(version)).filter(({ slug }) => slugs.includes(slug));
  const idOf = (row: ProductRow) => (tax === "shown" ? row.cheapestId : row.exTaxCheapestId);
  const ids = rows.flatMap((row) => idOf(row) ?? []);
  const [prices, rankings] = await Promise.all([findPricesById(version, ids, tax), readRankings(version, tax)]);
  return new Map(
    rows.map((row) => [
      row.slug,
      { ranking: rankings.get(row.slug) ?? "none", cheapest: prices.get(idOf(row) ?? 0) ?? null },
    ]),
  );
}

export async function findProducts(version: Version, { page, page_size, ...query }: ListedQuery) {
  const listed = await findListed(version, query);
  const shown = listed.slice((page - 1) * page_size, page * page_size);
  return {
    data: await withPrices(version, shown),
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
  const figures = Object.keys(choice).length > 0 ? await findFigures(version, choice) : null;
  const listed = named.flatMap((row) => {
    const own = figures === null ? toFigures(row) : figures.get(row.slug);
    return own === undefined ? [] : [{ row, figures: own }];
  });
  return sortListed(listed, sort, filter.tax);
}

const toFigures = (row: ProductRow): Figures => ({
  prices: row.prices,
  countries: row.countries,
  changedOn: row.changedOn,
  shown: {
    ranking: row.ranking,
    ranked: row.ranked,
    min: row.usdMonthlyMin,
    median: row.usdMonthlyMedian,
    max: row.usdMonthlyMax,
    verifiedFrom: row.verifiedFrom,
    verifiedOn: row.verifiedOn,
    cheapestId: row.cheapestId,
    mostExpensiveId: row.mostExpensiveId,
  },
  excluded: {
    ranking: row.exTaxRanking,
    ranked: row.exTaxRanked,
    min: row.exTaxMonthlyMin,
    median: row.exTaxMonthlyMedian,
    max: row.exTaxMonthlyMax,
    verifiedFrom: row.exTaxVerifiedFrom,
    verifiedOn: row.exTaxVerifiedOn,
    cheapestId: row.exTaxCheapestId,
    mostExpensiveId: row.exTaxMostExpensiveId,
  },
});

const fromFiguresRow = (row: FiguresRow): Figures => ({
  prices: row.prices,
  countries: row.countries,
  changedOn: row.changedOn,
  shown: row,
  excluded: {
    ranking: row.exTaxRanking,
    ranked: row.exTaxRanked,
    min: row.exTaxMin,
    median: row.exTaxMedian,
    max: row.exTaxMax,
    verifiedFrom: row.exTaxVerifiedFrom,
    verifiedOn: row.exTaxVerifiedOn,
    cheapestId: row.exTaxCheapestId,
    mostExpensiveId: row.exTaxMostExpensiveId,
  },
});

/** Figures of each product over the prices that a choice leaves. */
export async function findFigures(version: Version, choice: SeriesChoice): Promise<ReadonlyMap<string, Figures>> {
  const rows = await findRankedFigures(version, choice);
  return new Map([...rows].map(([slug, row]) => [slug, fromFiguresRow(row)]));
}

type Key = string | number | null;
const { POSITIVE_INFINITY } = Number;
const compareKeys = (a: Key, b: Key) => (a === b ? 0 : (a ?? POSITIVE_INFINITY) < (b ?? POSITIVE_INFINITY) ? -1 : 1);
const known: readonly string[] = KNOWN_SERVICES;
const placeOf = (slug: string) => (known.includes(slug) ? known.indexOf(slug) : known.length);

const KEYS: Record<string, (listed: Listed, tax: TaxView) => Key> = {
  product: ({ row }) => row.slug,
  name: ({ row }) => `${row.name.toLowerCase()}\0${row.plan}`,
  min: ({ figures }, tax) => figures[tax].min,
  median: ({ figures }, tax) => figures[tax].median,
  max: ({ figures }, tax) => figures[tax].max,
  spread: ({ figures }, tax) => divide(figures[tax]),
  n_prices: ({ figures }) => figures.prices,
  n_countries: ({ figures }) => figures.countries,
  verified_on: ({ figures: { shown } }) => shown.verifiedOn && toDay(shown.verifiedOn),
  changed_on: ({ figures }) => figures.changedOn && toDay(figures.changedOn),
};

/** Ties by slug; those without the value come last. */
function sortListed(listed: readonly Listed[], sort: ListedQuery["sort"], tax: TaxView): Listed[] {
  const bySlug = (a: Listed, b: Listed) => compareKeys(a.row.slug, b.row.slug);
  if (sort === "known")
    return listed.toSorted(
      (a, b) => placeOf(a.row.slug) - placeOf(b.row.slug) || b.figures.countries - a.figures.countries || bySlug(a, b),
    );
  const direction = sort.startsWith("-") ? -1 : 1;
  const keyOf = KEYS[sort.replace("-", "")] ?? (() => null);
  const keyed = listed.map((one) => ({ one, key: keyOf(one, tax) }));
  return keyed
    .sort((a, b) => {
      if (a.key === null || b.key === null)
        return Number(a.key === null) - Number(b.key === null) || bySlug(a.one, b.one);
      return direction * compareKeys(a.key, b.key) || bySlug(a.one, b.one);
    })
    .map(({ one }) => one);
}

/** Highest divided by lowest price. */
export const divide = ({ min, max }: Pick<Spread, "min" | "max">): number | null =>
  min === null || max === null || min === 0 ? null : max / min;

export async function withPrices(version: Version, listed: readonly Listed[]): Promise<Product[]> {
  const ids = listed.flatMap(({ figures }) => listEnds(figures));
  const prices = await findPricesById(version, ids, "shown");
  return listed.map(({ row, figures }) => toRecord(row, figures, (id) => prices.get(id) ?? null));
}

const listEnds = ({ shown, excluded }: Figures): number[] =>
  [shown.cheapestId, shown.mostExpensiveId, excluded.cheapestId].filter((id) => id !== null);

/** Prices of this version by series. */
export async function findPricesById(
  version: Version,
  ids: readonly number[],
  tax: TaxView,
): Promise<ReadonlyMap<number, Price>> {
  const ends = await readEnds(version, tax);
  const others = await readPrices(
    version,
    ids.filter((id) => !ends.has(id)),
    tax,
  );
  return new Map(
    ids.flatMap((id) => {
      const price = ends.get(id) ?? others.get(id);
      return price === undefined ? [] : [[id, price]];
    }),
  );
}

/** The lowest and the highest price of each product, as published: most lists and pages show them. */
const readEnds = (version: Version, tax: TaxView) =>
  once(version, `lowest-and-highest-prices-${tax}`, async () => {
    const rows = await readRows(version);
    return readPrices(
      version,
      rows.flatMap((row) => listEnds(toFigures(row))),
      tax,
    );
  });

async function readPrices(version: Version, ids: readonly number[], tax: TaxView): Promise<ReadonlyMap<number, Price>> {
  if (ids.length === 0) return new Map();
  const rows = await publishedDb().price.findMany({ where: { versionId: version.id, seriesId: { in: [...ids] } } });
  return new Map(rows.map((row) => [row.seriesId, toPrice(row, tax)]));
}

const toIdentity = ({ slug, name, vendor, service, category, plan, website, inBasket, samePlanAs }: ProductRow) => ({
  product: slug,
  name,
  vendor,
  service,
  category,
  plan,
  website,
  in_basket: inBasket,
  same_plan_as: samePlanAs,
});

type PriceOf = (seriesId: number) => Price | null;

/** `tax`: of what the figures are that have no name of their own. */
function toRecord(row: ProductRow, figures: Figures, priceOf: PriceOf, tax: TaxView = "shown"): Product {
  const { [tax]: spread, excluded } = figures;
  const find = (id: number | null) => (id === null ? null : priceOf(id));
  // Ranked in a view that filters make, too.
  const findRanked = (id: number | null) => {
    const price = find(id);
    return price && { ...price, ranked: true };
  };
  const withoutTax = find(excluded.cheapestId);
  return {
    ...toIdentity(row),
    n_prices: figures.prices,
    n_countries: figures.countries,
    ranking: toRanking(spread.ranking),
    n_ranked: spread.ranked,
    min: spread.min,
    median: spread.median,
    max: spread.max,
    cheapest: findRanked(spread.cheapestId),
    most_expensive: findRanked(spread.mostExpensiveId),
    cheapest_without_tax: withoutTax && { ...withoutTax, ex_tax_ranked: true },
    ex_tax_min: excluded.min,
    ex_tax_median: excluded.median,
    ex_tax_max: excluded.max,
    ex_tax_ranking: toRanking(excluded.ranking),
    ex_tax_n_ranked: excluded.ranked,
    verified_from: spread.verifiedFrom && toDay(spread.verifiedFrom),
    verified_on: spread.verifiedOn && toDay(spread.verifiedOn),
    changed_on: figures.changedOn && toDay(figures.changedOn),
  };
}

/** The record of a product whose figures are over all of its prices, as published: no filter, list prices. */
export const toProduct = (row: ProductRow, priceOf: PriceOf): Product => toRecord(row, toFigures(row), priceOf);

type DetailQuery = z.infer<typeof getProduct.params> & z.infer<typeof getProduct.query>;

/** With list prices in either tax view. Returns a not-found problem with similar slugs for an unknown product. */
export async function findProduct(version: Version, { date, slug }: DetailQuery) {
  if (date === undefined) return findCurrentProduct(version, { slug, tax: "shown" });
  const found = await findProductOfDay(version, { slug, tax: "shown", date });
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
  return { data: await keepPrices(version, `${row.slug} ${tax}`, () => readDetail(version, row, tax)) };
}

async function readDetail(version: Version, row: ProductRow, tax: TaxView): Promise<ProductDetail> {
  const prices = await publishedDb().price.findMany({
    where: { versionId: version.id, productSlug: row.slug },
    orderBy: { position: "asc" },
  });
  const records = new Map(prices.map((price) => [price.seriesId, toPrice(price, tax)]));
  return {
    ...toRecord(row, toFigures(row), (id) => records.get(id) ?? null, tax),
    prices: [...records.values()],
    access: await listAccess(version, row.slug),
  };
}

export async function findProductOfDay(
  version: Version,
  { slug, date, tax }: Omit<DetailQuery, "date"> & { date: string },
) {
  const row = await findProductRow(version, slug);
  if (row === null) return toUnknownProduct(slug, (await readCatalogue(version)).products);
  const found = await findPricesOfDay(version, { product: [row.slug], date, tax, page: 1, page_size: ALL_PRICES });
  const known = found.data.filter(isListed);
  const usPriceOf = pairWith(known, BASE_COUNTRY);
  const prices = found.data.map((price) => (isListed(price) ? compareWith(usPriceOf(price), price, tax) : price));
  const access = await listAccess(version, row.slug);
  return { data: { ...toIdentity(row), ...summarizePrices(prices, found.ranks, tax), prices, access } };
}

const listAccess = async (version: Version, slug: string) => [...((await readAccess(version)).get(slug) ?? [])];

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
