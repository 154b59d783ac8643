import "server-only";
import { PERIOD_PREFERENCE, PLATFORM_PREFERENCE } from "@/lib/catalogue/price-index/rules";
import { findSources } from "@/lib/dataset/sources/data";
import { publishedDb } from "@/lib/platform/db";
import { readRow } from "@/lib/platform/read-row";
import type { Version } from "@/lib/versions/current";
import { oncePerVersion } from "@/lib/versions/once";
import { Prisma } from "@/prisma/client/client";
import type { DatasetSummary } from "./schema";

/** Days of the readings of a version, under the names of the contract. */
export const toDataDays = ({ dataFrom, dataTo, dataMedian }: Version) => ({
  data_from: dataFrom,
  data_to: dataTo,
  data_median: dataMedian,
});

export const findDatasetSummary = oncePerVersion("summary", async (version): Promise<DatasetSummary> => {
  const { prices, countries } = version;
  const [all, index_read, products] = await Promise.all([
    findSources(version),
    findIndexDays(version),
    publishedDb().product.count({ where: { versionId: version.id, prices: { gt: 0 } } }),
  ]);
  const sources = all.toSorted((a, b) => (a.id < b.id ? -1 : 1));
  return {
    version: version.version,
    published_at: version.publishedAt.toISOString(),
    data_date: version.dataDate,
    ...toDataDays(version),
    fx_date: version.fxDate,
    prices,
    products,
    countries,
    index_read,
    sources: sources.map(({ id, name, publisher, url, license, n_prices: prices, n_rates: rates }) => ({
      id,
      name,
      publisher,
      url,
      license,
      prices,
      rates: rates > 0,
    })),
  };
});

/**
 * Days of the prices that the index compares; null without an index. By hand: the first price of each product and country in
 * an order of platforms and periods.
 */
async function findIndexDays({ id }: Version): Promise<DatasetSummary["index_read"]> {
  const platforms = PLATFORM_PREFERENCE.join(",");
  const periods = PERIOD_PREFERENCE.join(",");
  const { from, to, median } = await readRow<Record<"from" | "to" | "median", string | null>>(Prisma.sql`
    SELECT min(verified_on)::text AS from, max(verified_on)::text AS to,
      (percentile_disc(0.5) WITHIN GROUP (ORDER BY verified_on))::text AS median
    FROM (
      SELECT DISTINCT ON (p.country, p.product) p.verified_on
      FROM median_index i JOIN price p ON p.version_id = i.version_id AND p.country = i.country
      JOIN product t ON t.version_id = p.version_id AND t.slug = p.product
      WHERE i.version_id = ${id} AND i.tax_view = 'shown' AND i.status = 'published' AND t.in_basket AND p.pct_vs_us IS NOT NULL
        AND (NOT p.is_outdated OR t.ranking = 'last_seen')
      ORDER BY p.country, p.product, array_position(string_to_array(${platforms}, ','), p.platform::text),
        array_position(string_to_array(${periods}, ','), p.period::text)
    ) AS compared`);
  return from === null || to === null || median === null ? null : { from, to, median };
}
