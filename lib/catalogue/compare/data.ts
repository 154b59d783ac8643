import "server-only";
import type { compare } from "@/app/api/compare/contract";
import type { ListQuery } from "@/lib/api/formats";
import type { Problem } from "@/lib/api/problem";
import { findPricesOfDay, rankOnDay } from "@/lib/catalogue/prices/days/data";
import { toRanking } from "@/lib/catalogue/prices/ranking/rules";
import { findRanked } from "@/lib/catalogue/prices/rows/ranked-data";
import { toPrice } from "@/lib/catalogue/prices/rows/record-rules";
import { isListed } from "@/lib/catalogue/prices/rules";
import type { Price } from "@/lib/catalogue/prices/schema";
import type { Period, Platform } from "@/lib/contract/codes";
import { groupBy } from "@/lib/contract/group-by";
import { ALL, SKIP } from "@/lib/contract/inputs";
import { readCatalogue } from "@/lib/dataset/data";
import { publishedDb } from "@/lib/platform/db";
import type { Version } from "@/lib/versions/current";
import { chooseCells, comparePrices, listUnobserved, nameUnobserved } from "./rules";
import type { Comparison } from "./schema";

type Query = Omit<ListQuery<typeof compare>, "date" | "missing">;

/** As the call answers it: with `missing=skip` the products that this dataset does not have are named. */
export async function answerComparison(version: Version, { missing, ...query }: ListQuery<typeof compare>) {
  if (missing !== SKIP) return findComparison(version, query);
  const known = new Set((await readCatalogue(version)).products);
  const skipped = query.products.filter((slug) => !known.has(slug));
  if (skipped.length === query.products.length) return toNothingLeft(skipped);
  const { data } = await findComparison(version, query);
  return { data: { ...data, skipped } };
}

export async function findComparison(version: Version, { date, ...asked }: Omit<ListQuery<typeof compare>, "missing">) {
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

const toNothingLeft = (products: readonly string[]): Problem => ({
  kind: "bad-parameter",
  detail: "Not accepted: products. None of them is in this dataset.",
  errors: products.map((slug) => ({
    parameter: "products",
    code: "not_in_dataset",
    detail: `"${slug}" is not in this dataset`,
  })),
});

async function findCompared(
  { id: versionId }: Version,
  { products, countries }: Pick<Query, "products" | "countries">,
) {
  const [named, places] = await Promise.all([
    publishedDb().product.findMany({
      where: { versionId, slug: { in: products } },
      select: { slug: true, name: true, plan: true, category: true, samePlanAs: true },
    }),
    publishedDb().country.findMany({
      where: { versionId, code: { in: countries } },
      select: { code: true, name: true },
    }),
  ]);
  return {
    products: products.flatMap((product) =>
      named.flatMap(({ slug, samePlanAs, ...rest }) =>
        slug === product ? [{ product, ...rest, same_plan_as: samePlanAs }] : [],
      ),
    ),
    countries: countries.flatMap((country) =>
      places.flatMap(({ code, name }) => (code === country ? [{ country, name }] : [])),
    ),
  };
}

type Viewed = Pick<Query, "products" | "countries" | "platform" | "period" | "tax">;

/** Prices of a store and billing period, ranked among themselves. */
async function findViewed(version: Version, { products, countries, platform, period, tax }: Viewed) {
  const view = { product: products, ...(platform && { platform }), ...(period && { period }) };
  const [ranked, prices] = await Promise.all([
    findRanked(version, view, tax),
    publishedDb().price.findMany({
      where: {
        versionId: version.id,
        productSlug: { in: products },
        countryCode: { in: [...countries, "US"] },
        ...(platform && { platform: { in: platform } }),
        ...(period && { period: { in: period } }),
      },
      orderBy: { position: "asc" },
    }),
  ]);
  return {
    prices: prices.map((row) => ({ ...toPrice(row), ranked: ranked.series.has(row.seriesId) })),
    rankings: ranked.rankings,
  };
}

export type ComparedPlan = { product: string; platform?: Platform; period?: Period };

type PlanQuery = {
  plans: readonly ComparedPlan[];
  countries: readonly string[];
  /** One of `countries`, whose total the savings are counted against. */
  baseline: string;
  /** Prices that take the place of listed ones. */
  paid?: readonly Price[];
};

/**
 * Compares each plan by the prices of its own store and billing period. `counted` leaves out plans without a price in
 * `baseline` that counts, so that its total there is complete, and counts products that are one plan once; `all` holds the cells
 * of each by itself. `listed`: chosen prices,
 * those included that `paid` ones replace.
 */
export async function findPlanComparison(version: Version, { plans, countries, baseline, paid = [] }: PlanQuery) {
  const views = groupBy(plans, ({ platform, period }) => `${platform ?? ""} ${period ?? ""}`);
  const [names, ...found] = await Promise.all([
    findCompared(version, { products: plans.map(({ product }) => product), countries: [...countries] }),
    ...[...views.values()].map((same) =>
      findViewed(version, {
        products: same.map(({ product }) => product),
        countries: [...countries],
        platform: same[0]?.platform && [same[0].platform],
        period: same[0]?.period && [same[0].period],
        tax: "shown",
      }),
    ),
  ]);
  const listed = chooseCells(
    found.flatMap(({ prices }) => prices),
    "shown",
  );
  const isReplaced = (price: Price) =>
    paid.some(({ product, country }) => product === price.product && country === price.country);
  const compared = {
    prices: [...listed.filter((price) => !isReplaced(price)), ...paid],
    // Of a plan without a listed price the paid one is all that is compared, and nobody doubts it.
    rankings: new Map([
      ...paid.map(({ product }) => [product, "certain"] as const),
      ...found.flatMap(({ rankings }) => [...rankings]),
    ]),
    baseline,
    paid: paid.map(({ product }) => product),
  };
  // Each product by itself, so that a plan may count by the one that has a price in `baseline`.
  const apart = names.products.map((product) => ({ ...product, same_plan_as: null }));
  const all = comparePrices({ ...names, products: apart }, compared);
  const missing = all.totals.find(({ country }) => country === baseline)?.missing ?? [];
  const products = names.products.filter(({ product }) => !missing.includes(product));
  return { all, counted: comparePrices({ ...names, products }, compared), listed };
}

async function findNow(version: Version, query: Viewed) {
  const { countries } = query;
  const [viewed, levels] = await Promise.all([
    findViewed(version, query),
    publishedDb().levelDifference.findMany({
      where: { versionId: version.id, countryCode: { in: countries }, otherCode: { in: countries } },
    }),
  ]);
  return {
    ...viewed,
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
