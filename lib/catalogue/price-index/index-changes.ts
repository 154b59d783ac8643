import type { CountryMedian } from "./median-relative";
import { roundPct } from "./rules";

/** In per cent against the US. */
export interface MedianChange {
  previous_version: string;
  change_products: number;
  change_from_pct: number;
  change_to_pct: number;
}

/** Leaves out countries whose basket has other products in the two versions: they would show changes of composition. */
export function findIndexChanges(
  medians: readonly CountryMedian[],
  before: { version: string; medians: readonly CountryMedian[] },
): Map<string, MedianChange> {
  const previousOf = new Map(before.medians.map((median) => [median.country, median]));
  return new Map(
    medians.flatMap(({ country, status, relatives, figures }) => {
      const previous = previousOf.get(country);
      if (status !== "published" || !figures || !previous?.figures) return [];
      const products = Object.keys(relatives);
      const isSame = products.length === Object.keys(previous.relatives).length;
      if (!isSame || products.some((product) => !Object.hasOwn(previous.relatives, product))) return [];
      const change = {
        previous_version: before.version,
        change_products: products.length,
        change_from_pct: roundPct(previous.figures.pctVsUs),
        change_to_pct: roundPct(figures.pctVsUs),
      };
      return [[country, change]];
    }),
  );
}
