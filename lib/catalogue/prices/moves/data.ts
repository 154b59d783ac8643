import "server-only";
import { readFacts } from "@/lib/catalogue/filters/facts-data";
import { chooseSeries, type SeriesFilter, toWhere } from "@/lib/catalogue/prices/rows/filter-rules";
import { publishedDb } from "@/lib/platform/db";
import type { Version } from "@/lib/versions/current";
import { oncePerVersion } from "@/lib/versions/once";
import { whereValid } from "@/lib/versions/valid-rows-sql";
import { toDay, toNumber } from "@/lib/versions/values";
import type { PriceChange, WithdrawnChange } from "./schema";
import { type WithdrawnRow, withdrawnChanges } from "./sql";

const LISTED_CHANGES = 100;

export async function findChanges(version: Version, filter: SeriesFilter): Promise<PriceChange[]> {
  const rows = await publishedDb().priceChange.findMany({
    where: { ...whereValid(version), ...toWhere(chooseSeries(filter, await readFacts(version))) },
    orderBy: [
      { firstSeenOn: "desc" },
      ...(["productSlug", "countryCode", "platform", "period"] as const).map((name) => ({ [name]: "asc" as const })),
    ],
    take: LISTED_CHANGES,
  });
  const nameOf = await readNames(version);
  return rows.map((row) => ({
    ...nameOf(row.productSlug, row.countryCode),
    platform: row.platform,
    period: row.period,
    first_seen_on: toDay(row.firstSeenOn),
    was: { amount: toNumber(row.wasAmount), currency: row.wasCurrency, last_seen_on: toDay(row.wasLastSeenOn) },
    is: { amount: toNumber(row.amount), currency: row.currency },
    pct: toNumber(row.pct),
    source_url: row.sourceUrl,
    corrected_at: row.correctedAt?.toISOString() ?? null,
  }));
}

const readWithdrawn = oncePerVersion("withdrawn-changes", (version) =>
  publishedDb().$queryRaw<WithdrawnRow[]>(withdrawnChanges(version)),
);

export async function findWithdrawnChanges(version: Version, filter: SeriesFilter): Promise<WithdrawnChange[]> {
  const [withdrawn, facts, nameOf] = await Promise.all([
    readWithdrawn(version),
    readFacts(version),
    readNames(version),
  ]);
  const { product, country, platform, period } = chooseSeries(filter, facts);
  const has = (values: readonly string[] | undefined, value: string) => values?.includes(value) ?? true;
  return withdrawn
    .filter(
      (row) =>
        has(product, row.product) &&
        has(country, row.country) &&
        has(platform, row.platform) &&
        has(period, row.period),
    )
    .slice(0, LISTED_CHANGES)
    .map((row) => ({
      ...nameOf(row.product, row.country),
      platform: row.platform,
      period: row.period,
      first_seen_on: toDay(row.firstSeenOn),
      withdrawn_at: row.withdrawnAt.toISOString(),
    }));
}

const readCountryNames = oncePerVersion("country-names", async ({ id: versionId }) => {
  const rows = await publishedDb().country.findMany({ where: { versionId }, select: { code: true, name: true } });
  return new Map(rows.map(({ code, name }) => [code, name]));
});

async function readNames(version: Version) {
  const [{ products }, countries] = await Promise.all([readFacts(version), readCountryNames(version)]);
  const productOf = new Map(products.map((product) => [product.slug, product]));
  return (product: string, country: string) => ({
    product,
    name: productOf.get(product)?.name ?? product,
    plan: productOf.get(product)?.plan ?? "",
    country,
    country_name: countries.get(country) ?? country,
  });
}
