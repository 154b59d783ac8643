import "server-only";
import type { ListQuery } from "@/lib/api/formats";
import { findPricesOfDay } from "@/lib/catalogue/prices/day-data";
import { markOutdated } from "@/lib/catalogue/prices/outdated-rules";
import { toPrice } from "@/lib/catalogue/prices/record-rules";
import { isListed } from "@/lib/catalogue/prices/rules";
import { ALL } from "@/lib/contract/inputs";
import { readCatalogue } from "@/lib/dataset/data";
import { publishedDb } from "@/lib/platform/db";
import type { Version } from "@/lib/versions/current";
import type { compare } from "./endpoints";
import { chooseCells, comparePrices, listUnobserved, nameUnobserved } from "./rules";
import type { Comparison } from "./schema";

type Query = Omit<ListQuery<typeof compare>, "date">;

export async function findComparison(version: Version, { date, ...asked }: ListQuery<typeof compare>) {
  const isAll = asked.countries.includes(ALL);
  const query = isAll ? { ...asked, countries: (await readCatalogue(version)).countries } : asked;
  const [names, found] = await Promise.all([
    findCompared(version, query),
    date === undefined ? findNow(version, query) : findOnDay(version, query, date),
  ]);
  const { prices, levels, unobserved } = found;
  const { tax, baseline } = query;
  const comparison = comparePrices(names, chooseCells(prices, tax), levels, tax, baseline);
  if (unobserved === null) return { data: comparison };
  const matrix = comparison.matrix.map((row) => nameUnobserved(row, comparison.countries, unobserved));
  return { data: { ...comparison, matrix } };
}

async function findCompared({ id: versionId }: Version, { products, countries }: Query) {
  const [named, places] = await Promise.all([
    publishedDb().product.findMany({
      where: { versionId, slug: { in: products } },
      select: { slug: true, name: true },
    }),
    publishedDb().country.findMany({
      where: { versionId, code: { in: countries } },
      select: { code: true, name: true },
    }),
  ]);
  return {
    products: products.flatMap((product) =>
      named.flatMap(({ slug, name }) => (slug === product ? [{ product, name }] : [])),
    ),
    countries: countries.flatMap((country) =>
      places.flatMap(({ code, name }) => (code === country ? [{ country, name }] : [])),
    ),
  };
}

async function findNow(version: Version, { products, countries, platform, period }: Query) {
  const versionId = version.id;
  const [prices, levels] = await Promise.all([
    publishedDb().price.findMany({
      where: {
        ...{ versionId, productSlug: { in: products }, countryCode: { in: [...countries, "US"] } },
        ...{ ...(platform && { platform: { in: platform } }), ...(period && { period: { in: period } }) },
      },
      orderBy: { position: "asc" },
    }),
    publishedDb().levelDifference.findMany({
      where: { versionId, countryCode: { in: countries }, otherCode: { in: countries } },
    }),
  ]);
  return {
    prices: prices.map((row) => toPrice(row)),
    levels: levels.map(({ countryCode: country, otherCode: other, pct, lowPct: low_pct, highPct: high_pct }) => ({
      ...{ country, other, pct, low_pct, high_pct },
    })),
    unobserved: null,
  };
}

async function findOnDay(version: Version, { products, countries, platform, period }: Query, date: string) {
  const { data } = await findPricesOfDay(version, {
    ...{ product: products, country: [...countries, "US"], platform, period, date, tax: "shown" },
    ...{ page: 1, page_size: ALL_PRICES },
  });
  const levels: Comparison["levels"] = [];
  return { prices: markOutdated(data.filter(isListed), date), levels, unobserved: listUnobserved(data) };
}

const ALL_PRICES = 1_000_000;
