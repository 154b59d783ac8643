import { Mark } from "@/components/charts/mark";
import { Ruler } from "@/components/charts/ruler";
import { type FigureContext, figureData } from "@/components/site/figure-data";
import { priceSources, SourceList } from "@/components/site/source-list";
import { Plate } from "@/components/ui/plate";
import { countryInSentence, formatDay, formatLessOrMore } from "@/lib/format";
import { capitalize } from "@/lib/words";
import { writeLeadFinding } from "./findings";
import { type IndexedCountry, IndexMap } from "./index-map";

/** US cents that the middle price is for every dollar in the US. */
const centsOf = (pct: number) => Math.round(100 + pct);

/** The page's one number, and the map it is read from. `countries` cheapest first, at least two. */
export function Lead({ countries, context }: { countries: readonly IndexedCountry[]; context: FigureContext }) {
  const [cheapest, dearest] = [countries[0], countries.at(-1)];
  if (!cheapest || !dearest) return null;
  const { pct_vs_us, basket_size } = cheapest.index;
  const place = countryInSentence(cheapest.code);
  const finding = writeLeadFinding(countries) ?? "";
  const marks = countries.map(({ code, name, index }) => ({
    pct: index.pct_vs_us,
    label: code === "US" ? "US" : name,
    lead: [cheapest.code, dearest.code, "US"].includes(code),
  }));
  const { fx_date } = context.edition;
  return (
    <Plate
      size="lead"
      finding={
        <>
          {capitalize(place)} pays <Mark pct={pct_vs_us}>{formatLessOrMore(pct_vs_us)}</Mark> than the US for the same
          apps
        </>
      }
      measure={
        <>
          The middle price of {basket_size} subscriptions sold in both countries is {centsOf(pct_vs_us)} US cents in{" "}
          {place} for every dollar in the United States. {capitalize(countryInSentence(dearest.code))} stands at the
          other end: {formatLessOrMore(dearest.index.pct_vs_us)}.
        </>
      }
      source={<SourceList sources={priceSources(context.edition.sources)} />}
      {...figureData(context, finding, {
        api: "/api/countries",
        csv: "/api/export?dataset=index&format=csv",
        json: "/api/export?dataset=index&format=json",
      })}
    >
      <div className="map-bleed">
        <IndexMap countries={countries} tableHref="#ranking" />
      </div>
      <div className="map-legend">
        <Ruler
          marks={marks}
          caption="Median price difference from the US"
          noData="No index: fewer than 30 products in common with the US"
        />
        <p className="map-note">
          <b>What is compared.</b> Sticker prices of the same plan, in the same store, for the same period
          {fx_date && `, converted at the rates of ${formatDay(fx_date)}`}. US and Canadian prices leave out sales tax;
          most others include VAT. <a href="/docs/methodology">How the index is computed</a>
        </p>
      </div>
    </Plate>
  );
}
