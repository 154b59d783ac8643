import { type MapRegions, WorldMap } from "@/components/charts/world-map";
import type { MapLabel, MapValue } from "@/components/charts/world-map-values";
import type { IndexedCountry } from "@/lib/catalogue/countries/schema";
import { toLensParams } from "@/lib/catalogue/tax/lens/rules";
import type { Lens } from "@/lib/catalogue/tax/lens/schema";
import { toHref } from "@/lib/pages/query";
import { baseName, formatPct } from "@/lib/text/format";

/** Large or well-known countries whose labels give orientation. */
const LANDMARKS = new Set(["AU", "BR", "CA", "GB", "JP", "TR", "US"]);

const SHORT_NAMES: Readonly<Record<string, string>> = { GB: "UK", US: "US" };

function toLabel(code: string, i: number, all: readonly IndexedCountry[], base: string): MapLabel {
  const isEnd = i === 0 || i === all.length - 1;
  const name = SHORT_NAMES[code];
  return {
    code,
    ...(name !== undefined && { name }),
    priority: isEnd ? 1 : LANDMARKS.has(code) ? 2 : 3,
    ...(code === base && { text: "compared with" }),
  };
}

const toValue = (
  { country: code, name, index }: IndexedCountry,
  { lens, base }: { lens: Lens; base: string },
): MapValue => ({
  code,
  name,
  pct: code === base ? null : index.pct_vs_us,
  detail: code === base ? "All others are compared with it" : `median of ${index.n_products} subscriptions`,
  href: toHref(`/countries/${code}`, toLensParams(lens)),
});

export const toIndexValues = (countries: readonly IndexedCountry[], lens: Lens = "shown", base = "US") => ({
  values: countries.map((country) => toValue(country, { lens, base })),
  labels: countries.map(({ country: code }, i, all) => toLabel(code, i, all, base)),
});

/** `countries` cheapest first, at least two. */
export function IndexMap({
  countries,
  lens = "shown",
  base = "US",
  tableHref,
  regions,
}: {
  countries: readonly IndexedCountry[];
  lens?: Lens;
  base?: string;
  tableHref: string;
  regions?: MapRegions;
}) {
  const lowest = countries[0];
  const highest = countries.at(-1);
  if (!lowest || !highest) return null;
  return (
    <WorldMap
      {...toIndexValues(countries, lens, base)}
      base={baseName(base)}
      tableHref={tableHref}
      {...(regions && { regions })}
      alt={`World map of the price index of ${countries.length} countries. Lowest median: ${lowest.name}, ${formatPct(lowest.index.pct_vs_us)} against ${baseName(base)}; highest: ${highest.name}, ${formatPct(highest.index.pct_vs_us)}.`}
    />
  );
}
