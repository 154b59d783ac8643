import "server-only";
import { MS_PER_DAY, RATE_VALID_DAYS } from "@/lib/contract/days";
import { isComparable } from "@/lib/dataset/rate-rules";
import { isOffMedianSql, MEDIAN_FACTOR } from "@/lib/dataset/rules";
import { currentDay } from "@/lib/platform/clock";
import { publishedDb } from "@/lib/platform/db";
import { readRow } from "@/lib/platform/read-row";
import type { Version } from "@/lib/versions/current";
import { toDay } from "@/lib/versions/values";
import { Prisma } from "@/prisma/client/client";
import { samePlans } from "./same-plan-sql";

const LISTED = 5;

/** `lines`: worst cases; `hasMore`: whether there are others. */
export type DataWarning = { title: string; count: number; lines: string[]; hasMore: boolean };

type UsedRate = { currency: string; fxDate: string | null; isStale: boolean; prices: number };

/** An import itself reports warnings about its changes. */
export async function findDataWarnings(version: Version): Promise<DataWarning[]> {
  const [unusual, shared, used] = await Promise.all([
    readRow<{ count: number; lines: string[] }>(offMedian(version.id, LISTED + 1)),
    readRow<{ count: number; lines: string[] }>(differingPlans(version.id, LISTED + 1)),
    findUsedRates(version),
  ]);
  const warnings = [
    { title: `Prices above ${MEDIAN_FACTOR} times the median of their product, or below a third`, ...unusual },
    { title: "One plan under several products, with different amounts in a country", ...shared },
    describeUnrated(used.filter(({ fxDate }) => fxDate === null)),
    describeStale(used),
    describeOld(used),
  ];
  return warnings
    .filter(({ count }) => count > 0)
    .map(({ title, count, lines }) => ({
      title,
      count,
      lines: lines.slice(0, LISTED),
      hasMore: lines.length > LISTED,
    }));
}

async function findUsedRates({ id: versionId }: Version): Promise<UsedRate[]> {
  const rows = await publishedDb().price.groupBy({
    by: ["currency", "fxDate", "fxStale"],
    where: { versionId },
    _count: true,
    orderBy: [{ currency: "asc" }, { fxDate: "asc" }],
  });
  const used = rows.map(({ currency, fxDate, fxStale: isStale, _count: prices }) => ({
    currency,
    fxDate: fxDate && toDay(fxDate),
    isStale,
    prices,
  }));
  return used.sort((a, b) => b.prices - a.prices);
}

const sumPrices = (used: readonly UsedRate[]) => used.reduce((sum, { prices }) => sum + prices, 0);

const describeUnrated = (unrated: readonly UsedRate[]) => ({
  title: "Prices without an exchange rate",
  count: sumPrices(unrated),
  lines: unrated.map(({ currency, prices }) => `${currency}: ${prices} prices`),
});

function describeStale(used: readonly UsedRate[]) {
  const stale = used.filter(({ isStale }) => isStale);
  const share = ((100 * sumPrices(stale)) / sumPrices(used)).toFixed(1);
  return {
    title: `Prices at stale exchange rates, which are compared with nothing: ${share}% of all`,
    count: sumPrices(stale),
    lines: stale.map(({ currency, prices, fxDate }) => `${currency}: ${prices} prices, rate of ${fxDate}`),
  };
}

function describeOld(used: readonly UsedRate[]) {
  const oldest = toDay(new Date(Date.parse(currentDay()) - RATE_VALID_DAYS * MS_PER_DAY));
  const old = used.filter(({ currency, fxDate }) => currency !== "USD" && fxDate !== null && fxDate < oldest);
  const days = [...new Set(old.flatMap(({ fxDate }) => fxDate ?? []))].sort();
  const currenciesOf = (day: string) =>
    old.flatMap(({ currency, fxDate }) => (fxDate === day ? [currency] : [])).sort();
  return {
    title: `Currencies converted at rates older than ${RATE_VALID_DAYS} days`,
    count: old.length,
    lines: days.map((day) => `of ${day}: ${currenciesOf(day).join(", ")}`),
  };
}

/** By hand: Prisma compares no rows of one table. */
const differingPlans = (versionId: number, listed: number): Prisma.Sql => {
  const of = (table: string) => `(SELECT * FROM ${table} WHERE version_id = ${versionId})`;
  return Prisma.sql`
  SELECT count(*)::int AS count, coalesce((array_agg(line ORDER BY places DESC, line))[1:${listed}::int], '{}') AS lines
  FROM (${Prisma.raw(samePlans(of("price"), of("product")))}) AS found`;
};

/**
 * Prices of a version far from the median of their product: `count`, and the first `listed` in words, the furthest
 * first. By hand: Prisma compares no columns of two tables.
 */
const offMedian = (versionId: number, listed: number): Prisma.Sql => Prisma.sql`
  SELECT count(*)::int AS count, coalesce((array_agg(line ORDER BY factor DESC, line))[1:${listed}::int], '{}') AS lines FROM (
    SELECT greatest(p.usd_monthly / t.usd_monthly_median, t.usd_monthly_median / p.usd_monthly) AS factor,
      format('%s in %s, %s, %s: %s USD a month, the median is %s', p.product, p.country, p.platform, p.period,
        round(p.usd_monthly::numeric, 2), round(t.usd_monthly_median::numeric, 2)) AS line
    FROM price p JOIN product t ON t.version_id = p.version_id AND t.slug = p.product
    WHERE p.version_id = ${versionId} AND p.usd_monthly > 0 AND ${Prisma.raw(`${isComparable("p")} AND ${isOffMedianSql("p", "t")}`)}
  ) AS found`;
