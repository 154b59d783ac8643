import { formatBilled } from "@/lib/catalogue/prices/words";
import { productLabel } from "@/lib/catalogue/products/rules";
import type { PublicReport } from "@/lib/desk/reports/schema";
import { countryInSentence, formatDay } from "@/lib/text/format";

type Told = PublicReport;

export const wasBilled = ({ wasAmount, wasCurrency, period }: Told): string =>
  formatBilled({ amount: wasAmount, currency: wasCurrency, period });

export function writeClaim(report: Told): string {
  const { kind, finding, amount, currency, period, country } = report;
  const place = `${productLabel(report)} in ${countryInSentence(country)}`;
  if (finding !== null) return `The check of ${place}, on record with ${wasBilled(report)}: ${finding}.`;
  if (kind === "outlier") return `The check for outliers found the price of ${place} unusual: ${wasBilled(report)}.`;
  if (kind === "ended") return `The report says that ${place} is no longer sold; on record is ${wasBilled(report)}.`;
  if (amount === null || currency === null) return `The report says that the price of ${place} is wrong.`;
  return `The report says that ${place} costs ${formatBilled({ amount, currency, period })}, not ${wasBilled(report)}.`;
}

export function writeOutcome(report: Told): string | null {
  if (report.outcome === null || report.closedAt === null) return null;
  const day = formatDay(report.closedAt.toISOString());
  const what =
    report.outcome === "corrected"
      ? `Corrected on ${day}; it was ${wasBilled(report)}`
      : `Closed on ${day} without a change`;
  return `${what}: ${report.answer}`;
}
