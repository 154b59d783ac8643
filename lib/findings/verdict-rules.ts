import { medianInterval } from "@/lib/catalogue/countries/rules";
import type { CountryIndex, IndexedCountry } from "@/lib/catalogue/countries/schema";
import { isAcrossTaxLine } from "./tax-line-rules";

/** `unclear` unless both indexes agree. */
export type Verdict = "cheaper" | "dearer" | "unclear";

/** Requires the intervals of median and model on one side of the base. An index without an interval is unclear. */
export function decideVerdict({ median_low, median_high, model }: CountryIndex): Verdict {
  if (median_low === null || median_high === null || model === null) return "unclear";
  if (median_high < 0 && model.high < 100) return "cheaper";
  if (median_low > 0 && model.low > 100) return "dearer";
  return "unclear";
}

/** Indexes without tax against the same base, by country. */
export type TaxFree = ReadonlyMap<string, CountryIndex>;

/** Across the line between prices with tax and before sales tax, the interval of the median without tax decides. */
function decideVerdictAgainst({ country, index }: IndexedCountry, base: string, taxFree: TaxFree | undefined): Verdict {
  if (taxFree === undefined || !isAcrossTaxLine(country, base)) return decideVerdict(index);
  const interval = medianInterval(taxFree.get(country) ?? NO_INDEX);
  if (interval === null) return "unclear";
  return interval[1] < 0 ? "cheaper" : interval[0] > 0 ? "dearer" : "unclear";
}

const NO_INDEX = { median_low: null, median_high: null };

/** Without the base; keeps the given order. */
export function divideByVerdict(
  countries: readonly IndexedCountry[],
  base = "US",
  taxFree?: TaxFree,
): Record<Verdict, IndexedCountry[]> {
  const abroad = countries.filter(({ country: code }) => code !== base);
  const of = (verdict: Verdict) => abroad.filter((country) => decideVerdictAgainst(country, base, taxFree) === verdict);
  return { cheaper: of("cheaper"), dearer: of("dearer"), unclear: of("unclear") };
}

/** Quarters of the level of the base in per cent; words hold within half a quarter. */
const FRACTIONS: readonly { level: number; words: string }[] = [
  { level: 25, words: "about a quarter as much" },
  { level: 50, words: "about half as much" },
  { level: 75, words: "about three quarters as much" },
];
const HALF_QUARTER = 12.5;

/** Upper bounds of whole intervals, in per cent of the level of the base. */
const BOUNDS: readonly { level: number; words: string }[] = [
  { level: 50, words: "less than half as much" },
  { level: 100 / 1.5, words: "less than two thirds as much" },
];

/**
 * Cheaper countries whose whole interval is around the lowest quarter, where the lowest median is one of them; else those
 * whose whole interval lies below the lowest bound. Null without any.
 */
export function findCheapestGroup(
  countries: readonly IndexedCountry[],
  base = "US",
  taxFree?: TaxFree,
): { fraction: string; countries: IndexedCountry[] } | null {
  const { cheaper } = divideByVerdict(countries, base, taxFree);
  for (const { level, words } of FRACTIONS) {
    const group = cheaper.filter(({ index }) =>
      medianInterval(index)?.every((pct) => Math.abs(100 + pct - level) <= HALF_QUARTER),
    );
    if (group[0] !== undefined && group[0] === cheaper[0]) return { fraction: words, countries: group };
  }
  for (const { level, words } of BOUNDS) {
    const group = cheaper.filter(({ index }) => (medianInterval(index)?.[1] ?? 0) < level - 100);
    if (group.length > 0) return { fraction: words, countries: group };
  }
  return null;
}

/** Countries with overlapping intervals: any of them may be the first. */
function findOverlapping(ordered: readonly IndexedCountry[]): IndexedCountry[] {
  const first = ordered[0] && medianInterval(ordered[0].index);
  if (!first) return [];
  return ordered.filter(({ index }) => {
    const interval = medianInterval(index);
    return interval !== null && interval[0] <= first[1] && interval[1] >= first[0];
  });
}

const byValue = (a: IndexedCountry, b: IndexedCountry) =>
  a.index.value - b.index.value || (a.country < b.country ? -1 : 1);

export const findLowestGroup = (
  countries: readonly IndexedCountry[],
  base = "US",
  taxFree?: TaxFree,
): IndexedCountry[] => findOverlapping(divideByVerdict(countries, base, taxFree).cheaper.sort(byValue));

export const findHighestGroup = (
  countries: readonly IndexedCountry[],
  base = "US",
  taxFree?: TaxFree,
): IndexedCountry[] => findOverlapping(divideByVerdict(countries, base, taxFree).dearer.sort((a, b) => byValue(b, a)));
