import "server-only";
import type { z } from "zod";
import { type Problem, ProblemReply } from "@/lib/api/problem";
import { isCurrent, priceById, priceJson, priceOrder } from "@/lib/catalogue/prices/columns-sql";
import { Slug } from "@/lib/contract/codes";
import { JsonText } from "@/lib/contract/json-text";
import { readCatalogue, toVersion, type VersionColumn, versionColumn } from "@/lib/dataset/data";
import { readRow } from "@/lib/import/stage/read-row";
import { suggest } from "@/lib/text/suggest";
import { Prisma } from "@/prisma/client/client";
import type { getProduct, listProducts } from "./endpoints";
import type { Product, ProductDetail } from "./schema";

const identity = Prisma.sql`pr.slug, pr.name, pr.vendor, pr.category, pr.plan, pr.website`;
const spread = Prisma.sql`pr.countries, trim_scale(pr.usd_monthly_min) AS usd_monthly_min,
  trim_scale(pr.usd_monthly_median) AS usd_monthly_median, trim_scale(pr.usd_monthly_max) AS usd_monthly_max,
  pr.verified_on, pr.in_basket`;
const cheapest = Prisma.sql`(${priceById(Prisma.sql`pr.cheapest_id`)}) AS cheapest`;
const mostExpensive = Prisma.sql`(${priceById(Prisma.sql`pr.most_expensive_id`)}) AS most_expensive`;

/** One page of products with their cheapest price, of one dataset version. */
export async function findProducts({ category, page, page_size }: z.infer<typeof listProducts.query>) {
  const where = category ? Prisma.sql`WHERE category = ${category}` : Prisma.empty;
  const row = await readRow<{ version: VersionColumn; total: number; data: string }>(Prisma.sql`
    SELECT
      ${versionColumn} AS version,
      (SELECT count(*)::int FROM product ${where}) AS total,
      (SELECT concat('[', string_agg(row_to_json(listed)::text, ',' ORDER BY listed.slug), ']') FROM (
        SELECT ${identity}, ${cheapest}, ${spread} FROM product pr WHERE pr.slug IN (
          SELECT slug FROM product ${where} ORDER BY slug LIMIT ${page_size} OFFSET ${(page - 1) * page_size}
        )
      ) listed) AS data`);
  return { version: toVersion(row.version), total: row.total, data: new JsonText<Product[]>(row.data) };
}

/** One product with its prices; a not-found problem with near slugs when there is none. */
export async function findProduct({ slug }: z.infer<typeof getProduct.params>) {
  const canonical = Slug.safeParse(slug.toLowerCase()).data ?? "";
  const { version, data } = await readRow<{ version: VersionColumn; data: string | null }>(Prisma.sql`
    SELECT
      ${versionColumn} AS version,
      (SELECT row_to_json(detail)::text FROM (
        SELECT ${identity}, ${cheapest}, ${mostExpensive}, ${spread}, (
          SELECT concat('[', string_agg(${priceJson}::text, ',' ORDER BY ${priceOrder}), ']')::json
          FROM price p WHERE p.product = pr.slug AND ${isCurrent}
        ) AS prices
        FROM product pr WHERE pr.slug = ${canonical}
      ) detail) AS data`);
  if (data !== null) return { version: toVersion(version), data: new JsonText<ProductDetail>(data) };
  const { products } = await readCatalogue();
  return new ProblemReply(toUnknownProduct(slug, products));
}

/** The problem of a slug that nobody has. */
export function toUnknownProduct(slug: string, products: readonly string[]): Problem {
  const shown = Array.from(slug.slice(0, 60), (char) => (/\p{C}/u.test(char) ? "\uFFFD" : char)).join("");
  return { kind: "not-found", detail: `There is no product "${shown}".`, suggestions: suggest(slug, products) };
}
