import "server-only";
import { findVersionRates } from "@/lib/catalogue/fx/data";
import { productLabel } from "@/lib/catalogue/products/rules";
import { findNames } from "@/lib/catalogue/search/data";
import { findPage } from "@/lib/catalogue/search/find-page-rules";
import type { Period, Platform } from "@/lib/contract/codes";
import { PEOPLE_SOURCES } from "@/lib/dataset/rules";
import { listKnownProducts } from "@/lib/desk/products/data";
import type { ListedProduct, OnRecord } from "@/lib/desk/readings/form/rules";
import type { NewSeries } from "@/lib/desk/verify/schema";
import { db } from "@/lib/platform/db";
import type { Version } from "@/lib/versions/current";
import { toDay } from "@/lib/versions/values";

/** By name; those that wait in change sets of the desk behind them. */
export async function listFormProducts(): Promise<ListedProduct[]> {
  const known = await listKnownProducts();
  const valid = new Set(known.filter(({ changeSetId }) => changeSetId === null).map(({ slug }) => slug));
  return known
    .filter(({ slug, changeSetId }) => changeSetId === null || !valid.has(slug))
    .map(({ slug, changeSetId, ...named }) => ({ slug, changeSetId, label: productLabel(named) }));
}

/** Why a product that is not published yet cannot have a price of this person; null where it can. */
export async function findWait({ changeSetId }: ListedProduct, staffId: string): Promise<string | null> {
  if (changeSetId === null) return null;
  const set = await db().changeSet.findUnique({ where: { id: changeSetId }, select: { state: true, authorId: true } });
  const isOwnDraft = set?.state === "draft" && set.authorId === staffId;
  return isOwnDraft ? null : `waits in change set ${changeSetId}: it can have prices once that is published`;
}

/** Sources of prices besides what people read, those with most prices first. */
export const listPriceSources = ({ id }: Version): Promise<{ id: string; name: string }[]> =>
  db().source.findMany({
    where: { versionId: id, observations: { gt: 0 }, id: { notIn: [...PEOPLE_SOURCES] } },
    select: { id: true, name: true },
    orderBy: { position: "asc" },
  });

/** Product, and country if the text names one: `netflix turkey`. Null where it names no product. */
export async function findNamedPrice(
  version: Version,
  text: string,
): Promise<{ product: string; country: string | undefined } | null> {
  const found = findPage(text, await findNames(version));
  if (found === null || !("product" in found)) return null;
  return { product: found.product.slug, country: found.country ?? undefined };
}

/** Store and period of the price that pages show of the product there; null where none is on record. */
export const findShownSeries = (
  { id }: Version,
  product: string,
  country: string,
): Promise<{ platform: Platform; period: Period } | null> =>
  db().price.findFirst({
    where: { versionId: id, productSlug: product, countryCode: country },
    select: { platform: true, period: true },
    orderBy: [{ isRanked: "desc" }, { isOutdated: "asc" }, { position: "asc" }],
  });

export type SeriesNow = {
  seriesId: number;
  /** Null when it is not listed now. */
  price: (OnRecord & { amountText: string }) | null;
  /** Day of its newest reading. */
  readOn: string | null;
};

/** Null for a price that was never read. */
export async function findSeriesNow(version: Version, key: NewSeries): Promise<SeriesNow | null> {
  const { product, country, platform, period } = key;
  const series = await db().series.findUnique({
    where: { product_country_platform_period: { product, country, platform, period } },
    select: { id: true },
  });
  if (series === null) return null;
  const [price, last] = await Promise.all([
    db().price.findFirst({ where: { versionId: version.id, seriesId: series.id } }),
    db().observation.findFirst({
      where: { seriesId: series.id, supersededIn: null },
      select: { observedOn: true },
      orderBy: { observedOn: "desc" },
    }),
  ]);
  return {
    seriesId: series.id,
    price: price && {
      amount: price.amount.toNumber(),
      amountText: price.amount.toFixed(),
      currency: price.currency,
      period: price.period,
      verifiedOn: toDay(price.verifiedOn),
    },
    readOn: last && toDay(last.observedOn),
  };
}

/** At the rates of the version; null without one. */
export async function findDollars(version: Version): Promise<(amount: number, currency: string) => number | null> {
  const rates = new Map((await findVersionRates(version)).map((rate) => [rate.currency, rate.usd_per_unit]));
  return (amount, currency) => {
    const rate = currency === "USD" ? 1 : rates.get(currency);
    return rate === undefined ? null : amount * rate;
  };
}
