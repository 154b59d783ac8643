import type { BarRow } from "@/components/pictures/bar-rows";
import { colourOf } from "@/components/pictures/palette";
import type { IndexedCountry } from "@/lib/catalogue/countries/schema";
import { formatPct } from "@/lib/text/format";

/** Both ends of the ranking. `indexed` has the cheapest first. */
export function toIndexBars(indexed: readonly IndexedCountry[], base = "US"): BarRow[] {
  const ends = indexed.length > 5 ? [...indexed.slice(0, 3), ...indexed.slice(-2)] : indexed;
  return ends.map(({ country: code, name, index }) => ({
    name,
    value: code === base ? 0 : index.pct_vs_us,
    figure: code === base ? "compared with" : formatPct(index.pct_vs_us),
    colour: colourOf(index.pct_vs_us),
  }));
}
