import "server-only";
import type { ClientBase } from "pg";
import type { CountryMedian } from "./median-relative";
import { findMedian } from "./percentiles";
import { MIN_BASKET_SIZE, roundPct } from "./rules";

/** Medians of a country in two dataset versions over their common products, in per cent against the US. */
export interface MedianChange {
  previous_version: string;
  change_products: number;
  change_from_pct: number;
  change_to_pct: number;
}

/**
 * Computes the change of each country's median since the version before `versionId`, over the products in both, so that
 * added or removed products cause no change. Leaves out countries with fewer such products than an index needs.
 */
export async function findIndexChanges(
  client: ClientBase,
  versionId: number,
  medians: readonly CountryMedian[],
): Promise<Map<string, MedianChange>> {
  const { rows } = await client.query<{ version: string; country: string; relatives: Record<string, number> }>(
    `SELECT v.version, i.country, i.relatives FROM country_index i JOIN dataset_version v ON v.id = i.version_id
     WHERE i.relatives IS NOT NULL AND i.version_id = (SELECT max(id) FROM dataset_version WHERE id < $1)`,
    [versionId],
  );
  const before = new Map(rows.map(({ country, ...row }) => [country, row]));
  return new Map(
    medians.flatMap(({ country, status, relatives }) => {
      const previous = before.get(country);
      if (status !== "published" || !previous) return [];
      const common = Object.keys(relatives).filter((product) => Object.hasOwn(previous.relatives, product));
      if (common.length < MIN_BASKET_SIZE) return [];
      const medianOf = (pcts: Readonly<Record<string, number>>) =>
        roundPct(findMedian(common.map((product) => pcts[product] ?? Number.NaN).sort((a, b) => a - b)));
      const change = {
        previous_version: previous.version,
        change_products: common.length,
        change_from_pct: medianOf(previous.relatives),
        change_to_pct: medianOf(relatives),
      };
      return [[country, change]];
    }),
  );
}
