import { BURDEN_STEPS } from "@/components/charts/scale";
import { ScaleBar } from "@/components/charts/scale-bar";
import { ScaleKey } from "@/components/charts/scale-key";
import { type FigureContext, figureData } from "@/components/site/figure-data";
import { priceSources, SourceList } from "@/components/site/source-list";
import { Figure } from "@/components/ui/figure";
import type { IndexedCountry } from "@/lib/catalogue/countries/schema";
import { writeHeavierFinding } from "@/lib/findings/lens-rules";
import { writeDearerFinding } from "@/lib/findings/ranking-rules";
import { writeReadSpan } from "@/lib/findings/read-days-rules";
import type { TaxFree } from "@/lib/findings/verdict-rules";
import { baseName } from "@/lib/text/format";
import { capitalize, countNoun } from "@/lib/text/words";
import { BurdenMap } from "./burden-map";
import { IndexMap } from "./index-map";
import { filesOfIndex, type IndexPlace, regionsOfIndex, shareIndexMap } from "./share";

/** `countries` cheapest first. */
export function RankingMap({
  countries,
  taxFree,
  place,
  context,
}: {
  countries: readonly IndexedCountry[];
  taxFree: TaxFree;
  place: IndexPlace;
  context: FigureContext;
}) {
  const { lens, base } = place;
  if (lens === "income") return <BurdenFigure countries={countries} place={place} context={context} />;
  const without = lens === "excluded" ? " without tax" : "";
  const finding = lens === "excluded" ? "Medians without tax on the map" : writeDearerFinding(countries, base, taxFree);
  return (
    <Figure
      size="small"
      finding={finding}
      measure={`Typical difference from ${baseName(base)}${without}, ${writeReadSpan(context.summary.index_read)}. ${capitalize(countNoun(countries.length, "country has", "countries have"))} an index.`}
      source={<SourceList sources={priceSources(context.summary.sources)} lens={lens} />}
      {...figureData(context, finding, filesOfIndex(place), shareIndexMap(place))}
    >
      <IndexMap countries={countries} lens={lens} base={base} tableHref="#ranking" regions={regionsOfIndex(place)} />
      <ScaleBar
        base={base}
        noData={
          lens === "excluded"
            ? "fewer than 30 subscriptions whose price without tax is known"
            : "fewer than 30 subscriptions"
        }
      />
    </Figure>
  );
}

function BurdenFigure({ countries, place, context }: Omit<Parameters<typeof RankingMap>[0], "taxFree">) {
  const { base } = place;
  const finding = writeHeavierFinding(countries, base);
  return (
    <Figure
      size="small"
      finding={finding}
      measure={`Multiples of the share of income in ${baseName(base)}, prices ${writeReadSpan(context.summary.index_read)}.`}
      source={<SourceList sources={priceSources(context.summary.sources)} lens="income" />}
      {...figureData(context, finding, filesOfIndex(place), shareIndexMap(place))}
    >
      <BurdenMap countries={countries} base={base} tableHref="#ranking" regions={regionsOfIndex(place)} />
      <ScaleKey
        steps={BURDEN_STEPS}
        label={`Colour classes: share of income as a multiple of the share in ${baseName(base)}`}
        noData="no index, or income not known"
      />
    </Figure>
  );
}
