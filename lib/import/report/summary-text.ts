import { ABOVE_MEDIAN_FACTOR, JUMP_FACTOR } from "@/lib/dataset/rules";
import type { AmountChange, FileResult, ImportProgress, ImportResult, Warning } from "./result";

const WARNING_TITLES: Readonly<Record<Warning["kind"], string>> = {
  jump: `moved to more than ${JUMP_FACTOR} times the price or less than a fifth`,
  "rate-jump": "rates moved to more than 5 times or less than a fifth",
  fall: "lost more than 30 % of the current prices",
  "above-median": `more than ${ABOVE_MEDIAN_FACTOR} times the median of the product`,
  "stale-rates": "old exchange rates",
  rates: "exchange rates",
};

/** Report of an import, for a terminal. */
export function formatSummary(result: ImportResult): string {
  const sections = [
    result.files.map(formatFile),
    result.endedSeries > 0 ? [`series ended: ${result.endedSeries}`] : [],
    titled(
      "new cheapest countries:",
      result.cheapestChanges.map(({ product, from, to }) => `${product}: ${from} -> ${to}`),
    ),
    titled(
      "largest price changes:",
      result.largestChanges.map(
        (change) =>
          `${change.percent} %  ${change.product} ${change.country} ${change.platform} ${change.period}: ` +
          `${formatFrom(change)} -> ${change.amount} ${change.currency} (${change.previousOn} -> ${change.observedOn})`,
      ),
    ),
    formatWarnings(result.warnings),
    [formatOutcome(result)],
  ];
  return sections
    .filter((lines) => lines.length > 0)
    .map((lines) => lines.join("\n"))
    .join("\n\n");
}

/** Each kind of warning with its count and its first cases. */
export function formatWarnings(warnings: readonly Warning[]): string[] {
  return warnings.flatMap(({ kind, isBlocking, count, lines }) => [
    `warning: ${WARNING_TITLES[kind]} (${count}${isBlocking ? ", --accept-outliers to go on" : ""})`,
    ...lines.map((line) => `  ${line}`),
    ...(kind !== "stale-rates" && count > lines.length ? [`  and ${count - lines.length} more`] : []),
  ]);
}

/** Amount before the change, with its currency where that is another. */
const formatFrom = ({ previousAmount, previousCurrency, currency }: AmountChange): string =>
  previousCurrency === currency ? previousAmount : `${previousAmount} ${previousCurrency}`;

/** Progress of an import in one line. */
export function formatProgress({ phase, rows, bytes, totalBytes }: ImportProgress): string {
  if (phase === "waiting") return "another import is running: waiting for it to end";
  if (phase !== "reading") return `${phase} ${rows.toLocaleString("en")} rows`;
  const percent = totalBytes === 0 ? 100 : Math.floor((100 * bytes) / totalBytes);
  return `reading: ${rows.toLocaleString("en")} rows, ${percent} %`;
}

function formatFile(file: FileResult): string {
  const counts = [
    `added ${file.added}`,
    `changed ${file.changed}`,
    `confirmed ${file.confirmed}`,
    `unchanged ${file.unchanged}`,
    `skipped ${file.skipped}`,
  ];
  return `${file.path} (${file.format}): ${counts.join(", ")}`;
}

function formatOutcome({ hasChanges, isDryRun, published }: ImportResult): string {
  if (!hasChanges) return "nothing to publish: the files say nothing new";
  const where = isDryRun
    ? "dry run, nothing was written; there would be"
    : `published dataset version ${published?.version}:`;
  if (!published)
    return isDryRun ? "dry run, nothing was written" : "stored; nothing to publish before there is a price";
  const { prices, products, countries, endedSeries } = published;
  return `${where} ${prices} current prices of ${products} products in ${countries} countries, ${endedSeries} ended series`;
}

function titled(title: string, lines: readonly string[]): string[] {
  return lines.length > 0 ? [title, ...lines.map((line) => `  ${line}`)] : [];
}
