import "server-only";
import { z } from "zod";
import { Slug } from "@/lib/contract/codes";
import { db } from "@/lib/db";
import { isCurrent, priceJson } from "@/lib/prices/columns";
import { Price } from "@/lib/prices/schema";
import { Prisma } from "@/prisma/client/client";

/** A product with three of its prices: the lowest in the US, and the lowest and highest anywhere. */
export const ProductAgainstUs = z.object({
  slug: Slug,
  name: z.string(),
  plan: z.string(),
  category: z.string(),
  countries: z.int().nonnegative(),
  us: Price.nullable(),
  cheapest: Price.nullable(),
  most_expensive: Price.nullable(),
  verified_on: z.string().nullable(),
});
export type ProductAgainstUs = z.infer<typeof ProductAgainstUs>;

const record = Prisma.sql`json_build_object(
  'slug', pr.slug, 'name', pr.name, 'plan', pr.plan, 'category', pr.category, 'countries', pr.countries,
  'us', (
    SELECT ${priceJson} FROM price p
    WHERE p.product = pr.slug AND p.country = 'US' AND ${isCurrent} AND p.usd_monthly IS NOT NULL
    ORDER BY p.usd_monthly, p.platform, p.period LIMIT 1
  ),
  'cheapest', (SELECT ${priceJson} FROM price p WHERE p.id = pr.cheapest_id),
  'most_expensive', (SELECT ${priceJson} FROM price p WHERE p.id = pr.most_expensive_id),
  'verified_on', pr.verified_on
)`;

/** The products of these slugs that exist, in the order given. */
export async function findProductsAgainstUs(slugs: readonly string[]): Promise<ProductAgainstUs[]> {
  const [row] = await db().$queryRaw<[{ data: ProductAgainstUs[] }]>`
    SELECT coalesce(json_agg(${record} ORDER BY array_position(${slugs}, pr.slug)), '[]') AS data
    FROM product pr WHERE pr.slug = ANY (${slugs})`;
  return row.data;
}

/** All plans of one vendor that have prices, cheapest first. */
export async function findPlansOf(vendor: string): Promise<ProductAgainstUs[]> {
  const [row] = await db().$queryRaw<[{ data: ProductAgainstUs[] }]>`
    SELECT coalesce(json_agg(${record} ORDER BY pr.usd_monthly_median, pr.slug), '[]') AS data
    FROM product pr WHERE pr.vendor = ${vendor} AND pr.countries > 0`;
  return row.data;
}
