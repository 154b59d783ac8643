import "server-only";
import { readCountries } from "@/lib/catalogue/countries/data";
import type { Coverage } from "@/lib/findings/dataset-rules";
import { publishedDb } from "@/lib/platform/db";
import { oncePerVersion } from "@/lib/versions/once";

/** Counts current prices, so that no sentence claims more. */
export const findCoverage = oncePerVersion("coverage", async (version): Promise<Coverage> => {
  const versionId = version.id;
  const countries = await readCountries(version, "shown");
  const indexed = countries.filter(({ index }) => index !== null).map(({ country: code }) => code);
  const others = countries.filter(({ index }) => index === null).map(({ country: code }) => code);
  const [products, inStore, all, elsewhere] = await Promise.all([
    publishedDb().product.count({ where: { versionId, prices: { gt: 0 } } }),
    publishedDb().price.count({ where: { versionId, countryCode: { in: indexed }, platform: "ios" } }),
    publishedDb().price.count({ where: { versionId, countryCode: { in: indexed } } }),
    publishedDb().price.groupBy({ by: ["productSlug"], where: { versionId, countryCode: { in: others } } }),
  ]);
  const services = await publishedDb().product.groupBy({
    by: ["service"],
    where: { versionId, slug: { in: elsewhere.map(({ productSlug }) => productSlug) } },
  });
  return {
    prices: version.prices,
    products,
    indexed: indexed.length,
    others,
    isMostlyAppStore: 2 * inStore > all,
    services: services.map(({ service }) => service).sort(),
  };
});
