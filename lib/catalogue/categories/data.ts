import "server-only";
import type { TaxView } from "@/lib/catalogue/tax/schema";
import { readOncePerTaxView } from "@/lib/catalogue/tax/view-data";
import { JsonText } from "@/lib/contract/json-text";
import { toVersion, type VersionColumn, versionColumn } from "@/lib/dataset/data";
import { readRow } from "@/lib/platform/read-row";
import { Prisma } from "@/prisma/client/client";
import { categoryMedians } from "./medians-sql";
import type { Category } from "./schema";

/** Categories of one dataset version with their medians, by name. */
export async function findCategories({ tax }: { tax: TaxView }) {
  const { version, data } = await readRow<{ version: VersionColumn; data: string }>(Prisma.sql`
    SELECT ${versionColumn} AS version, (
      SELECT coalesce(json_agg(json_build_object(
        'category', category, 'products', products, 'in_basket', in_basket, 'countries', (
          SELECT coalesce(json_agg(json_build_object(
            'code', c.code, 'name', c.name, 'pct_vs_us', i.pct_vs_us, 'basket_size', i.basket_size
          ) ORDER BY i.pct_vs_us, c.code), '[]')
          FROM (${categoryMedians[tax]}) i JOIN country c ON c.code = i.country WHERE i.category = listed.category
        )
      ) ORDER BY category), '[]')::text
      FROM (
        SELECT category, (count(*) FILTER (WHERE countries > 0))::int AS products,
          (count(*) FILTER (WHERE in_basket))::int AS in_basket
        FROM product GROUP BY category
      ) listed
    ) AS data`);
  return { version: toVersion(version), data: new JsonText<Category[]>(data) };
}

/** Categories of the newest dataset version for pages, read once per version. */
export const findCategoryMedians = readOncePerTaxView("category-medians", async (tax) =>
  (await findCategories({ tax })).data.parse(),
);
