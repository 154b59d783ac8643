import "server-only";
import { publishedDb } from "@/lib/platform/db";
import { oncePerVersion } from "@/lib/versions/once";
import { toDay } from "@/lib/versions/values";
import { findChanges } from "./changes-data";
import type { PriceChange } from "./changes-schema";

const SHOWN = 5;

export type NewestChanges = {
  /** `2026-04`; null without a change. */
  month: string | null;
  /** Countries of that month's changes, and those whose prices all rose. */
  countries: string[];
  rose: string[];
  /** Services of that month's changes. */
  services: string[];
  /** One for each country, newest first. */
  changes: PriceChange[];
};

export const findNewestChanges = oncePerVersion("newest-changes", async (version): Promise<NewestChanges> => {
  const where = { versionId: version.id };
  const newest = await publishedDb().priceChange.findFirst({ where, orderBy: { firstSeenOn: "desc" } });
  if (newest === null) return { month: null, countries: [], rose: [], services: [], changes: [] };
  const month = toDay(newest.firstSeenOn).slice(0, 7);
  const since = { firstSeenOn: { gte: new Date(`${month}-01`) } };
  const [all, notRisen, products, weights, listed] = await Promise.all([
    publishedDb().priceChange.groupBy({ by: ["countryCode"], where: { ...where, ...since } }),
    publishedDb().priceChange.groupBy({
      by: ["countryCode"],
      where: { ...where, ...since, OR: [{ pct: null }, { pct: { lte: 0 } }] },
    }),
    publishedDb().priceChange.groupBy({ by: ["productSlug"], where: { ...where, ...since } }),
    publishedDb().country.findMany({ where, select: { code: true, products: true } }),
    findChanges(version, {}),
  ]);
  const services = await publishedDb().product.groupBy({
    by: ["service"],
    where: { ...where, slug: { in: products.map(({ productSlug }) => productSlug) } },
  });
  const fell = new Set(notRisen.map(({ countryCode }) => countryCode));
  const countries = all.map(({ countryCode }) => countryCode);
  const weightOf = new Map(weights.map(({ code, products }) => [code, products]));
  // Of a day, countries with most prices first.
  const ordered = listed.toSorted(
    (a, b) =>
      (a.first_seen_on < b.first_seen_on ? 1 : a.first_seen_on > b.first_seen_on ? -1 : 0) ||
      (weightOf.get(b.country) ?? 0) - (weightOf.get(a.country) ?? 0),
  );
  return {
    ...{ month, countries, rose: countries.filter((code) => !fell.has(code)) },
    services: services.map(({ service }) => service).sort(),
    changes: [...new Map(ordered.toReversed().map((change) => [change.country, change])).values()]
      .toReversed()
      .slice(0, SHOWN),
  };
});
