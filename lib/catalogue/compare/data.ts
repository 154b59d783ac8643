import "server-only";
import type { ListQuery } from "@/lib/api/formats";
import { findPricesOfDay, rankOnDay } from "@/lib/catalogue/prices/day-data";
import { findRanked } from "@/lib/catalogue/prices/ranking-data";
import { toRanking } from "@/lib/catalogue/prices/ranking-rules";
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
  const { prices, rankings, levels, unobserved } = found;
  const { tax, baseline } = query;
  const comparison = comparePrices(names, { prices: chooseCells(prices, tax), rankings, levels, tax, baseline });
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

async function findNow(version: Version, { products, countries, platform, period, tax }: Query) {
  const versionId = version.id;
  const view = { product: products, ...(platform && { platform }), ...(period && { period }) };
  const [ranked, prices, levels] = await Promise.all([
    findRanked(version, view, tax),
    publishedDb().price.findMany({
      where: {
        versionId,
        productSlug: { in: products },
        countryCode: { in: [...countries, "US"] },
        ...(platform && { platform: { in: platform } }),
        ...(period && { period: { in: period } }),
      },
      orderBy: { position: "asc" },
    }),
    publishedDb().levelDifference.findMany({
      where: { versionId, countryCode: { in: countries }, otherCode: { in: countries } },
    }),
  ]);
  return {
    prices: prices.map((row) => ({ ...toPrice(row), ranked: ranked.series.has(row.seriesId) })),
    rankings: ranked.rankings,
    levels: levels.map(({ countryCode: country, otherCode: other, pct, lowPct: low_pct, highPct: high_pct }) => ({
      country,
      other,
      pct,
      low_pct,
      high_pct,
    })),
    unobserved: null,
  };
}

/** Ranked by the tax view, with list prices, of which the comparison makes those without tax. */
async function findOnDay(version: Version, { products, countries, platform, period, tax }: Query, date: string) {
  const view = { product: products, ...(platform && { platform }), ...(period && { period }) };
  const filter = { ...view, country: [...countries, "US"] };
  const [{ data }, ranks] = await Promise.all([
    findPricesOfDay(version, { ...filter, date, tax: "shown", page: 1, page_size: ALL_PRICES }),
    rankOnDay(version, view, date, tax),
  ]);
  const ranked = new Set(ranks.map(keyOf));
  const levels: Comparison["levels"] = [];
  return {
    prices: data.filter(isListed).map((price) => ({ ...price, ranked: ranked.has(keyOf(price)) })),
    rankings: new Map(ranks.map(({ product, ranking }) => [product, toRanking(ranking)])),
    levels,
    unobserved: listUnobserved(data),
  };
}

const keyOf = ({ product, country, platform, period }: Record<"product" | "country" | "platform" | "period", string>) =>
  `${product} ${country} ${platform} ${period}`;

const ALL_PRICES = 1_000_000;
