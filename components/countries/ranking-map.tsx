import { Ruler } from "@/components/charts/ruler";
import { IndexMap } from "@/components/home/index-map";
import { type FigureContext, figureData } from "@/components/site/figure-data";
import { priceSources, SourceList } from "@/components/site/source-list";
import { Figure } from "@/components/ui/figure";
import type { IndexedCountry } from "@/lib/catalogue/countries/schema";
import { writeDearerFinding } from "@/lib/findings/ranking-rules";
import { formatDay } from "@/lib/text/format";
import { capitalize, countNoun } from "@/lib/text/words";

/** Index on the map. `countries` cheapest first. */
export function RankingMap({ countries, context }: { countries: readonly IndexedCountry[]; context: FigureContext }) {
  const finding = writeDearerFinding(countries);
  const ends = [countries[0]?.code, countries.at(-1)?.code];
  return (
    <Figure
      size="small"
      finding={finding}
      measure={`Median difference from the US, ${formatDay(context.summary.data_date)}. ${capitalize(countNoun(countries.length, "country has", "countries have"))} an index.`}
      source={<SourceList sources={priceSources(context.summary.sources)} />}
      {...figureData(context, finding, {
        api: "/api/countries",
        csv: "/api/export?dataset=index&format=csv",
        json: "/api/export?dataset=index&format=json",
      })}
    >
      <IndexMap countries={countries} tableHref="#ranking" />
      <Ruler
        caption="Median price difference from the US"
        noData="Fewer than 30 products in common with the US"
        marks={countries.map(({ code, name, index }) => ({
          pct: index.pct_vs_us,
          ...(code === "US" ? { label: "US", lead: true } : ends.includes(code) && { label: name, lead: true }),
        }))}
      />
    </Figure>
  );
}
