import "server-only";
import type { z } from "zod";
import type { ListQuery } from "@/lib/api/formats";
import type { Problem } from "@/lib/api/problem";
import { readFacts } from "@/lib/catalogue/filters/facts-data";
import { chooseProducts } from "@/lib/catalogue/filters/rules";
import { isCurrent, priceById, priceJsonOf, priceOrder } from "@/lib/catalogue/prices/columns-sql";
import { askedDay, datedJson, datedPrices, fromDated, wasRead } from "@/lib/catalogue/prices/day-sql";
import { compareWith, isListed, pairWithUs } from "@/lib/catalogue/prices/rules";
import type { DayPrice } from "@/lib/catalogue/prices/schema";
import type { TaxView } from "@/lib/catalogue/tax/schema";
import { Slug } from "@/lib/contract/codes";
import { JsonText } from "@/lib/contract/json-text";
import { readCatalogue, toVersion, type VersionColumn, versionColumn } from "@/lib/dataset/data";
import { readOncePerVersion } from "@/lib/dataset/per-version";
import { db } from "@/lib/platform/db";
import { readRow } from "@/lib/platform/read-row";
import { suggest } from "@/lib/text/suggest";
import { Prisma } from "@/prisma/client/client";
import { cheapest, identity, spread } from "./columns-sql";
import type { getProduct, listProducts } from "./endpoints";
import { summarizePrices } from "./rules";
import type { Product, ProductDetail } from "./schema";

const mostExpensive = (tax: TaxView) =>
  Prisma.sql`(${priceById(Prisma.sql`f.most_expensive_id`, tax)}) AS most_expensive`;
/** Products `pr` with their figures `f` over all prices. */
const figured: Record<TaxView, Prisma.Sql> = {
  shown: Prisma.sql`product pr JOIN product f ON f.slug = pr.slug`,
  excluded: Prisma.sql`product pr LEFT JOIN product_lens f ON f.product = pr.slug`,
};

/** One page of products with their cheapest price, of one dataset version. */
export async function findProducts({ sort, tax, page, page_size, ...filter }: ListQuery<typeof listProducts>) {
  const chosen = chooseProducts((await readFacts()).products, filter);
  const where = chosen ? Prisma.sql`WHERE pr.slug = ANY (${[...chosen]}::text[])` : Prisma.empty;
  const row = await readRow<{ version: VersionColumn; total: number; data: string }>(Prisma.sql`
    SELECT
      ${versionColumn} AS version,
      (SELECT count(*)::int FROM product pr ${where}) AS total,
      (SELECT concat('[', string_agg(record::text, ',' ORDER BY place), ']') FROM (
        SELECT placed.place, (SELECT row_to_json(listed) FROM (SELECT ${identity}, ${cheapest(tax)}, ${spread}) listed) AS record
        FROM (
          SELECT pr.slug, row_number() OVER (ORDER BY ${toOrder(sort)}) AS place FROM ${figured[tax]} ${where}
          ORDER BY place LIMIT ${page_size} OFFSET ${(page - 1) * page_size}
        ) placed, ${figured[tax]} WHERE pr.slug = placed.slug
      ) records) AS data`);
  return { version: toVersion(row.version), total: row.total, data: new JsonText<Product[]>(row.data) };
}

/** Columns by which products are sorted. */
const SORTED_BY = {
  ...{ slug: "pr.slug", name: "lower(pr.name)", countries: "pr.countries", verified_on: "pr.verified_on" },
  ...{ usd_monthly_min: "f.usd_monthly_min", usd_monthly_median: "f.usd_monthly_median" },
  usd_monthly_max: "f.usd_monthly_max",
};

function toOrder(sort: ListQuery<typeof listProducts>["sort"]): Prisma.Sql {
  const [column] = Object.entries(SORTED_BY).flatMap(([name, sql]) => (sort.replace("-", "") === name ? [sql] : []));
  return Prisma.raw(`${column} ${sort.startsWith("-") ? "DESC" : "ASC"} NULLS LAST, pr.slug`);
}

type DetailQuery = z.infer<typeof getProduct.params> & z.infer<typeof getProduct.query>;

/** One product with its prices, current or of a day; a not-found problem with similar slugs for an unknown one. */
export async function findProduct({ date, ...query }: DetailQuery) {
  return date === undefined ? findCurrentProduct(query) : findProductOfDay({ ...query, date });
}

/** One product with its current prices; a not-found problem with similar slugs for an unknown one. */
export async function findCurrentProduct({ slug, tax }: Omit<DetailQuery, "date">) {
  const canonical = Slug.safeParse(slug.toLowerCase()).data ?? "";
  const { version, data } = await readRow<{ version: VersionColumn; data: string | null }>(Prisma.sql`
    SELECT
      ${versionColumn} AS version,
      (SELECT row_to_json(detail)::text FROM (
        SELECT ${identity}, ${cheapest(tax)}, ${mostExpensive(tax)}, ${spread}, (
          SELECT concat('[', string_agg(${priceJsonOf(tax)}::text, ',' ORDER BY ${priceOrder}), ']')::json
          FROM price p WHERE p.product = pr.slug AND ${isCurrent}
        ) AS prices
        FROM ${figured[tax]} WHERE pr.slug = ${canonical}
      ) detail) AS data`);
  if (data !== null) return { version: toVersion(version), data: new JsonText<ProductDetail>(data) };
  const { products } = await readCatalogue();
  return toUnknownProduct(slug, products);
}

/** One product with its prices of a day, and the figures that follow from them. */
export async function findProductOfDay({ slug, date, tax }: Omit<DetailQuery, "date"> & { date: string }) {
  const canonical = Slug.safeParse(slug.toLowerCase()).data ?? "";
  const row = await readRow<DayRow>(Prisma.sql`
    WITH ${askedDay(date)}, placed AS MATERIALIZED (
      SELECT id, row_number() OVER (ORDER BY country, platform, period) AS place FROM price p WHERE product = ${canonical} AND ${wasRead}
    ), ${datedPrices}
    SELECT ${versionColumn} AS version,
      (SELECT row_to_json(named) FROM (SELECT ${identity}, pr.in_basket FROM product pr WHERE pr.slug = ${canonical}) named) AS product,
      (SELECT coalesce(json_agg(${datedJson(tax)} ORDER BY p.place), '[]') ${fromDated}) AS prices`);
  if (row.product === null) return toUnknownProduct(slug, (await readCatalogue()).products);
  const { in_basket, ...named } = row.product;
  const usPriceOf = pairWithUs(row.prices);
  const prices = row.prices.map((price) => (isListed(price) ? compareWith(usPriceOf(price), price) : price));
  return {
    version: toVersion(row.version),
    data: { ...named, ...summarizePrices(prices), in_basket, prices },
  };
}

type DayRow = {
  version: VersionColumn;
  product: Pick<ProductDetail, "slug" | "name" | "vendor" | "category" | "plan" | "website" | "in_basket"> | null;
  prices: DayPrice[];
};

/** Problem of an unknown slug, with similar ones. */
export function toUnknownProduct(slug: string, products: readonly string[]): Problem {
  const shown = Array.from(slug.slice(0, 60), (char) => (/\p{C}/u.test(char) ? "\uFFFD" : char)).join("");
  return { kind: "not-found", detail: `There is no product "${shown}".`, suggestions: suggest(slug, products) };
}

/** Every product with the newest verification day of its prices; null without any. */
export async function findProductDays(): Promise<{ slug: string; verified_on: string | null }[]> {
  return db().$queryRaw`SELECT slug, verified_on::text FROM product ORDER BY slug`;
}

/** Slug of the basket product with prices in most countries; null when nothing is priced. */
export const findWidestProduct = readOncePerVersion("widest-product", async (): Promise<string | null> => {
  const [product] = await db().$queryRaw<{ slug: string }[]>`
    SELECT slug FROM product WHERE countries > 0 ORDER BY countries DESC, in_basket DESC, slug LIMIT 1`;
  return product?.slug ?? null;
});
