import type { CountryIndex, IndexedCountry } from "@/lib/catalogue/countries/schema";

/** Level of a country compared with the US; `unclear` unless both indexes agree. */
export type Standing = "cheaper" | "dearer" | "unclear";

/**
 * Returns "cheaper" or "dearer" only when the intervals of the median and of the model both lie on that side of the US.
 * An index without an interval supports no statement.
 */
export function standingOf({ median_low, median_high, model }: CountryIndex): Standing {
  if (median_low === null || median_high === null || model === null) return "unclear";
  if (median_high < 0 && model.high < 100) return "cheaper";
  if (median_low > 0 && model.low > 100) return "dearer";
  return "unclear";
}

/** Groups countries other than the US by standing; keeps the given order. */
export function divideByStanding(countries: readonly IndexedCountry[]): Record<Standing, IndexedCountry[]> {
  const abroad = countries.filter(({ code }) => code !== "US");
  const of = (standing: Standing) => abroad.filter(({ index }) => standingOf(index) === standing);
  return { cheaper: of("cheaper"), dearer: of("dearer"), unclear: of("unclear") };
}

const FRACTIONS: readonly { quarters: number; words: string }[] = [
  { quarters: 1, words: "about a quarter as much" },
  { quarters: 2, words: "about half as much" },
  { quarters: 3, words: "about three quarters as much" },
];

/** `about half as much`: the quarter of the US level that both indexes are nearest to; null when they differ. */
function nameFraction(index: CountryIndex): string | null {
  if (standingOf(index) !== "cheaper" || index.model === null) return null;
  const quarters = Math.round(index.value / 25);
  return quarters === Math.round(index.model.value / 25)
    ? (FRACTIONS.find((one) => one.quarters === quarters)?.words ?? null)
    : null;
}

/**
 * Countries whose two indexes both lie at the lowest fraction of the US level that any country reaches, in the given
 * order. Null without any.
 */
export function findCheapestGroup(
  countries: readonly IndexedCountry[],
): { fraction: string; countries: IndexedCountry[] } | null {
  for (const { words } of FRACTIONS) {
    const group = countries.filter(({ index }) => nameFraction(index) === words);
    if (group.length > 0) return { fraction: words, countries: group };
  }
  return null;
}

/**
 * The country with the highest median, and those that cannot be told apart from it: their median intervals overlap its
 * interval, and the model allows them the last rank too. Only countries that both indexes show dearer than the US.
 */
export function findDearestGroup(countries: readonly IndexedCountry[]): IndexedCountry[] {
  const { dearer } = divideByStanding(countries);
  const byValue = [...dearer].sort((a, b) => b.index.value - a.index.value || (a.code < b.code ? -1 : 1));
  const [dearest] = byValue;
  const last = Math.max(...byValue.map(({ index }) => index.model?.rank_high ?? 0));
  return byValue.filter(
    ({ index }) =>
      (index.median_high ?? Number.NEGATIVE_INFINITY) >= (dearest?.index.median_low ?? 0) &&
      (index.model?.rank_high ?? 0) === last,
  );
}
