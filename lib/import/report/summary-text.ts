import { JUMP_FACTOR, MEDIAN_FACTOR, UNEXPECTED_FACTOR } from "@/lib/dataset/rules";
import { describeRewriting } from "@/lib/import/read/people/rewriting-rules";
import type { AmountChange, FileResult, ImportProgress, ImportResult, Warning } from "./result";

const WARNING_TITLES: Readonly<Record<Warning["kind"], string>> = {
  jump: `moved to more than ${JUMP_FACTOR} times the price or less than a fifth`,
  unexpected: `not there before, and more than ${UNEXPECTED_FACTOR} times what is expected or less than a fifth`,
  "goes-back": "back to an amount that they had before, as an old page would have it",
  "other-currency": "in a currency that is not used in the country, and that no other price there has",
  decimals: "with decimals that their currency does not have",
  "rate-jump": "rates moved to more than 5 times or less than a fifth",
  "rate-bounds": "rates are further from those before, or from another source, than the bounds of their source allow",
  "rate-missing": "currencies that their source left out on its newest day, where the day before had them",
  fall: "lost more than 30% of the current prices",
  "off-median": `more than ${MEDIAN_FACTOR} times the median of the product, or less than a third`,
  "same-plan": "one plan under several products, with different amounts in a country",
  outlier: "to be looked at, filed as reports",
  "stale-rates": "old exchange rates",
  rates: "exchange rates",
};

export function formatSummary(result: ImportResult): string {
  const cheapest = result.cheapestChanges.map(({ product, from, to }) => `  ${product}: ${from} -> ${to}`);
  const largest = result.largestChanges.map(formatChange);
  const sections = [
    result.files.flatMap(formatFile),
    result.endedSeries > 0 ? [`series ended: ${result.endedSeries}`] : [],
    cheapest.length > 0 ? ["new cheapest countries:", ...cheapest] : [],
    largest.length > 0 ? ["largest price changes:", ...largest] : [],
    formatWarnings(result.warnings),
    [formatOutcome(result)],
  ];
  const told = sections.filter((lines) => lines.length > 0).map((lines) => lines.join("\n"));
  return told.join("\n\n");
}

export function formatWarnings(warnings: readonly Warning[]): string[] {
  return warnings.flatMap(({ kind, isBlocking, count, lines }) => [
    `warning: ${WARNING_TITLES[kind]} (${count}${isBlocking ? ", --accept-outliers to go on" : ""})`,
    ...lines.map((line) => `  ${line}`),
    ...(kind !== "stale-rates" && count > lines.length ? [`  and ${count - lines.length} more`] : []),
  ]);
}

function formatChange(change: AmountChange): string {
  const { product, country, platform, period, amount, currency, previousAmount, previousCurrency } = change;
  const from = previousCurrency === currency ? previousAmount : `${previousAmount} ${previousCurrency}`;
  const days = `(${change.previousOn} -> ${change.observedOn})`;
  return `  ${change.percent}%  ${product} ${country} ${platform} ${period}: ${from} -> ${amount} ${currency} ${days}`;
}

export function formatProgress({ phase, rows, bytes, totalBytes }: ImportProgress): string {
  if (phase === "waiting") return "another import is running: waiting for it to end";
  if (phase !== "reading") return `${phase} ${rows.toLocaleString("en")} rows`;
  const percent = totalBytes === 0 ? 100 : Math.floor((100 * bytes) / totalBytes);
  return `reading: ${rows.toLocaleString("en")} rows, ${percent}%`;
}

function formatFile({ path, format, added, changed, confirmed, unchanged, skipped, rewritten }: FileResult): string[] {
  const counts = Object.entries({ added, changed, confirmed, unchanged, skipped });
  const figures = counts.map(([name, count]) => `${name} ${count}`).join(", ");
  return [`${path} (${format}): ${figures}`, ...rewritten.map((one) => `  ${describeRewriting(one)}`)];
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
