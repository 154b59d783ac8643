import { DotPlot } from "@/components/charts/dot-plot";
import { figureData } from "@/components/site/figure-data";
import { SourceList } from "@/components/site/source-list";
import { Figure } from "@/components/ui/figure";
import { toHref } from "@/lib/pages/query";
import { describePoints } from "./describe-points";
import type { ProductPage } from "./model";
import { shareProductFigure, toCallParams } from "./share";

/** Needs a US price. `weightOf`: how well known a country's prices are. */
export function PricePoints({
  page,
  us,
  weightOf,
}: {
  page: ProductPage;
  us: number;
  weightOf: (code: string) => number;
}) {
  const { product, label, lens, context, sources } = page;
  const { finding, measure, plot } = describePoints(page, us, weightOf);
  return (
    <Figure
      size="small"
      finding={finding}
      measure={measure}
      source={<SourceList sources={sources} lens={lens} />}
      {...figureData(
        context,
        `${label}: ${finding}`,
        {
          api: toHref(`/api/services/${product.product}`, toCallParams(page)),
          csv: `/api/export?product=${product.product}&format=csv`,
          json: `/api/export?product=${product.product}&format=json`,
        },
        shareProductFigure(page, "points"),
        sources,
      )}
    >
      <DotPlot {...plot} />
    </Figure>
  );
}
