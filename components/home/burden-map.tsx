import { burdenStepOf } from "@/components/charts/scale";
import { type MapValue, WorldMap } from "@/components/charts/world-map";
import type { IndexedCountry } from "@/lib/catalogue/countries/schema";
import { byBurden, formatTimes } from "@/lib/findings/lens-rules";
import { formatCount } from "@/lib/text/format";

/** Multiples of the US share of income on the map. */
export function BurdenMap({ countries, tableHref }: { countries: readonly IndexedCountry[]; tableHref: string }) {
  const ranked = byBurden(countries);
  const values = ranked.map(
    ({ code, name, ratio, income }): MapValue => ({
      code,
      name,
      pct: null,
      other: { step: burdenStepOf(ratio), figure: code === "US" ? "the base" : `${formatTimes(ratio)} ×` },
      detail: `average income ${formatCount(income.gni_per_capita_usd ?? 0)} US dollars a head, ${income.year}`,
      href: `/countries/${code}?share=income`,
    }),
  );
  const [heaviest] = ranked;
  return (
    <WorldMap
      values={values}
      labels={ranked.map(({ code }, i) => ({ code, priority: i === 0 || code === "US" ? 1 : i < 6 ? 2 : 3 }))}
      tableHref={tableHref}
      alt={`World map of what the same subscriptions take of an average income in ${ranked.length} countries, as a multiple of the US share. Heaviest: ${heaviest?.name ?? "none"}, ${formatTimes(heaviest?.ratio ?? 1)} times.`}
    />
  );
}
