import "server-only";
import { isCurrent } from "@/lib/catalogue/prices/columns-sql";
import { KNOWN_SERVICES } from "@/lib/catalogue/products/known-rules";
import { categoryName, productLabel } from "@/lib/catalogue/products/rules";
import type { Period } from "@/lib/contract/codes";
import { readOncePerVersion } from "@/lib/dataset/per-version";
import { db } from "@/lib/platform/db";
import { makeSearchable, type PricedPlace, type Searchable } from "./suggest-rules";

/** Most products suggested under a field, those of most countries; typing finds all of them. */
const MOST_SUGGESTED = 300;

type Row = {
  products: (Omit<Searchable["products"][number], "label" | "folded"> & { plan: string; is_widest: boolean })[];
  countries: PricedPlace[];
  categories: string[];
};

/** Everything that can be found by name: products and vendors, countries with a price, categories. */
export const findNames = readOncePerVersion(
  "names",
  async (): Promise<Searchable & { suggested: ReadonlySet<string> }> => {
    const [row] = await db().$queryRaw<[Row]>`
    SELECT
      (SELECT coalesce(json_agg(json_build_object(
        'slug', slug, 'name', name, 'plan', plan, 'vendor', vendor, 'category', category, 'countries', countries,
        'low', usd_monthly_min, 'high', usd_monthly_max, 'is_widest', place <= ${MOST_SUGGESTED}::int
      ) ORDER BY known, place), '[]')
        FROM (
          SELECT *, array_position(${[...KNOWN_SERVICES]}::text[], slug) AS known,
            row_number() OVER (ORDER BY countries DESC, in_basket DESC, slug) AS place
          FROM product
        ) placed
      ) AS products,
      (SELECT coalesce(json_agg(json_build_object(
        'code', c.code, 'name', c.name, 'prices', i.prices, 'pct', i.pct_vs_us
      ) ORDER BY c.name), '[]')
        FROM country c JOIN country_index i ON i.country = c.code
        WHERE i.version_id = (SELECT max(id) FROM dataset_version) AND i.prices > 0) AS countries,
      (SELECT coalesce(json_agg(DISTINCT category), '[]') FROM product WHERE countries > 0) AS categories`;
    return {
      ...makeSearchable(
        row.products.map(({ plan, is_widest: _, ...product }) => ({
          ...product,
          label: productLabel({ name: product.name, plan }),
        })),
        row.countries,
        row.categories.map((category) => ({ category, name: categoryName(category) })),
      ),
      suggested: new Set(row.products.filter(({ is_widest }) => is_widest).map(({ slug }) => slug)),
    };
  },
);

/** Lowest current price of a product in a country; null without one. */
export async function findLowestPrice(product: string, country: string) {
  const [row] = await db().$queryRaw<
    { amount: number; currency: string; period: Period; usd_monthly: number | null }[]
  >`
    SELECT amount::float8 AS amount, currency, period::text AS period, usd_monthly::float8 AS usd_monthly
    FROM price p
    WHERE product = ${product} AND country = ${country} AND ${isCurrent}
    ORDER BY usd_monthly NULLS LAST, platform, period LIMIT 1`;
  return row ?? null;
}
