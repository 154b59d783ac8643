import { DistributionStrip } from "@/components/charts/distribution-strip";
import { HowToRead } from "@/components/charts/how-to-read";
import { PercentAxis } from "@/components/charts/percent-axis";
import { Ruler } from "@/components/charts/ruler";
import { figureData } from "@/components/site/figure-data";
import { SourceList } from "@/components/site/source-list";
import { Figure } from "@/components/ui/figure";
import { withTax } from "@/lib/catalogue/tax/lens-rules";
import { writeSpan } from "@/lib/findings/country-rules";
import { toCsvHref } from "@/lib/pages/query";
import { formatDay, formatPct } from "@/lib/text/format";
import type { CountryPage } from "./model";

/** Spread of a country's prices against the US. Needs an index. */
export function CountryDistribution({ page }: { page: CountryPage }) {
  const { country, figures, lens, context, sources } = page;
  const without = lens === "excluded" ? ", without tax" : "";
  const { index, code, name } = country;
  if (!index) return null;
  const finding = `${writeSpan(code, index)}${without}`;
  return (
    <Figure
      finding={finding}
      measure={`Price difference from the US of each of ${figures.relatives.all} subscriptions, same plan, store and period${without}, ${formatDay(context.summary.data_date)}. A tenth of them lie at or below ${formatPct(index.p10_pct, 0)}, a tenth at or above ${formatPct(index.p90_pct, 0)}.`}
      source={<SourceList sources={sources} />}
      {...figureData(
        context,
        finding,
        {
          api: withTax(`/api/prices?country=${code}&page_size=200`, lens),
          csv: toCsvHref(`/api/prices?country=${code}&page_size=200`),
          json: `/api/prices?country=${code}&page_size=200`,
          note: "It answers with the prices there; the differences compare them with those of country=US. The index of every country is at /api/countries.",
        },
        sources,
      )}
    >
      <HowToRead country={name} values={index} />
      <div className="wide-strip">
        <PercentAxis />
        <DistributionStrip values={index} />
      </div>
      <Ruler
        counted={figures.bins}
        countedNoun="subscriptions"
        caption={`Subscriptions by difference from the US price${without}`}
      />
    </Figure>
  );
}
