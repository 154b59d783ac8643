import "server-only";
import { z } from "zod";
import { RANKINGS, toRanking } from "@/lib/catalogue/prices/ranking-rules";
import { toPrice } from "@/lib/catalogue/prices/record-rules";
import { cheapestByCountry } from "@/lib/catalogue/prices/rules";
import { Price } from "@/lib/catalogue/prices/schema";
import { Day, Slug } from "@/lib/contract/codes";
import { publishedDb } from "@/lib/platform/db";
import type { Version } from "@/lib/versions/current";
import { once, oncePerVersion } from "@/lib/versions/once";
import { toDay } from "@/lib/versions/values";
import type { Product as ProductRow } from "@/prisma/client/client";
import { findPricesById } from "./data";
import { FEATURED_SERVICES, KNOWN_SERVICES } from "./known-rules";

const ProductAgainstUs = z.object({
  slug: Slug,
  name: z.string().describe("Name of the service."),
  plan: z.string(),
  category: z.string(),
  website: z.string().nullable(),
  countries: z.int().nonnegative().describe("Countries with a current price."),
  ranking: z.enum(RANKINGS),
  us: Price.nullable().describe("The ranked price in the US, else its lowest."),
  cheapest: Price.nullable().describe("Lowest ranked price."),
  most_expensive: Price.nullable().describe("Highest ranked price."),
  verified_on: Day.nullable().describe("Newest day of verification."),
});
export type ProductAgainstUs = z.infer<typeof ProductAgainstUs>;

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

/** `ended_on`: newest day without a listing, or last reading; null for a plan with a price. */
export type Plan = ProductAgainstUs & { ended_on: string | null };

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
