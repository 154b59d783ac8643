import { Ruler } from "@/components/charts/ruler";
import { WorldMap } from "@/components/charts/world-map";
import { figureData } from "@/components/site/figure-data";
import { SourceList } from "@/components/site/source-list";
import { Figure } from "@/components/ui/figure";
import { EX_TAX_CAVEAT } from "@/lib/findings/lens-rules";
import { toHref } from "@/lib/pages/query";
import { describePriceMap } from "./describe-price-map";
import type { ProductPage } from "./model";
import { regionsOf, shareProductFigure, toCallParams } from "./share";

/** Needs a US price. */
export function PriceMap({ page, us }: { page: ProductPage; us: number }) {
  const { product, lens, context, sources } = page;
  const isTaxFree = lens === "excluded";
  const { finding, measure, values, labels, alt, noData } = describePriceMap(page, us);
  return (
    <Figure
      finding={finding}
      measure={measure}
      source={<SourceList sources={sources} lens={lens} />}
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
        <Ruler
          counted={values.flatMap(({ pct }) => (pct === null ? [] : [{ pct, count: 1 }]))}
          caption={`Countries by difference from the US price${isTaxFree ? ", both without tax" : ""}`}
          noData={noData}
        />
        <p className="map-note">
          <b>What is compared.</b> The lowest monthly price in each country, in any store.{" "}
          {isTaxFree ? EX_TAX_CAVEAT : "The US price leaves out sales tax; most others include VAT."}
        </p>
      </div>
    </Figure>
  );
}
