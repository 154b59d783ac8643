import { toConvertedColumns } from "./converted-rules";
import type { SeriesHistory, SeriesRunRow } from "./series-history-schema";

type Extremes = SeriesHistory["lowest"];

/** A series without a run in the span has no row. */
export const toRunRows = (histories: readonly SeriesHistory[]): SeriesRunRow[] =>
  histories.flatMap(({ runs, lowest, highest, span, product, country, platform, period, is_current, changed_on }) =>
    runs.map(({ converted, ...run }) => ({
      ...{ product, country, platform, period, ...run, is_current, changed_on, ...toConvertedColumns(converted) },
      ...{ lowest_all_time: amountOf(lowest, "all_time"), lowest_months_12: amountOf(lowest, "months_12") },
      ...{ lowest_months_3: amountOf(lowest, "months_3"), highest_all_time: amountOf(highest, "all_time") },
      ...{ highest_months_12: amountOf(highest, "months_12"), highest_months_3: amountOf(highest, "months_3") },
      ...{ span_from: span.from, span_to: span.to, span_days: span.days, days_in_no_run: span.days_in_no_run },
    })),
  );

const amountOf = (extremes: Extremes, window: keyof Extremes) => extremes[window]?.amount ?? null;
