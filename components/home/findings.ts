import { countryInSentence, formatLessOrMore } from "@/lib/format";
import { capitalize } from "@/lib/words";
import type { IndexedCountry } from "./index-map";

/** The site's headline, from the cheapest country of the ranking; null without one. */
export function writeLeadFinding([cheapest]: readonly IndexedCountry[]): string | null {
  if (!cheapest) return null;
  return `${capitalize(countryInSentence(cheapest.code))} pays ${formatLessOrMore(cheapest.index.pct_vs_us)} than the US for the same apps`;
}
