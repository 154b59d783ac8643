import type { Period, Platform } from "@/lib/contract/codes";

export const REPORT_KINDS = {
  amount: "The amount is different",
  currency: "The currency is different",
  period: "The period is different, for example a week instead of a month",
  ended: "It is no longer sold in this country",
} as const;

/** Per address and hour, in total per hour, open at a time, open of an address for a price. */
export const REPORT_BOUNDS = { ofAddress: 5, ofAll: 300, open: 2_000, ofPrice: 3 };

type ReportedSeries = { product: string; country: string; platform: Platform; period: Period };

export const toSeriesText = ({ product, country, platform, period }: ReportedSeries): string =>
  `${product} ${country} ${platform} ${period}`;

export function toReportHref({ product, country, platform, period }: ReportedSeries): string {
  return `/report?${new URLSearchParams({ country, period, platform, product })}`;
}
