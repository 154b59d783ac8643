import "server-only";
import { readCountries } from "@/lib/catalogue/countries/data";
import { toRanking } from "@/lib/catalogue/prices/ranking/rules";
import { toPrice } from "@/lib/catalogue/prices/rows/record-rules";
import type { Price } from "@/lib/catalogue/prices/schema";
import { KNOWN_SERVICES } from "@/lib/catalogue/products/known-rules";
import { categoryName, productLabel } from "@/lib/catalogue/products/rules";
import { publishedDb } from "@/lib/platform/db";
import type { Version } from "@/lib/versions/current";
import { oncePerVersion } from "@/lib/versions/once";
import { toDay } from "@/lib/versions/values";
import { makeSearchable, type Searchable } from "./suggest-rules";

/** Products of most countries; typing finds all. */
const MOST_SUGGESTED = 300;

const known: readonly string[] = KNOWN_SERVICES;

export const findNames = oncePerVersion(
  "names",
  async (version): Promise<Searchable & { suggested: ReadonlySet<string> }> => {
    const { id: versionId } = version;
    const [products, countries, yearly] = await Promise.all([
      publishedDb().product.findMany({
        where: { versionId },
        select: {
          slug: true,
          name: true,
          plan: true,
          vendor: true,
          category: true,
          countries: true,
          usdMonthlyMin: true,
          usdMonthlyMax: true,
          ranking: true,
          ranked: true,
          verifiedFrom: true,
          verifiedOn: true,
        },
        orderBy: [{ countries: "desc" }, { inBasket: "desc" }, { slug: "asc" }],
      }),
      readCountries(version, "shown"),
      publishedDb().price.groupBy({ by: ["productSlug"], where: { versionId, period: "yearly" } }),
    ]);
    const billedYearly = new Set(yearly.map(({ productSlug }) => productSlug));
    const categories = new Set(products.flatMap(({ category, countries }) => (countries > 0 ? [category] : [])));
    const first = known.flatMap((slug) => products.find((product) => product.slug === slug) ?? []);
    return {
      ...makeSearchable(
        [...first, ...products.filter(({ slug }) => !known.includes(slug))].map(
          ({ slug, name, plan, vendor, category, countries, ranking, ranked, verifiedFrom, verifiedOn, ...row }) => ({
            slug,
            name,
            vendor,
            category,
            countries,
            label: productLabel({ name, plan }),
            isBilledYearly: billedYearly.has(slug),
            low: row.usdMonthlyMin,
            high: row.usdMonthlyMax,
            ranking: toRanking(ranking),
            ranked,
            read: verifiedFrom && verifiedOn && { from: toDay(verifiedFrom), to: toDay(verifiedOn) },
          }),
        ),
        countries
          .map(({ country, name, n_prices, index }) => ({
            code: country,
            name,
            prices: n_prices,
            pct: index?.pct_vs_us ?? null,
          }))
          .sort((a, b) => (a.name < b.name ? -1 : 1)),
        [...categories].sort().map((category) => ({ category, name: categoryName(category) })),
      ),
      suggested: new Set(products.slice(0, MOST_SUGGESTED).map(({ slug }) => slug)),
    };
  },
);

/** The ranked price, else the lowest that is not outdated; null without one. */
export async function findLowestPrice(
  { id: versionId }: Version,
  product: string,
  country: string,
): Promise<Price | null> {
  const row = await publishedDb().price.findFirst({
    where: { versionId, productSlug: product, countryCode: country },
    orderBy: [
      { isRanked: "desc" },
      { isOutdated: "asc" },
      { usdMonthly: { sort: "asc", nulls: "last" } },
      { position: "asc" },
    ],
  });
  if (row === null) return null;
  return toPrice(row);
}
