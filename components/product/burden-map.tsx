import { BURDEN_STEPS, burdenStepOf } from "@/components/charts/scale";
import { ScaleKey } from "@/components/charts/scale-key";
import { WorldMap } from "@/components/charts/world-map";
import type { MapLabel, MapValue } from "@/components/charts/world-map-values";
import { figureData } from "@/components/site/figure-data";
import { SourceList } from "@/components/site/source-list";
import { Figure } from "@/components/ui/figure";
import { priceWord } from "@/lib/catalogue/prices/words";
import { formatIncomeShare, INCOME_CAVEAT } from "@/lib/findings/lens-rules";
import { writeReadDays } from "@/lib/findings/read-days-rules";
import { toHref } from "@/lib/pages/query";
import { baseName, countryName, formatCount } from "@/lib/text/format";
import { type ProductPage, priceOf, toCountryHref } from "./model";
import { regionsOf, shareProductFigure, toCallParams } from "./share";

export function describeBurdenMap(page: ProductPage) {
  const { label, ranked, base, money } = page;
  const own = ranked.find(({ country }) => country === base?.country)?.income_share_pct ?? null;
  const known = ranked
    .flatMap((price) => (price.income_share_pct === null ? [] : [{ price, share: price.income_share_pct }]))
    .sort((a, b) => b.share - a.share);
  const heaviest = known[0]?.price.country;
  const lightest = known.at(-1)?.price.country;
  const values = known.map(
    ({ price, share }): MapValue => ({
      code: price.country,
      name: countryName(price.country),
      pct: null,
      other: { step: burdenStepOf(own ? share / own : 1), figure: formatIncomeShare(share) },
      detail: `${priceOf(price, money)} a month, income of ${price.income_year}`,
      href: toCountryHref(page, price.country),
    }),
  );
  const labelled = [
    ...new Set([heaviest, lightest, base?.country, "US", "IN", "NG", "BR", "TR", "DE", "JP", "AU", "ZA"]),
  ];
  const most = known[0]?.share ?? 0;
  const least = known.at(-1)?.share ?? 0;
  return {
    finding: `${label} as a share of a month’s average income in ${formatCount(known.length)} places`,
    measure: `Lowest monthly ${priceWord(ranked)}, times twelve, divided by gross national income per head, ${writeReadDays(ranked)}. Colour: multiple of the share in ${baseName(base?.country ?? "US")}.`,
    noData: "no ranked price, or income not known",
    alt: `World map of what ${label} takes of a month’s average income in ${known.length} places, from ${formatIncomeShare(least)} to ${formatIncomeShare(most)}.`,
    values,
    labels: labelled.flatMap((code, i): MapLabel[] =>
      code == null ? [] : [{ code, priority: i < 2 ? 1 : i < 4 ? 2 : 3 }],
    ),
  };
}

export function BurdenPriceMap({ page }: { page: ProductPage }) {
  const { product, context, sources } = page;
  const { finding, measure, values, labels, alt, noData } = describeBurdenMap(page);
  return (
    <Figure
      finding={finding}
      measure={measure}
      source={<SourceList sources={sources} lens="income" />}
      {...figureData(
        context,
        finding,
        {
          api: toHref(`/api/services/${product.product}`, toCallParams(page)),
          csv: `/api/export?product=${product.product}&format=csv`,
          json: `/api/export?product=${product.product}&format=json`,
        },
        shareProductFigure(page, "map"),
        sources,
      )}
    >
      <div className="map-bleed">
        <WorldMap values={values} labels={labels} tableHref="#prices" alt={alt} regions={regionsOf(page)} />
      </div>
      <div className="map-legend">
        <ScaleKey
          steps={BURDEN_STEPS}
          label={`Colour classes: share of income as a multiple of the share in ${baseName(page.base?.country ?? "US")}`}
          noData={noData}
        />
        <p className="map-note">
          <b>What is compared.</b> {INCOME_CAVEAT}
        </p>
      </div>
    </Figure>
  );
}
