import "server-only";
import { readOncePerVersion } from "@/lib/dataset/per-version";
import { readRow } from "@/lib/platform/read-row";
import { Prisma } from "@/prisma/client/client";
import type { FilteredProduct } from "./rules";

type Facts = { products: FilteredProduct[]; regions: Record<string, string> };

/** Facts of products that filters ask for, by slug, and the region of each country; read once a version. */
export const readFacts = readOncePerVersion("filter-facts", () =>
  readRow<Facts>(Prisma.sql`
    SELECT
      (SELECT coalesce(json_agg(json_build_object(
        'slug', slug, 'name', name, 'plan', plan, 'vendor', vendor, 'category', category
      ) ORDER BY slug), '[]') FROM product) AS products,
      (SELECT coalesce(json_object_agg(code, region), '{}') FROM country) AS regions`),
);
