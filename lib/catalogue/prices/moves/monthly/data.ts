import "server-only";
import { readFacts } from "@/lib/catalogue/filters/facts-data";
import {
  type ListedChange,
  type Month,
  type MonthOfChanges,
  PRICE_CHANGES_PAGE_SIZE,
} from "@/lib/catalogue/prices/list/page-schema";
import { chooseSeries, toWhere } from "@/lib/catalogue/prices/rows/filter-rules";
import type { Period, Platform } from "@/lib/contract/codes";
import { publishedDb } from "@/lib/platform/db";
import type { Version } from "@/lib/versions/current";
import { once, oncePerVersion } from "@/lib/versions/once";
import { whereValid } from "@/lib/versions/valid-rows-sql";
import { toNumber } from "@/lib/versions/values";
import type { Prisma } from "@/prisma/client/client";
import { changesOfMonth, monthsOfChanges, monthsReadAgain } from "./sql";

const NEWEST_CHANGES = 5;

type Filter = { product?: string | undefined; country?: string | undefined };

const choose = async (version: Version, { product, country }: Filter) =>
  chooseSeries(
    { product: product ? [product] : undefined, country: country ? [country] : undefined },
    await readFacts(version),
  );

export const findMonths = (version: Version, filter: Filter): Promise<MonthOfChanges[]> =>
  once(version, `months-of-changes ${filter.product} ${filter.country}`, async () =>
    publishedDb().$queryRaw<MonthOfChanges[]>(monthsOfChanges(version, await choose(version, filter))),
  );

/** Months since `since` in which a change could be seen. */
export const findReadMonths = (version: Version, filter: Filter, since: Month): Promise<Set<Month>> =>
  once(version, `months-read-again ${filter.product} ${filter.country}`, async () => {
    const rows = await publishedDb().$queryRaw<{ month: Month }[]>(
      monthsReadAgain(version, await choose(version, filter), `${since}-01`),
    );
    return new Set(rows.map(({ month }) => month));
  });

type Row = {
  product: string;
  country: string;
  platform: Platform;
  period: Period;
  firstSeenOn: string;
  since: string;
  wasAmount: Prisma.Decimal;
  wasCurrency: string;
  amount: Prisma.Decimal;
  currency: string;
  pct: Prisma.Decimal | null;
  rateFactor: Prisma.Decimal | null;
  wasRank: number | null;
  rank: number | null;
  of: number | null;
};

export async function findChangesOfMonth(
  version: Version,
  filter: Filter,
  page: { month: Month; home: string | null; limit: number; offset: number },
): Promise<ListedChange[]> {
  const rows = await publishedDb().$queryRaw<Row[]>(changesOfMonth(version, await choose(version, filter), page));
  return rows.map(({ product, country, platform, period, firstSeenOn, since, rank, wasRank, of, ...row }) => ({
    product,
    country,
    platform,
    period,
    firstSeenOn,
    since,
    was: { amount: toNumber(row.wasAmount), currency: row.wasCurrency },
    is: { amount: toNumber(row.amount), currency: row.currency },
    pct: toNumber(row.pct),
    fxPct:
      row.rateFactor === null || row.currency !== row.wasCurrency || row.currency === "USD"
        ? null
        : 100 * (toNumber(row.rateFactor) - 1),
    ranks: rank === null || wasRank === null || of === null || of < 2 ? null : { was: wasRank, is: rank, of },
  }));
}

/** The newest month with changes, and the first of them, one for each country; null without any. */
export const findNewestChanges = oncePerVersion("newest-changes", async (version) => {
  const [newest] = await findMonths(version, {});
  if (newest === undefined) return null;
  const page = { month: newest.month, home: null, limit: PRICE_CHANGES_PAGE_SIZE, offset: 0 };
  const listed = await findChangesOfMonth(version, {}, page);
  const seen = new Set<string>();
  const changes = listed.filter(({ country }) => !seen.has(country) && seen.add(country)).slice(0, NEWEST_CHANGES);
  return { newest, changes };
});

/** Products and countries with changes, and how many. */
export const findChangeCounts = (version: Version) =>
  once(version, "change-counts", async () => {
    const where = whereValid(version);
    const [products, countries] = await Promise.all([
      publishedDb().priceChange.groupBy({ by: ["productSlug"], where, _count: true }),
      publishedDb().priceChange.groupBy({ by: ["countryCode"], where, _count: true }),
    ]);
    return {
      products: new Map(products.map(({ productSlug, _count }) => [productSlug, _count])),
      countries: new Map(countries.map(({ countryCode, _count }) => [countryCode, _count])),
    };
  });

/** Newest change of a country; null without any. */
export async function findLastChange(version: Version, filter: Filter) {
  const row = await publishedDb().priceChange.findFirst({
    where: { ...whereValid(version), ...toWhere(await choose(version, filter)) },
    orderBy: [{ firstSeenOn: "desc" }, { productSlug: "asc" }, { platform: "asc" }, { period: "asc" }],
  });
  return (
    row && {
      product: row.productSlug,
      period: row.period,
      firstSeenOn: row.firstSeenOn.toISOString().slice(0, 10),
      was: { amount: toNumber(row.wasAmount), currency: row.wasCurrency },
      is: { amount: toNumber(row.amount), currency: row.currency },
    }
  );
}
