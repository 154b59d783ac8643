import { HistoryLines } from "@/components/charts/history-lines";
import { figureData } from "@/components/site/figure-data";
import { rateSources, SourceList } from "@/components/site/source-list";
import { Figure } from "@/components/ui/figure";
import { lastReading } from "@/lib/catalogue/prices/history/chart/rules";
import type { ProductHistory } from "@/lib/catalogue/prices/history/chart/schema";
import { chooseSources } from "@/lib/dataset/rules";
import { toCsvHref, toHref } from "@/lib/pages/query";
import { describeLines } from "./describe-lines";
import { HistoryChoice } from "./history-choice";
import { type ProductPage, toCountryHref } from "./model";
import { shareProductFigure } from "./share";
import { SplitTable } from "./split-table";

export type HistoryProps = {
  page: ProductPage;
  history: ProductHistory;
};

export function History({ page, history }: HistoryProps) {
  const { product, label, context } = page;
  const read = chooseSources(history.sources, context.summary.sources);
  const api = toHref("/api/history", {
    product: product.product,
    country: history.series.map(({ country }) => country).join(",") || undefined,
    platform: history.platform,
    period: history.period,
    to: page.query.date,
    ...page.money.params,
  });
  const files = {
    api,
    csv: toCsvHref(api),
    json: api,
  };
  const { finding, measure, splits, seller, until, lines } = describeLines(page, history);
  return (
    <Figure
      finding={finding}
      measure={measure}
      controls={<HistoryChoice page={page} history={history} />}
      source={
        <>
          <SourceList sources={read} /> Exchange rates: <SourceList sources={rateSources(context.summary.sources)} />
        </>
      }
      {...figureData(context, `${label}: ${finding}`, files, shareProductFigure(page, "history"), read, {
        from: history.first_seen_on,
        to: lastReading(history),
      })}
    >
      <HistoryLines {...lines} />
      <details className="chart-table">
        <summary className="chevron">How much was {seller}, how much the exchange rate</summary>
        <SplitTable
          seller={seller}
          splits={splits}
          from={history.first_seen_on}
          until={
            splits
              .map(({ split }) => split.to.day)
              .sort()
              .at(-1) ?? until
          }
          rateDay={history.rate_day}
          period={history.period}
          unit={page.money.code}
          hrefOf={(country) => toCountryHref(page, country)}
        />
      </details>
    </Figure>
  );
}
