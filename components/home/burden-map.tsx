import { burdenStepOf } from "@/components/charts/scale";
import { type MapRegions, WorldMap } from "@/components/charts/world-map";
import type { MapLabel, MapValue } from "@/components/charts/world-map-values";
import type { IndexedCountry } from "@/lib/catalogue/countries/schema";
import { byBurden } from "@/lib/findings/lens-rules";
import { formatTimes } from "@/lib/findings/times-rules";
import { formatCount } from "@/lib/text/format";

export function toBurdenValues(countries: readonly IndexedCountry[]) {
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
  const labels = ranked.map(
    ({ code }, i): MapLabel => ({ code, priority: i === 0 || code === "US" ? 1 : i < 6 ? 2 : 3 }),
  );
  return { ranked, values, labels };
}

export function BurdenMap({
  countries,
  tableHref,
  regions,
}: {
  countries: readonly IndexedCountry[];
  tableHref: string;
  regions?: MapRegions;
}) {
  const { ranked, values, labels } = toBurdenValues(countries);
  const [heaviest] = ranked;
  return (
    <WorldMap
      values={values}
      labels={labels}
      tableHref={tableHref}
      {...(regions && { regions })}
      alt={`World map of what the same subscriptions take of an average income in ${ranked.length} countries, as a multiple of the US share. Heaviest: ${heaviest?.name ?? "none"}, ${formatTimes(heaviest?.ratio ?? 1)} times.`}
    />
  );
}
