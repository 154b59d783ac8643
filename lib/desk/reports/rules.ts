import type { SeriesKey } from "./schema";

/** Per address and hour, in total per hour, open at a time, open of an address for a price. */
export const REPORT_BOUNDS = { ofAddress: 5, ofAll: 300, open: 2_000, ofPrice: 3 };

export const toSeriesText = ({ product, country, platform, period }: SeriesKey): string =>
  `${product} ${country} ${platform} ${period}`;

export function toReportHref({ product, country, platform, period }: SeriesKey): string {
  return `/report?${new URLSearchParams({ country, period, platform, product })}`;
}
