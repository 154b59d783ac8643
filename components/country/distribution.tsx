import { DistributionStrip } from "@/components/charts/distribution-strip";
import { HowToRead } from "@/components/charts/how-to-read";
import { PercentAxis } from "@/components/charts/percent-axis";
import { Ruler } from "@/components/charts/ruler";
import { figureData } from "@/components/site/figure-data";
import { SourceList } from "@/components/site/source-list";
import { Figure } from "@/components/ui/figure";
import { toTaxParams } from "@/lib/catalogue/tax/lens-rules";
import { toHref } from "@/lib/pages/query";
import { describeDistribution } from "./describe-distribution";
import type { CountryPage } from "./model";
import { shareCountryFigure } from "./share";

export function CountryDistribution({ page }: { page: CountryPage }) {
  const { country, figures, lens, context, sources } = page;
  const without = lens === "excluded" ? ", without tax" : "";
  const { index, code, name } = country;
  if (!index) return null;
  const { finding, measure } = describeDistribution(page, index);
  return (
    <Figure
      finding={finding}
      measure={measure}
      source={<SourceList sources={sources} />}
      {...figureData(
        context,
        finding,
        {
          api: toHref(`/api/countries/${code}`, toTaxParams(lens)),
          json: toHref(`/api/countries/${code}`, toTaxParams(lens)),
        },
        shareCountryFigure(page, "distribution"),
        sources,
        figures.read,
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
