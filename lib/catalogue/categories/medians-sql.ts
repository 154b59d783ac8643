import "server-only";
import type { TaxView } from "@/lib/catalogue/tax/schema";
import { Prisma } from "@/prisma/client/client";

/** Category medians of each country in the newest dataset version. */
export const categoryMedians: Record<TaxView, Prisma.Sql> = {
  shown: Prisma.sql`
    SELECT country, category, pct_vs_us, basket_size FROM category_index
    WHERE version_id = (SELECT max(id) FROM dataset_version)`,
  excluded: Prisma.sql`
    SELECT l.country, median.* FROM country_lens l,
      jsonb_to_recordset(l.categories) AS median (category text, pct_vs_us float8, basket_size integer)
    WHERE l.version_id = (SELECT max(id) FROM dataset_version)`,
};
