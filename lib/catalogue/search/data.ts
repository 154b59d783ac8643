import "server-only";
import { categoryName, productLabel } from "@/lib/catalogue/products/rules";
import { readOncePerVersion } from "@/lib/dataset/per-version";
import { db } from "@/lib/platform/db";
import type { Names } from "./find-page-rules";
import type { Place } from "./rules";

/** Most products suggested under a field, those of most countries; typing finds all of them. */
const MOST_SUGGESTED = 300;

type Searchable = Names & { suggested: ReadonlySet<string> };

/** Everything that can be found by name: products, countries with a price, categories. */
export const findNames = readOncePerVersion("names", async (): Promise<Searchable> => {
  const [row] = await db().$queryRaw<
    [
      {
        products: { slug: string; name: string; plan: string; is_widest: boolean }[];
        countries: Place[];
        categories: string[];
      },
    ]
  >`
    SELECT
      (SELECT coalesce(json_agg(json_build_object(
        'slug', slug, 'name', name, 'plan', plan, 'is_widest', place <= ${MOST_SUGGESTED}::int
      ) ORDER BY name, slug), '[]')
        FROM (SELECT *, row_number() OVER (ORDER BY countries DESC, in_basket DESC, slug) AS place FROM product) placed
      ) AS products,
      (SELECT coalesce(json_agg(json_build_object('code', c.code, 'name', c.name) ORDER BY c.name), '[]')
        FROM country c JOIN country_index i ON i.country = c.code
        WHERE i.version_id = (SELECT max(id) FROM dataset_version) AND i.prices > 0) AS countries,
      (SELECT coalesce(json_agg(DISTINCT category), '[]') FROM product WHERE countries > 0) AS categories`;
  const products = row.products.map(({ slug, name, plan }) => ({
    slug,
    name,
    plan,
    label: productLabel({ name, plan }),
  }));
  return {
    products,
    countries: row.countries,
    categories: row.categories.map((category) => ({ category, name: categoryName(category) })),
    suggested: new Set(row.products.filter(({ is_widest }) => is_widest).map(({ slug }) => slug)),
  };
});
