import type { ReactNode } from "react";
import { Ruler } from "@/components/charts/ruler";
import { BURDEN_STEPS } from "@/components/charts/scale";
import { ScaleKey } from "@/components/charts/scale-key";
import { type IndexPlace, regionsOfIndex, shareIndexMap } from "@/components/countries/share";
import { type FigureContext, figureData } from "@/components/site/figure-data";
import { priceSources, SourceList } from "@/components/site/source-list";
import { Figure } from "@/components/ui/figure";
import type { Country, IndexedCountry } from "@/lib/catalogue/countries/schema";
import type { Lens } from "@/lib/catalogue/tax/lens-schema";
import {
  EX_TAX_CAVEAT,
  INCOME_CAVEAT,
  writeBurdenDeck,
  writeBurdenTitle,
  writeExTaxDeck,
  writeExTaxTitle,
} from "@/lib/findings/lens-rules";
import { BurdenMap } from "./burden-map";
import { IndexMap } from "./index-map";

export type LensLeadProps = {
  /** Cheapest first. */
  countries: readonly IndexedCountry[];
  all: readonly Country[];
  lens: Exclude<Lens, "shown">;
  nav: ReactNode;
  place: IndexPlace;
  context: FigureContext;
};

export function LensLead({ countries, all, lens, nav, place, context }: LensLeadProps) {
  const isIncome = lens === "income";
  const finding = isIncome ? writeBurdenTitle(countries) : writeExTaxTitle(countries);
  return (
    <Figure
      size="lead"
      finding={finding}
      measure={isIncome ? writeBurdenDeck(countries) : writeExTaxDeck(countries, all)}
      source={<SourceList sources={priceSources(context.summary.sources)} lens={lens} />}
      {...figureData(
        context,
        finding,
        {
          api: isIncome ? "/api/countries" : "/api/countries?tax=excluded",
          csv: "/api/export?dataset=index&format=csv",
          json: "/api/export?dataset=index&format=json",
        },
        shareIndexMap(place),
      )}
    >
      {nav}
      <div className="map-bleed">
        {isIncome ? (
          <BurdenMap countries={countries} tableHref="#ranking" regions={regionsOfIndex(place)} />
        ) : (
          <IndexMap countries={countries} lens={lens} tableHref="#ranking" regions={regionsOfIndex(place)} />
        )}
      </div>
      <div className="map-legend">
        {isIncome ? (
          <ScaleKey
            steps={BURDEN_STEPS}
            label="Colour classes: share of income as a multiple of the US share"
            noData="no index, or income not known"
          />
        ) : (
          <Ruler
            marks={countries.map(({ code, name, index }, i) => ({
              code,
              pct: index.pct_vs_us,
              label: code === "US" ? "US" : name,
              lead: code === "US" || i === 0 || i === countries.length - 1,
            }))}
            caption="Median price difference from the US without tax, whiskers on the map: 95 % interval"
            noData="No index without tax: fewer than 30 subscriptions for which it is known"
          />
        )}
        <p className="map-note">
          <b>What is compared.</b> {isIncome ? INCOME_CAVEAT : EX_TAX_CAVEAT}{" "}
          <a href={isIncome ? "/docs/methodology#income" : "/docs/methodology#tax"}>How it is computed</a>
        </p>
      </div>
    </Figure>
  );
}
