import type { ReactNode } from "react";
import { Mark } from "@/components/charts/mark";
import { BURDEN_STEPS } from "@/components/charts/scale";
import { ScaleBar } from "@/components/charts/scale-bar";
import { ScaleKey } from "@/components/charts/scale-key";
import { BurdenMap } from "@/components/countries/burden-map";
import { IndexMap } from "@/components/countries/index-map";
import { filesOfIndex, type IndexPlace, regionsOfIndex, shareIndexMap } from "@/components/countries/share";
import { type FigureContext, figureData } from "@/components/site/figure-data";
import { priceSources, SourceList } from "@/components/site/source-list";
import { Figure } from "@/components/ui/figure";
import { Link } from "@/components/ui/link";
import type { IndexedCountry } from "@/lib/catalogue/countries/schema";
import { tellIndex } from "@/lib/findings/age-rules";
import { writeBurdenTitle, writeExTaxDeck, writeExTaxTitle } from "@/lib/findings/lens-rules";
import { writeLead, writeLeadMeasure } from "@/lib/findings/ranking-rules";
import type { TaxFree } from "@/lib/findings/verdict-rules";
import { baseName } from "@/lib/text/format";

export type IndexFigureProps = {
  /** Lowest first, at least two. */
  countries: readonly IndexedCountry[];
  taxFree: TaxFree;
  nav: ReactNode;
  place: IndexPlace;
  context: FigureContext;
  after?: ReactNode;
};

const METHODS = { shown: "", excluded: "#tax", income: "#income" };

/** The index of each country on the map, through the page's lens. */
export function IndexFigure({ countries, taxFree, nav, place, context, after }: IndexFigureProps) {
  const { lens, base } = place;
  const isIncome = lens === "income";
  const { age, summary } = context;
  const [lead, marked, end] = lens === "shown" ? writeLead(countries, base, taxFree) : ["", "", ""];
  const before = tellIndex(age, summary.index_read, lead);
  const finding = isIncome
    ? writeBurdenTitle(countries, base)
    : lens === "excluded"
      ? writeExTaxTitle(countries, base)
      : `${before}${marked}${end}`;
  return (
    <Figure
      finding={
        lens === "shown" ? (
          <>
            {before}
            <Mark pct={countries[0]?.index.pct_vs_us ?? 0}>{marked}</Mark>
            {end}
          </>
        ) : (
          finding
        )
      }
      measure={
        isIncome
          ? `What the same subscriptions cost of the average income, as a multiple of the share in ${baseName(base)}.`
          : lens === "excluded"
            ? writeExTaxDeck(countries, base)
            : writeLeadMeasure(countries, base, taxFree)
      }
      source={
        <>
          <SourceList sources={priceSources(context.summary.sources)} lens={lens} />{" "}
          <Link href={`/docs/methodology${METHODS[lens]}`}>How is this computed?</Link>
        </>
      }
      {...figureData(context, finding, filesOfIndex(place), shareIndexMap(place))}
      after={after}
    >
      {nav}
      <div className="map-bleed">
        {isIncome ? (
          <BurdenMap countries={countries} base={base} tableHref="#after-map" regions={regionsOfIndex(place)} />
        ) : (
          <IndexMap
            countries={countries}
            base={base}
            lens={lens}
            tableHref="#after-map"
            regions={regionsOfIndex(place)}
          />
        )}
      </div>
      <div id="after-map">
        {isIncome ? (
          <ScaleKey
            steps={BURDEN_STEPS}
            label={`Colour classes: share of income as a multiple of the share in ${baseName(base)}`}
            noData="no index, or income not known"
          />
        ) : (
          <ScaleBar base={base} noData="fewer than 30 subscriptions" />
        )}
      </div>
    </Figure>
  );
}
