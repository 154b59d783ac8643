import "server-only";
import type { listPrices } from "@/app/api/prices/contract";
import type { ListQuery } from "@/lib/api/formats";
import { readFacts } from "@/lib/catalogue/filters/facts-data";
import { isGuess } from "@/lib/catalogue/filters/rules";
import { findPricesOfDay } from "@/lib/catalogue/prices/days/data";
import { chooseRanked, chooseSeries, type SeriesChoice, toWhere } from "@/lib/catalogue/prices/rows/filter-rules";
import { withNames } from "@/lib/catalogue/prices/rows/names-data";
import { findLowestSeries, findRanked } from "@/lib/catalogue/prices/rows/ranked-data";
import { toPrice } from "@/lib/catalogue/prices/rows/record-rules";
import type { Price } from "@/lib/catalogue/prices/schema";
import type { TaxView } from "@/lib/catalogue/tax/schema";
import { publishedDb } from "@/lib/platform/db";
import type { Version } from "@/lib/versions/current";
import type { Prisma } from "@/prisma/client/client";

type Query = Omit<ListQuery<typeof listPrices>, "version">;

export async function findPrices(version: Version, { date, sort, status, ...query }: Query) {
  if (date === undefined) return findCurrentPrices(version, { sort, ...query });
  // `listPrices` refuses this earlier.
  if (sort === "changed_on" || sort === "-changed_on") throw new TypeError("a past day has no order of changes");
  const {
    ranks: _,
    data,
    ...found
  } = await findPricesOfDay(version, {
    ...query,
    date,
    sort,
    scope: status,
    figures: "shown",
  });
  return { ...found, data: await withNames(version, data) };
}

export async function findCurrentPrices(
  version: Version,
  { best, sort, tax, page, page_size, ...filter }: Omit<Query, "status">,
) {
  const facts = await readFacts(version);
  const choice = chooseSeries(filter, facts);
  const chosen =
    best === undefined ? toWhere(choice) : { seriesId: { in: await findLowestSeries(version, choice, tax) } };
  const where: Prisma.PriceWhereInput = { versionId: version.id, ...chosen };
  const [total, rows] = await Promise.all([
    publishedDb().price.count({ where }),
    publishedDb().price.findMany({ where, orderBy: toOrder(sort, tax), skip: (page - 1) * page_size, take: page_size }),
  ]);
  const viewRanks = await findViewRanks(version, choice, rows, best !== undefined);
  return {
    total,
    data: await withNames(
      version,
      rows.map((row) => ({ ...toPrice(row), ...viewRanks(row) })),
    ),
    isGuess: isGuess(facts.products, filter.q),
  };
}

type Ranked = { seriesId: number; productSlug: string };

/**
 * With `platform` or `period`, a product is ranked by the prices that they leave, with `isBest` by those that all filters leave;
 * else as it is published.
 */
async function findViewRanks(
  version: Version,
  choice: SeriesChoice,
  rows: readonly Ranked[],
  isBest: boolean,
): Promise<(row: Ranked) => Pick<Price, "ranked" | "ex_tax_ranked">> {
  const { platform, period } = choice;
  if ((!isBest && (platform ?? period) === undefined) || rows.length === 0) return () => ({});
  const products = rows.map(({ productSlug }) => productSlug);
  const view = chooseRanked(choice, products, isBest);
  const [shown, excluded] = await Promise.all([
    findRanked(version, view, "shown"),
    findRanked(version, view, "excluded"),
  ]);
  return ({ seriesId }) => ({ ranked: shown.series.has(seriesId), ex_tax_ranked: excluded.series.has(seriesId) });
}

/** Missing values come last; ties in the order of the API. */
function toOrder(sort: Query["sort"], tax: TaxView): Prisma.PriceOrderByWithRelationInput[] {
  const direction = sort.startsWith("-") ? "desc" : "asc";
  const nullable = { sort: direction, nulls: "last" } as const;
  const orders: Record<string, Prisma.PriceOrderByWithRelationInput> = {
    usd_monthly: tax === "shown" ? { usdMonthly: nullable } : { exTaxUsdMonthly: nullable },
    verified_on: { verifiedOn: direction },
    changed_on: { changedOn: nullable },
  };
  if (sort === "product") return [{ position: "asc" }];
  return [orders[sort.replace("-", "")] ?? { productSlug: direction }, { position: "asc" }];
}
