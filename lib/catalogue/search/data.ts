import "server-only";
import { KNOWN_SERVICES } from "@/lib/catalogue/products/known-rules";
import { categoryName, productLabel } from "@/lib/catalogue/products/rules";
import type { Period } from "@/lib/contract/codes";
import { publishedDb } from "@/lib/platform/db";
import type { Version } from "@/lib/versions/current";
import { oncePerVersion } from "@/lib/versions/once";
import { toNumber } from "@/lib/versions/values";
import { makeSearchable, type Searchable } from "./suggest-rules";

/** Products of most countries; typing finds all. */
const MOST_SUGGESTED = 300;

const known: readonly string[] = KNOWN_SERVICES;

export const findNames = oncePerVersion(
  "names",
  async ({ id: versionId }): Promise<Searchable & { suggested: ReadonlySet<string> }> => {
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
        },
        orderBy: [{ countries: "desc" }, { inBasket: "desc" }, { slug: "asc" }],
      }),
      publishedDb().country.findMany({ where: { versionId, prices: { gt: 0 } }, orderBy: { name: "asc" } }),
      publishedDb().price.groupBy({ by: ["productSlug"], where: { versionId, period: "yearly" } }),
    ]);
    const billedYearly = new Set(yearly.map(({ productSlug }) => productSlug));
    const categories = new Set(products.flatMap(({ category, countries }) => (countries > 0 ? [category] : [])));
    const first = known.flatMap((slug) => products.find((product) => product.slug === slug) ?? []);
    return {
      ...makeSearchable(
        [...first, ...products.filter(({ slug }) => !known.includes(slug))].map(
          ({ slug, name, plan, vendor, category, countries, usdMonthlyMin, usdMonthlyMax }) => ({
            slug,
            name,
            vendor,
            category,
            countries,
            label: productLabel({ name, plan }),
            isBilledYearly: billedYearly.has(slug),
            low: toNumber(usdMonthlyMin),
            high: toNumber(usdMonthlyMax),
          }),
        ),
        countries.map(({ code, name, prices, pctVsUs: pct }) => ({ code, name, prices, pct })),
        [...categories].sort().map((category) => ({ category, name: categoryName(category) })),
      ),
      suggested: new Set(products.slice(0, MOST_SUGGESTED).map(({ slug }) => slug)),
    };
  },
);

type LowestPrice = { amount: number; currency: string; period: Period; usd_monthly: number | null };

/** The ranked price, else the lowest that is not outdated; null without one. */
export async function findLowestPrice(
  { id: versionId }: Version,
  product: string,
  country: string,
): Promise<LowestPrice | null> {
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
  const { amount, currency, period, usdMonthly } = row;
  return { amount: toNumber(amount), currency, period, usd_monthly: toNumber(usdMonthly) };
}
