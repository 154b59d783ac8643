import type { ReactNode } from "react";
import { Mark } from "@/components/charts/mark";
import { Ruler } from "@/components/charts/ruler";
import { type IndexPlace, regionsOfIndex, shareIndexMap } from "@/components/countries/share";
import { type FigureContext, figureData } from "@/components/site/figure-data";
import { priceSources, SourceList } from "@/components/site/source-list";
import { Figure } from "@/components/ui/figure";
import type { IndexedCountry } from "@/lib/catalogue/countries/schema";
import { writeLead, writeLeadMeasure } from "@/lib/findings/ranking-rules";
import { findCheapestGroup, findDearestGroup } from "@/lib/findings/standing-rules";
import { formatDay } from "@/lib/text/format";
import { IndexMap } from "./index-map";

/** `countries` cheapest first, at least two. */
export function Lead({
  countries,
  nav,
  place,
  context,
}: {
  countries: readonly IndexedCountry[];
  nav: ReactNode;
  place: IndexPlace;
  context: FigureContext;
}) {
  const [cheapest, dearest] = [countries[0], countries.at(-1)];
  if (!cheapest || !dearest) return null;
  const [before, marked, after] = writeLead(countries);
  const named = [...(findCheapestGroup(countries)?.countries ?? [cheapest]), ...findDearestGroup(countries)];
  const marks = countries.map(({ code, name, index }) => ({
    code,
    pct: index.pct_vs_us,
    label: code === "US" ? "US" : name,
    lead: [named[0]?.code, dearest.code, "US"].includes(code),
  }));
  const { fx_date } = context.summary;
  return (
    <Figure
      size="lead"
      finding={
        <>
          {before}
          <Mark pct={cheapest.index.pct_vs_us}>{marked}</Mark>
          {after}
        </>
      }
      measure={writeLeadMeasure(countries)}
      source={<SourceList sources={priceSources(context.summary.sources)} />}
      {...figureData(
        context,
        `${before}${marked}${after}`,
        {
          api: "/api/countries",
          csv: "/api/export?dataset=index&format=csv",
          json: "/api/export?dataset=index&format=json",
        },
        shareIndexMap(place),
      )}
    >
      {nav}
      <div className="map-bleed">
        <IndexMap countries={countries} tableHref="#ranking" regions={regionsOfIndex(place)} />
      </div>
      <div className="map-legend">
        <Ruler
          marks={marks}
          caption="Median price difference from the US, whiskers on the map: 95 % interval"
          noData="No index: fewer than 30 subscriptions in common with the US"
        />
        <p className="map-note">
          <b>What is compared.</b> Sticker prices of the same plan, in the same store, for the same period
          {fx_date && `, converted at the rates of ${formatDay(fx_date)}`}. US and Canadian prices leave out sales tax;
          most others include VAT. <a href="/docs/methodology">How the index is computed</a>
        </p>
      </div>
    </Figure>
  );
}
