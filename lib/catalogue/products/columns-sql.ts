import "server-only";
import { priceById } from "@/lib/catalogue/prices/columns-sql";
import type { TaxView } from "@/lib/catalogue/tax/schema";
import { Prisma } from "@/prisma/client/client";

export const identity = Prisma.sql`pr.slug, pr.name, pr.vendor, pr.category, pr.plan, pr.website`;
export const spread = Prisma.sql`pr.countries, trim_scale(f.usd_monthly_min) AS usd_monthly_min,
  trim_scale(f.usd_monthly_median) AS usd_monthly_median, trim_scale(f.usd_monthly_max) AS usd_monthly_max,
  pr.verified_on, pr.in_basket`;
export const cheapest = (tax: TaxView) => Prisma.sql`(${priceById(Prisma.sql`f.cheapest_id`, tax)}) AS cheapest`;

/** Record of a product `pr` in a list, as JSON. */
export const productJson = Prisma.sql`(SELECT row_to_json(listed) FROM (
  SELECT ${identity}, ${cheapest("shown")}, ${spread} FROM product f WHERE f.slug = pr.slug
) listed)`;
