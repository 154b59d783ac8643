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
 * Computes the change of each country's median since the version before, over the products in both, so that added or
 * removed products cause no change. Leaves out countries with fewer such products than an index needs.
 */
export function findIndexChanges(
  medians: readonly CountryMedian[],
  before: { version: string; medians: readonly CountryMedian[] },
): Map<string, MedianChange> {
  const previousOf = new Map(before.medians.flatMap((median) => (median.figures ? [[median.country, median]] : [])));
  return new Map(
    medians.flatMap(({ country, status, relatives }) => {
      const previous = previousOf.get(country);
      if (status !== "published" || !previous) return [];
      const common = Object.keys(relatives).filter((product) => Object.hasOwn(previous.relatives, product));
      if (common.length < MIN_BASKET_SIZE) return [];
      const medianOf = (pcts: Readonly<Record<string, number>>) =>
        roundPct(findMedian(common.map((product) => pcts[product] ?? Number.NaN).sort((a, b) => a - b)));
      const change = {
        previous_version: before.version,
        change_products: common.length,
        change_from_pct: medianOf(previous.relatives),
        change_to_pct: medianOf(relatives),
      };
      return [[country, change]];
    }),
  );
}
