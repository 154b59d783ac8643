import "server-only";
import { z } from "zod";
import { CountryCode } from "@/lib/contract/codes";
import { readOncePerVersion } from "@/lib/dataset/per-version";
import { db } from "@/lib/platform/db";

/** Median difference from the US in one category, for each country with at least five common products. */
export const CategoryMedians = z.object({
  category: z.string(),
  products: z.int().positive().describe("Products of the category in the basket of the index."),
  countries: z
    .array(
      z.object({
        code: CountryCode,
        name: z.string(),
        pct_vs_us: z.number(),
        basket_size: z.int().positive(),
      }),
    )
    .describe("Cheapest first."),
});
export type CategoryMedians = z.infer<typeof CategoryMedians>;

/** Category medians of the newest dataset version, categories by name. */
export const findCategoryMedians = readOncePerVersion("category-medians", async (): Promise<CategoryMedians[]> => {
  const [row] = await db().$queryRaw<[{ data: CategoryMedians[] }]>`
    SELECT coalesce(json_agg(record ORDER BY category), '[]') AS data FROM (
      SELECT i.category, json_build_object(
        'category', i.category,
        'products', (SELECT count(*)::int FROM product pr WHERE pr.category = i.category AND pr.in_basket),
        'countries', json_agg(json_build_object(
          'code', c.code, 'name', c.name, 'pct_vs_us', i.pct_vs_us, 'basket_size', i.basket_size
        ) ORDER BY i.pct_vs_us, c.code)
      ) AS record
      FROM category_index i JOIN country c ON c.code = i.country
      WHERE i.version_id = (SELECT max(id) FROM dataset_version)
      GROUP BY i.category
    ) grouped`;
  return row.data;
});
