import "server-only";
import { MS_PER_DAY, RATE_VALID_DAYS } from "@/lib/contract/days";
import { ATTRIBUTION, LICENSE, type Meta, type MissingRate } from "@/lib/contract/envelope";
import { findSources } from "@/lib/dataset/sources/data";
import { laterDay } from "@/lib/platform/clock";
import { publishedDb } from "@/lib/platform/db";
import { publicUrl } from "@/lib/platform/env";
import { daysBetween } from "@/lib/text/format";
import { toVersion, type Version } from "@/lib/versions/current";
import { oncePerVersion } from "@/lib/versions/once";
import { whereValid } from "@/lib/versions/valid-rows-sql";
import { toDay } from "@/lib/versions/values";

export type Catalogue = {
  products: string[];
  categories: string[];
  /** In lower case. */
  vendors: string[];
  /** Only with a current price. */
  countries: string[];
  /** With a rate of the rate day, and USD. */
  currencies: string[];
  /** Up to this version, oldest first. */
  versions: string[];
  sources: (Meta["sources"][number] & { id: string })[];
};

export const readCatalogue = oncePerVersion("catalogue", async (version): Promise<Catalogue> => {
  const where = { versionId: version.id };
  const [products, countries, currencies, versions, sources] = await Promise.all([
    publishedDb().product.findMany({
      where,
      select: { slug: true, category: true, vendor: true },
      orderBy: { slug: "asc" },
    }),
    publishedDb().country.findMany({
      where: { ...where, prices: { gt: 0 } },
      select: { code: true },
      orderBy: { code: "asc" },
    }),
    findRatedCurrencies(version),
    publishedDb().datasetVersion.findMany({
      where: { id: { lte: version.id } },
      select: { version: true },
      orderBy: { id: "asc" },
    }),
    findSources(version),
  ]);
  return {
    products: products.map(({ slug }) => slug),
    categories: sortDistinct(products.map(({ category }) => category)),
    vendors: sortDistinct(products.flatMap(({ vendor }) => vendor?.toLowerCase() ?? [])),
    countries: countries.map(({ code }) => code),
    currencies: sortDistinct(["USD", ...currencies]),
    versions: versions.map(({ version }) => version),
    sources: sources
      .toSorted((a, b) => (a.id < b.id ? -1 : 1))
      .map(({ id, name, publisher, url, license }) => ({ id, name, publisher, url, license })),
  };
});

const sortDistinct = (names: readonly string[]) => [...new Set(names)].sort();

async function findRatedCurrencies(version: Version): Promise<string[]> {
  if (version.fxDate === null) return [];
  const day = Date.parse(version.fxDate);
  const valid = { gte: new Date(day - RATE_VALID_DAYS * MS_PER_DAY), lte: new Date(day) };
  const rated = await publishedDb().rate.groupBy({
    by: ["currency"],
    where: { ...whereValid(version), isRedacted: false, date: valid },
  });
  return rated.map(({ currency }) => currency);
}

/** Oldest first. */
export async function findPublishedVersions(): Promise<Version[]> {
  return (await publishedDb().datasetVersion.findMany({ orderBy: { id: "asc" } })).map(toVersion);
}

type About = {
  /** Version named in the request. */
  requested?: string | undefined;
  /** Erased parts. */
  redacted?: number | undefined;
  /** Of whose rates an answer without a day is. */
  isOfDay?: boolean;
  withoutRate?: number | undefined;
  sortedBy?: string | undefined;
  rankedBy?: Meta["ranked_by"];
  isGuess?: boolean | undefined;
  missingRates?: readonly MissingRate[];
};

export function toMeta(
  version: Version,
  sources: Catalogue["sources"],
  {
    requested,
    redacted = 0,
    isOfDay = false,
    withoutRate,
    sortedBy,
    rankedBy,
    isGuess = false,
    missingRates = [],
  }: About = {},
): Meta {
  const { publishedAt, dataDate, dataMedian, fxDate } = version;
  return {
    dataset_version: version.version,
    published_at: publishedAt.toISOString(),
    data_date: dataDate,
    median_verified_on: dataMedian,
    fx_date: fxDate,
    ...(!isOfDay && {
      fx_age_days: fxDate === null ? null : daysBetween(fxDate, laterDay(toDay(publishedAt), dataDate)),
    }),
    ...(withoutRate !== undefined && { without_rate: withoutRate }),
    ...(isGuess && { q_is_guess: true as const }),
    ...(missingRates.length > 0 && { missing_rates: [...missingRates] }),
    ...(requested !== undefined && { requested_version: requested }),
    ...(redacted > 0 && { redacted }),
    ...(sortedBy !== undefined && { sorted_by: sortedBy }),
    ...(rankedBy !== undefined && { ranked_by: rankedBy }),
    license: LICENSE,
    attribution: ATTRIBUTION,
    sources: sources.map(({ id: _, ...credit }) => credit),
    documentation: `${publicUrl()}/docs`,
  };
}
