import { type MapRegions, WorldMap } from "@/components/charts/world-map";
import type { MapLabel, MapValue } from "@/components/charts/world-map-values";
import { medianInterval } from "@/lib/catalogue/countries/rules";
import type { CountryIndex, IndexedCountry } from "@/lib/catalogue/countries/schema";
import { toLensParams } from "@/lib/catalogue/tax/lens-rules";
import type { Lens } from "@/lib/catalogue/tax/lens-schema";
import { toHref } from "@/lib/pages/query";
import { formatDay, formatPct } from "@/lib/text/format";

/** Large or well-known countries whose labels give orientation. */
const LANDMARKS = new Set(["AU", "BR", "CA", "GB", "JP", "TR", "US"]);

const SHORT_NAMES: Readonly<Record<string, string>> = { GB: "UK" };

function toLabel({ code }: IndexedCountry, i: number, all: readonly IndexedCountry[]): MapLabel {
  const isEnd = i === 0 || i === all.length - 1;
  const name = SHORT_NAMES[code];
  return {
    code,
    ...(name !== undefined && { name }),
    priority: isEnd ? 1 : LANDMARKS.has(code) ? 2 : 3,
    ...(code === "US" && { text: "base of the index" }),
  };
}

function writeInterval(index: CountryIndex): string {
  const interval = medianInterval(index);
  return interval ? `, 95\u202f% interval ${formatPct(interval[0])} to ${formatPct(interval[1])}` : "";
}

const toValue = ({ code, name, index, index_fx_date }: IndexedCountry, lens: Lens): MapValue => ({
  code,
  name,
  pct: code === "US" ? null : index.pct_vs_us,
  interval: medianInterval(index),
  detail:
    code === "US"
      ? "The base: 100"
      : `median of ${index.basket_size} subscriptions${writeInterval(index)}${index_fx_date ? `, ${formatDay(index_fx_date)}` : ""}`,
  href: toHref(`/countries/${code}`, toLensParams(lens)),
});

export const toIndexValues = (countries: readonly IndexedCountry[], lens: Lens = "shown") => ({
  values: countries.map((country) => toValue(country, lens)),
  labels: countries.map(toLabel),
});

/** `countries` cheapest first, at least two. */
export function IndexMap({
  countries,
  lens = "shown",
  tableHref,
  regions,
}: {
  countries: readonly IndexedCountry[];
  lens?: Lens;
  tableHref: string;
  regions?: MapRegions;
}) {
  const [cheapest, dearest] = [countries[0], countries.at(-1)];
  if (!cheapest || !dearest) return null;
  return (
    <WorldMap
      {...toIndexValues(countries, lens)}
      tableHref={tableHref}
      {...(regions && { regions })}
      alt={`World map of the price index of ${countries.length} countries. Lowest median: ${cheapest.name}, ${formatPct(cheapest.index.pct_vs_us)} against the United States; highest: ${dearest.name}, ${formatPct(dearest.index.pct_vs_us)}.`}
    />
  );
}
