import { toConvertedColumns } from "@/lib/catalogue/prices/converted/rules";
import type { SeriesHistory, SeriesRunRow } from "@/lib/catalogue/prices/history/series/schema";

const WITHOUT_RUN = { usd_reason: null, next_seen_on: null, source_url: null };

type Extremes = SeriesHistory["lowest"];

/** A series without a run in the span has no row. */
export const toRunRows = (histories: readonly SeriesHistory[]): SeriesRunRow[] =>
  histories.flatMap(
    ({ months, runs, lowest, highest, span, product, country, platform, period, is_current, changed_on }) =>
      (months ?? runs).map(({ converted, ...run }) => ({
        ...WITHOUT_RUN,
        product,
        country,
        platform,
        period,
        ...run,
        is_current,
        changed_on,
        ...toConvertedColumns(converted),
        lowest_all_time: amountOf(lowest, "all_time"),
        lowest_months_12: amountOf(lowest, "months_12"),
        lowest_months_3: amountOf(lowest, "months_3"),
        highest_all_time: amountOf(highest, "all_time"),
        highest_months_12: amountOf(highest, "months_12"),
        highest_months_3: amountOf(highest, "months_3"),
        span_from: span.from,
        span_to: span.to,
        span_n_days: span.n_days,
        span_n_days_in_no_run: span.n_days_in_no_run,
      })),
  );

const amountOf = (extremes: Extremes, window: keyof Extremes) => extremes[window]?.amount ?? null;
