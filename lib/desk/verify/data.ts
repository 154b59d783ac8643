import "server-only";
import { z } from "zod";
import { productLabel } from "@/lib/catalogue/products/rules";
import type { Period } from "@/lib/contract/codes";
import { type NameAndPlan, readNames } from "@/lib/desk/names-data";
import { db } from "@/lib/platform/db";
import type { Version } from "@/lib/versions/current";
import { toDay, toNumber } from "@/lib/versions/values";
import { DRAFT_KINDS, type DraftEntry, type NewSeries, type Queue, type QueueQuery, type QueueRow } from "./schema";
import { queueRows, queueSources } from "./sql";

type QueueSource = Queue["sources"][number] & { chosen: number };

/**
 * Prices read more than 90 days ago, by age times (requests in 30 days + 1) times spread of the product. Leaves out open
 * change sets, and "cannot tell" answers for 30 days.
 */
export async function findQueue(version: Version, query: QueueQuery): Promise<Queue> {
  const [rows, sources] = await Promise.all([
    db().$queryRaw<QueueRow[]>(queueRows(version, query)),
    db().$queryRaw<QueueSource[]>(queueSources(version, query)),
  ]);
  return {
    rows,
    total: sources.reduce((sum, { chosen }) => sum + chosen, 0),
    all: sources.reduce((sum, { count }) => sum + count, 0),
    sources: sources.map(({ id, name, count }) => ({ id, name, count })),
  };
}

/** The first of the queue. */
export const findReadings = (
  version: Version,
  filters: Pick<QueueQuery, "product" | "country">,
  limit: number,
): Promise<QueueRow[]> => db().$queryRaw<QueueRow[]>(queueRows(version, { ...filters, page: 1 }, limit));

/** `id` is that of the series. */
export type PriceNow = {
  id: number;
  name: string;
  amountText: string;
  currency: string;
  period: Period;
  sourceId: string;
  verifiedOn: string;
};

export async function findPricesNow(version: Version, ids: readonly number[]): Promise<PriceNow[]> {
  const rows = await db().price.findMany({
    where: { versionId: version.id, seriesId: { in: [...ids] } },
    orderBy: { seriesId: "asc" },
  });
  const nameOf = await readNames(
    version,
    rows.map(({ productSlug }) => productSlug),
  );
  return rows.map(({ seriesId, productSlug, countryCode, amount, currency, period, sourceId, verifiedOn }) => ({
    id: seriesId,
    name: `${productLabel(nameOf(productSlug))}, ${countryCode}`,
    amountText: amount.toFixed(),
    currency,
    period,
    sourceId,
    verifiedOn: toDay(verifiedOn),
  }));
}

/** A check of the database has either a series or all four columns in each row. */
function toSeries(key: { [Name in keyof NewSeries]: NewSeries[Name] | null }, nameOf: (slug: string) => NameAndPlan) {
  const { product, country, platform, period } = key;
  if (product === null || country === null || platform === null || period === null)
    throw new Error("an entry names no price");
  return { product, ...nameOf(product), country, platform, period };
}

export async function listEntries(version: Version, changeSetId: number): Promise<DraftEntry[]> {
  const rows = await db().deskEntry.findMany({
    where: { changeSetId },
    include: { series: true },
    orderBy: { id: "asc" },
  });
  const nameOf = await readNames(
    version,
    rows.map(({ series, product }) => series?.product ?? product ?? ""),
    await db().deskProduct.findMany({ where: { changeSetId }, select: { slug: true, name: true, plan: true } }),
  );
  return rows.map(({ id, series, ...entry }) => ({
    id,
    ...toSeries(series ?? entry, nameOf),
    isNew: series === null,
    isOfVisitor: entry.readingId !== null,
    kind: z.enum(DRAFT_KINDS).parse(entry.kind),
    amount: toNumber(entry.amount),
    currency: entry.currency,
    quote: entry.quote,
    observedOn: entry.observedOn === null ? "" : toDay(entry.observedOn),
    sourceUrl: entry.sourceUrl ?? "",
  }));
}
