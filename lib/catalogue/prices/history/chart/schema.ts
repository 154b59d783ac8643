import type { Rate } from "@/lib/catalogue/fx/schema";
import type { SeriesRuns } from "@/lib/catalogue/prices/history/series/schema";
import type { Period, Platform } from "@/lib/contract/codes";

export type ProductHistory = {
  platform: Platform;
  period: Period;
  /** Of the product; where `is_cut`, of the runs in `series`. */
  first_seen_on: string;
  /** Days on which any country was observed. */
  observed_days: number;
  /** A series has more runs than are in `series`. */
  is_cut: boolean;
  /** Day of the dataset's exchange rates, which are held after it. */
  rate_day: string;
  /** The later of `rate_day` and the last reading; current prices are drawn to here. */
  until: string;
  /** All countries with a history, those with most changes first. */
  countries: string[];
  /** Lines of the chart, in the order of the countries asked for; in a chart of a past day no run is longer than to there. */
  series: SeriesRuns[];
  /** Ids of the sources in which the prices of `series` were read. */
  sources: string[];
  /** Rates of the currencies in `series` for the days of its runs, by currency and date. */
  rates: Rate[];
};
