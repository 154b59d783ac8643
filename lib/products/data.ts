import "server-only";
import type { z } from "zod";
import { Slug } from "@/lib/contract/codes";
import { readCatalogue, toVersion, type VersionColumn, versionColumn } from "@/lib/dataset/data";
import { db } from "@/lib/db";
import { problem } from "@/lib/http/problem";
import { isCurrent, priceJson, priceOrder } from "@/lib/prices/columns";
import { suggest } from "@/lib/suggest";
import { Prisma } from "@/prisma/client/client";
import type { getProduct, listProducts } from "./endpoints";
import type { Product, ProductDetail } from "./schema";

const identity = Prisma.sql`'slug', pr.slug, 'name', pr.name, 'vendor', pr.vendor, 'category', pr.category, 'plan', pr.plan,
  'website', pr.website`;
const spread = Prisma.sql`'countries', pr.countries, 'usd_monthly_min', trim_scale(pr.usd_monthly_min),
  'usd_monthly_median', trim_scale(pr.usd_monthly_median), 'usd_monthly_max', trim_scale(pr.usd_monthly_max),
  'verified_on', pr.verified_on`;
const cheapest = Prisma.sql`'cheapest', (SELECT ${priceJson} FROM price p WHERE p.id = pr.cheapest_id)`;
const mostExpensive = Prisma.sql`'most_expensive', (SELECT ${priceJson} FROM price p WHERE p.id = pr.most_expensive_id)`;

/** One page of products with their cheapest price, of one dataset version. */
export async function findProducts({ category, page, page_size }: z.infer<typeof listProducts.query>) {
  const where = category ? Prisma.sql`WHERE pr.category = ${category}` : Prisma.empty;
  const rows = await db().$queryRaw<[{ version: VersionColumn; total: number; data: Product[] }]>`
    SELECT
      ${versionColumn} AS version,
      (SELECT count(*)::int FROM product pr ${where}) AS total,
      (SELECT coalesce(json_agg(record), '[]') FROM (
        SELECT json_build_object(${identity}, ${cheapest}, ${spread}) AS record FROM product pr ${where}
        ORDER BY pr.slug LIMIT ${page_size} OFFSET ${(page - 1) * page_size}
      ) listed) AS data`;
  const [{ version, total, data }] = rows;
  return { version: toVersion(version), total, data };
}

/** One product with its prices; a not-found problem with near slugs when there is none. */
export async function findProduct({ slug }: z.infer<typeof getProduct.params>) {
  const canonical = Slug.safeParse(slug.toLowerCase()).data ?? "";
  const rows = await db().$queryRaw<[{ version: VersionColumn; data: ProductDetail | null }]>`
    SELECT
      ${versionColumn} AS version,
      (SELECT json_build_object(
        ${identity}, ${cheapest}, ${mostExpensive}, ${spread},
        'prices', (
          SELECT coalesce(json_agg(${priceJson} ORDER BY ${priceOrder}), '[]')
          FROM price p WHERE p.product = pr.slug AND ${isCurrent}
        )
      ) FROM product pr WHERE pr.slug = ${canonical}) AS data`;
  const [{ version, data }] = rows;
  if (data !== null) return { version: toVersion(version), data };
  const { products } = await readCatalogue();
  const shown = Array.from(slug.slice(0, 60), (char) => (/\p{C}/u.test(char) ? "\uFFFD" : char)).join("");
  return problem("not-found", `There is no product "${shown}".`, { suggestions: suggest(slug, products) });
}
