import "server-only";
import { MS_PER_DAY } from "@/lib/contract/days";
import { readNames } from "@/lib/desk/names-data";
import { currentTime } from "@/lib/platform/clock";
import { db } from "@/lib/platform/db";
import type { Version } from "@/lib/versions/current";
import { toDay, toNumber } from "@/lib/versions/values";
import type { Prisma } from "@/prisma/client/client";
import {
  FoundBy,
  type Inbox,
  Outcome,
  type PublicReport,
  ReportKind,
  type SeriesKey,
  type StaffReport,
  TOLD_DAYS,
} from "./schema";

const WITH_SERIES = { series: true } satisfies Prisma.PriceReportInclude;
type Row = Prisma.PriceReportGetPayload<{ include: typeof WITH_SERIES }>;

/** `id` is that of the series. */
export type ReportedPrice = {
  id: number;
  name: string;
  plan: string;
  amount: number;
  currency: string;
  sourceUrl: string;
  verifiedOn: string;
};

export async function findReportedPrice(
  version: Version,
  { product, country, platform, period }: SeriesKey,
): Promise<ReportedPrice | null> {
  const [price, nameOf] = await Promise.all([
    db().price.findFirst({
      where: { versionId: version.id, productSlug: product, countryCode: country, platform, period },
    }),
    readNames(version, [product]),
  ]);
  return (
    price && {
      id: price.seriesId,
      ...nameOf(product),
      amount: toNumber(price.amount),
      currency: price.currency,
      sourceUrl: price.sourceUrl,
      verifiedOn: toDay(price.verifiedOn),
    }
  );
}

export async function findPublicReport(version: Version, id: number): Promise<PublicReport | null> {
  const row = await db().priceReport.findUnique({ where: { id }, include: WITH_SERIES });
  return row && ((await toPublicReports(version, [row]))[0] ?? null);
}

export async function findStaffReport(version: Version, id: number): Promise<StaffReport | null> {
  const row = await db().priceReport.findUnique({ where: { id }, include: WITH_SERIES });
  return row && ((await toStaffReports(version, [row]))[0] ?? null);
}

/**
 * Open reports of visitors and recently answered ones, newest last. A report corrected by a later version is open in
 * this one.
 */
export async function findRowReports(
  version: Version,
  of: { product: string } | { country: string },
): Promise<PublicReport[]> {
  const since = new Date(currentTime().getTime() - TOLD_DAYS * MS_PER_DAY);
  const rows = await db().priceReport.findMany({
    where: {
      series: of,
      OR: [
        { closedAt: null, foundBy: "visitor" },
        { closedAt: { gt: since }, OR: [{ foundBy: "visitor" }, { outcome: "corrected" }] },
      ],
    },
    include: { ...WITH_SERIES, changeSet: { select: { versionId: true } } },
    orderBy: { id: "asc" },
  });
  const known = rows.flatMap(({ changeSet, ...row }) => {
    if (row.outcome !== "corrected" || (changeSet?.versionId ?? 0) <= version.id) return [row];
    return row.foundBy === "visitor" ? [{ ...row, outcome: null, answer: null, closedAt: null }] : [];
  });
  const reports = await toPublicReports(version, known);
  return [
    ...reports.filter(({ closedAt }) => closedAt !== null),
    ...reports.filter(({ closedAt }) => closedAt === null),
  ];
}

export const REPORTS_PAGE_SIZE = 25;

type Listed = { state: "open" | "closed"; from?: FoundBy | undefined; page: number };

/** Pages from 1, newest first; `from`: of visitors, or of the check for outliers. */
export async function listReports(version: Version, { state, from, page }: Listed): Promise<Inbox> {
  const rows = await db().priceReport.findMany({
    where: { closedAt: state === "open" ? null : { not: null }, ...(from !== undefined && { foundBy: from }) },
    include: WITH_SERIES,
    orderBy: { id: "desc" },
    skip: (page - 1) * REPORTS_PAGE_SIZE,
    take: REPORTS_PAGE_SIZE,
  });
  return { reports: await toStaffReports(version, rows), counts: await countReports() };
}

export async function countReports(): Promise<Inbox["counts"]> {
  const countOpen = (foundBy: FoundBy) => db().priceReport.count({ where: { closedAt: null, foundBy } });
  const [ofVisitors, ofCheck, all] = await Promise.all([
    countOpen("visitor"),
    countOpen("check"),
    db().priceReport.groupBy({ by: ["foundBy"], _count: true }),
  ]);
  const pair = (foundBy: FoundBy, open: number) => {
    const total = all.find((row) => row.foundBy === foundBy)?._count ?? 0;
    return { open, closed: total - open };
  };
  const visitor = pair("visitor", ofVisitors);
  const check = pair("check", ofCheck);
  return { open: visitor.open + check.open, closed: visitor.closed + check.closed, visitor, check };
}

export async function isFiled(id: number): Promise<boolean> {
  return (await db().priceReport.findUnique({ where: { id }, select: { id: true } })) !== null;
}

async function toPublicReports(version: Version, rows: readonly Row[]): Promise<PublicReport[]> {
  if (rows.length === 0) return [];
  const nameOf = await readNames(
    version,
    rows.map(({ series }) => series.product),
  );
  return rows.map(({ series: { product, country, platform, period }, ...row }) => ({
    id: row.id,
    kind: ReportKind.parse(row.kind),
    finding: row.finding,
    product,
    ...nameOf(product),
    country,
    platform,
    period,
    wasAmount: toNumber(row.wasAmount),
    wasCurrency: row.wasCurrency,
    amount: toNumber(row.amount),
    currency: row.currency,
    at: row.at,
    outcome: Outcome.nullable().parse(row.outcome),
    answer: row.answer,
    closedAt: row.closedAt,
  }));
}

async function toStaffReports(version: Version, rows: readonly Row[]): Promise<StaffReport[]> {
  const [reports, prices] = await Promise.all([
    toPublicReports(version, rows),
    db().price.findMany({ where: { versionId: version.id, seriesId: { in: rows.map(({ seriesId }) => seriesId) } } }),
  ]);
  const publicOf = new Map(reports.map((report) => [report.id, report]));
  const priceOf = new Map(prices.map((price) => [price.seriesId, price]));
  return rows.flatMap(({ id, seriesId, foundBy, sourceUrl, email, changeSetId }) => {
    const report = publicOf.get(id);
    const now = priceOf.get(seriesId);
    if (report === undefined) return [];
    return {
      ...report,
      seriesId,
      foundBy: FoundBy.parse(foundBy),
      sourceUrl,
      email,
      changeSetId,
      nowAmount: toNumber(now?.amount ?? null),
      nowCurrency: now?.currency ?? null,
      verifiedOn: now ? toDay(now.verifiedOn) : null,
      readAt: now?.sourceUrl ?? null,
    };
  });
}
