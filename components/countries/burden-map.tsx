import { burdenStepOf } from "@/components/charts/scale";
import { type MapRegions, WorldMap } from "@/components/charts/world-map";
import type { MapLabel, MapValue } from "@/components/charts/world-map-values";
import type { IndexedCountry } from "@/lib/catalogue/countries/schema";
import { byBurden } from "@/lib/findings/lens-rules";
import { formatTimes } from "@/lib/findings/times-rules";
import { baseName, formatCount } from "@/lib/text/format";

export function toBurdenValues(countries: readonly IndexedCountry[], base = "US") {
  const ranked = byBurden(countries);
  const values = ranked.map(
    ({ country: code, name, ratio, income }): MapValue => ({
      code,
      name,
      pct: null,
      other: { step: burdenStepOf(ratio), figure: code === base ? "compared with" : `${formatTimes(ratio)} ×` },
      detail: `average income ${formatCount(income.gni_per_capita_usd ?? 0)} US dollars a head, ${income.year}`,
      href: `/countries/${code}?share=income`,
    }),
  );
  const labels = ranked.map(
    ({ country: code }, i): MapLabel => ({ code, priority: i === 0 || code === base ? 1 : i < 6 ? 2 : 3 }),
  );
  return { ranked, values, labels };
}

export function BurdenMap({
  countries,
  base = "US",
  tableHref,
  regions,
}: {
  countries: readonly IndexedCountry[];
  base?: string;
  tableHref: string;
  regions?: MapRegions;
}) {
  const { ranked, values, labels } = toBurdenValues(countries, base);
  const [heaviest] = ranked;
  return (
    <WorldMap
      values={values}
      labels={labels}
      tableHref={tableHref}
      {...(regions && { regions })}
      alt={`World map of what the same subscriptions cost of the average income in ${ranked.length} countries, as a multiple of the share in ${baseName(base)}. Highest: ${heaviest?.name ?? "none"}, ${formatTimes(heaviest?.ratio ?? 1)} times.`}
    />
  );
}
