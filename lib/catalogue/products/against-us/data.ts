import "server-only";
import { toRanking } from "@/lib/catalogue/prices/ranking/rules";
import { toPrice } from "@/lib/catalogue/prices/rows/record-rules";
import { cheapestByCountry } from "@/lib/catalogue/prices/rules";
import type { Price } from "@/lib/catalogue/prices/schema";
import { findPricesById } from "@/lib/catalogue/products/data";
import { FEATURED_SERVICES, KNOWN_SERVICES } from "@/lib/catalogue/products/known-rules";
import type { Product } from "@/lib/catalogue/products/schema";
import { publishedDb } from "@/lib/platform/db";
import type { Version } from "@/lib/versions/current";
import { once, oncePerVersion } from "@/lib/versions/once";
import { toDay } from "@/lib/versions/values";
import type { Product as ProductRow } from "@/prisma/client/client";
import type { Plan, ProductAgainstUs } from "./schema";

/** The ranked price of each product in the country, else its lowest. */
async function findLowestPrices(
  version: Version,
  country: string,
  slugs: readonly string[],
): Promise<ReadonlyMap<string, Price>> {
  const rows = await publishedDb().price.findMany({
    where: {
      versionId: version.id,
      productSlug: { in: [...slugs] },
      countryCode: country,
      usdMonthly: { not: null },
      fxStale: false,
    },
  });
  const prices = new Map<string, Price[]>();
  for (const price of rows.map((row) => toPrice(row)))
    prices.set(price.product, [...(prices.get(price.product) ?? []), price]);
  return new Map([...prices.values()].flatMap(cheapestByCountry).map((price) => [price.product, price]));
}

async function setAgainstUs(version: Version, rows: readonly ProductRow[]): Promise<ProductAgainstUs[]> {
  const ends = rows.flatMap(({ cheapestId, mostExpensiveId }) => [cheapestId, mostExpensiveId]);
  const [prices, us] = await Promise.all([
    findPricesById(
      version,
      ends.filter((id) => id !== null),
      "shown",
    ),
    findLowestPrices(
      version,
      "US",
      rows.map(({ slug }) => slug),
    ),
  ]);
  return rows.map(
    ({ slug, name, plan, category, website, countries, ranking, cheapestId, mostExpensiveId, verifiedOn }) => ({
      slug,
      name,
      plan,
      category,
      website,
      countries,
      ranking: toRanking(ranking),
      us: us.get(slug) ?? null,
      cheapest: prices.get(cheapestId ?? 0) ?? null,
      most_expensive: prices.get(mostExpensiveId ?? 0) ?? null,
      verified_on: verifiedOn && toDay(verifiedOn),
    }),
  );
}

const FEATURED = KNOWN_SERVICES.slice(0, FEATURED_SERVICES);

/** Lowest price in the country of each service of the home page. */
export const readKnownPrices = (version: Version, country: string) =>
  once(version, `known-prices-${country}`, () => findLowestPrices(version, country, FEATURED));

/** The services of the home page. */
export const readKnownServices = oncePerVersion(
  "known-services",
  async (version): Promise<readonly ProductAgainstUs[]> => {
    const rows = await publishedDb().product.findMany({
      where: { versionId: version.id, slug: { in: [...FEATURED] } },
    });
    const services = await setAgainstUs(version, rows);
    return FEATURED.flatMap((slug) => services.find((service) => service.slug === slug) ?? []);
  },
);

/** Lowest median first, ended ones last. */
export async function findPlansOf(version: Version, service: string): Promise<Plan[]> {
  const rows = await publishedDb().product.findMany({
    where: { versionId: version.id, service, OR: [{ countries: { gt: 0 } }, { endedOn: { not: null } }] },
    orderBy: [
      { usdMonthlyMedian: { sort: "asc", nulls: "last" } },
      { endedOn: { sort: "desc", nulls: "first" } },
      { slug: "asc" },
    ],
  });
  const plans = await setAgainstUs(version, rows);
  return plans.map((plan, at) => {
    const endedOn = rows[at]?.endedOn ?? null;
    return { ...plan, ended_on: endedOn && toDay(endedOn) };
  });
}

/** One product of each other service of a vendor, that of most countries. */
export function findOthersBy({ id: versionId }: Version, vendor: string, service: string) {
  return publishedDb().product.findMany({
    where: { versionId, vendor, service: { not: service }, countries: { gt: 0 } },
    distinct: ["service"],
    orderBy: [{ service: "asc" }, { countries: "desc" }, { slug: "asc" }],
    select: { slug: true, service: true },
  });
}

/** The other products that are sold as the plan of one, its main product first. */
export async function findSamePlan(
  { id: versionId }: Version,
  { product, same_plan_as }: Pick<Product, "product" | "same_plan_as">,
): Promise<{ slug: string; name: string }[]> {
  const main = same_plan_as ?? product;
  const rows = await publishedDb().product.findMany({
    where: { versionId, OR: [{ slug: main }, { samePlanAs: main }], NOT: { slug: product } },
    select: { slug: true, name: true },
    orderBy: { slug: "asc" },
  });
  return rows.toSorted((a, b) => Number(b.slug === main) - Number(a.slug === main));
}

/** Products that are other doors to the plan of a main one, and so are in no index. */
export const countDoors = ({ id: versionId }: Version): Promise<number> =>
  publishedDb().product.count({ where: { versionId, samePlanAs: { not: null } } });
