import { type FigureContext, figureData } from "@/components/site/figure-data";
import { SourceList } from "@/components/site/source-list";
import { Figure } from "@/components/ui/figure";
import { PageHead } from "@/components/ui/page-head";
import { arrangeComparison } from "@/lib/catalogue/compare/arrange-rules";
import { findCaveats } from "@/lib/catalogue/compare/caveat-rules";
import { listCounted } from "@/lib/catalogue/compare/same-plan-rules";
import type { Comparison } from "@/lib/catalogue/compare/schema";
import type { Money } from "@/lib/catalogue/fx/money-rules";
import { toTaxView } from "@/lib/catalogue/tax/lens/rules";
import { listUsedSources } from "@/lib/dataset/rules";
import { toCsvHref } from "@/lib/pages/query";
import { CellSources } from "./cell-sources";
import { shareComparison, toCompareHref } from "./compare-href";
import { compareTense, describeComparison, listCells } from "./describe-comparison";
import type { MatrixProps } from "./describe-matrix";
import { Matrix } from "./matrix";
import type { CompareRequest } from "./request";
import { BestMix } from "./savings-list";
import { ViewLinks } from "./view-links";

export type ComparisonViewProps = Pick<MatrixProps, "reasonOf"> & {
  comparison: Comparison;
  request: CompareRequest;
  label: (slug: string) => string;
  money: Money;
  currency: string | undefined;
  context: FigureContext;
};

export function ComparisonView(props: ComparisonViewProps) {
  const { comparison, request, label, money, currency, context } = props;
  const { countries, savings } = comparison;
  const prices = listCells(comparison);
  const tense = compareTense(request.date, context.age);
  const lens = request.lens ?? "shown";
  const { title, finding, measure } = describeComparison(
    comparison,
    lens,
    label,
    money,
    context.summary.fx_date,
    tense,
  );
  // Shares of an income are in every answer, so no call has a parameter for them.
  const asked: CompareRequest = { ...request, lens: toTaxView(lens), view: undefined };
  const api = toCompareHref(asked, money.params.currency, "/api/compare");
  const arranged = request.view ? arrangeComparison(comparison, request.view) : comparison;
  // Adds the remembered currency: whoever opens the link has not chosen it.
  const shownCurrency = currency ?? (money.code === "USD" ? undefined : money.code);
  const used = listUsedSources(prices, context.summary.sources);
  if (prices.length === 0) return <PageHead title={`There is no price of ${title}`} />;
  return (
    <>
      <section className="section-near">
        <Figure
          size="small"
          finding={finding}
          measure={measure}
          source={<SourceList sources={used} lens={lens} />}
          {...figureData(
            context,
            title,
            { api, csv: toCsvHref(api), json: api },
            shareComparison(request, shownCurrency),
            used,
          )}
        >
          <ViewLinks comparison={comparison} request={request} currency={currency} />
          <Matrix comparison={arranged} lens={lens} label={label} money={money} reasonOf={props.reasonOf} />
          <CellSources comparison={arranged} label={label} money={money} sources={context.summary.sources} />
        </Figure>
      </section>
      <details className="chart-table">
        <summary className="chevron">Before you compare</summary>
        <ul className="prose prose-small">
          {listCounted(comparison).length > 1 && countries.length > 1 && lens !== "income" && savings.best_mix && (
            <li>
              <BestMix comparison={comparison} money={money} label={label} isAged={context.age !== null} />
            </li>
          )}
          {findCaveats(comparison, label, lens).map(({ key, fact, meaning }) => (
            <li key={key}>
              <b>{fact}</b> {meaning}
            </li>
          ))}
        </ul>
      </details>
    </>
  );
}
