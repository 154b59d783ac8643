import "server-only";
import { z } from "zod";
import { comparedPrices, isCurrent, priceJson } from "@/lib/catalogue/prices/columns-sql";
import { Price } from "@/lib/catalogue/prices/schema";
import { Day, Slug } from "@/lib/contract/codes";
import { readOncePerVersion } from "@/lib/dataset/per-version";
import { readRow } from "@/lib/platform/read-row";
import { Prisma } from "@/prisma/client/client";
import { KNOWN_SERVICES } from "./known-rules";

/** Product with its lowest US price, and its lowest and highest price in any country. */
export const ProductAgainstUs = z.object({
  slug: Slug,
  name: z.string().describe("Name of the service."),
  plan: z.string(),
  category: z.string(),
  countries: z.int().nonnegative().describe("Countries with a current price."),
  us: Price.nullable().describe("Price of the lowest `usd_monthly` in the US."),
  cheapest: Price.nullable().describe("Price of the lowest `usd_monthly`."),
  most_expensive: Price.nullable().describe("Price of the highest `usd_monthly`."),
  verified_on: Day.nullable().describe("Newest day of verification."),
});
export type ProductAgainstUs = z.infer<typeof ProductAgainstUs>;

/** SQL of that record for a product `pr`. */
export const productAgainstUs = Prisma.sql`json_build_object(
  'slug', pr.slug, 'name', pr.name, 'plan', pr.plan, 'category', pr.category, 'countries', pr.countries,
  'us', (
    SELECT ${priceJson} FROM price p
    WHERE p.product = pr.slug AND p.country = 'US' AND ${isCurrent} AND ${comparedPrices}
    ORDER BY p.usd_monthly, p.platform, p.period LIMIT 1
  ),
  'cheapest', (SELECT ${priceJson} FROM price p WHERE p.id = pr.cheapest_id),
  'most_expensive', (SELECT ${priceJson} FROM price p WHERE p.id = pr.most_expensive_id),
  'verified_on', pr.verified_on
)`;

/** The services that the home page shows, in its order; read once a version. */
export const readKnownServices = readOncePerVersion(
  "known-services",
  async (): Promise<readonly ProductAgainstUs[]> => {
    const { data } = await readRow<{ data: ProductAgainstUs[] }>(Prisma.sql`
      SELECT coalesce(json_agg(${productAgainstUs} ORDER BY array_position(${KNOWN_SERVICES}, pr.slug)), '[]') AS data
      FROM product pr WHERE pr.slug = ANY (${KNOWN_SERVICES})`);
    return data;
  },
);

/** Plan of a vendor; `ended_on`: for a plan without a price, the newest day on which it was not listed, or last was. */
export type Plan = ProductAgainstUs & { ended_on: string | null };

/** All plans of one vendor that have or had prices: cheapest first, ended ones last. */
export async function findPlansOf(vendor: string): Promise<Plan[]> {
  const { data } = await readRow<{ data: Plan[] }>(Prisma.sql`
    SELECT coalesce(json_agg(
      (${productAgainstUs})::jsonb || jsonb_build_object('ended_on', ended.day)
      ORDER BY pr.usd_monthly_median NULLS LAST, ended.day DESC, pr.slug
    ), '[]') AS data
    FROM product pr CROSS JOIN LATERAL (
      SELECT CASE WHEN pr.countries = 0 THEN (
        SELECT max(o.observed_on) FROM price p JOIN price_observation o ON o.price_id = p.id WHERE p.product = pr.slug
      ) END AS day
    ) ended
    WHERE pr.vendor = ${vendor} AND (pr.countries > 0 OR ended.day IS NOT NULL)`);
  return data;
}
