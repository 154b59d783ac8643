import { Ruler } from "@/components/charts/ruler";
import { WorldMap } from "@/components/charts/world-map";
import { figureData } from "@/components/site/figure-data";
import { SourceList } from "@/components/site/source-list";
import { Figure } from "@/components/ui/figure";
import { EX_TAX_CAVEAT } from "@/lib/findings/lens-rules";
import type { ProductBase } from "@/lib/findings/product-rules";
import { toHref } from "@/lib/pages/query";
import { baseName } from "@/lib/text/format";
import { describePriceMap } from "./describe-price-map";
import type { ProductPage } from "./model";
import { regionsOf, shareProductFigure, toCallParams } from "./share";

export function PriceMap({ page, base }: { page: ProductPage; base: ProductBase }) {
  const { product, lens, context, sources } = page;
  const isTaxFree = lens === "excluded";
  const { finding, measure, values, labels, alt, noData } = describePriceMap(page, base);
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
        <WorldMap
          values={values}
          labels={labels}
          tableHref="#prices"
          alt={alt}
          base={baseName(base.country)}
          regions={regionsOf(page)}
        />
      </div>
      <div className="map-legend">
        <Ruler
          counted={values.flatMap(({ pct }) => (pct === null ? [] : [{ pct, count: 1 }]))}
          caption={`Countries by difference from the price in ${baseName(base.country)}${isTaxFree ? ", both without tax" : ""}`}
          base={base.country}
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
