import type { Comparison } from "@/lib/catalogue/compare/schema";
import { countryInSentence, formatLessOrMore, formatPct } from "@/lib/text/format";
import { capitalize, joinWords } from "@/lib/text/words";

type Level = Comparison["levels"][number];

/**
 * Compares the first listed country with each other one over all subscriptions, by the error of their difference: two
 * countries whose own intervals overlap may still differ clearly, because both rest on the same products. Null when
 * fewer than two of them have a model index.
 */
export function writeLevels(levels: readonly Level[]): { fact: string; meaning: string } | null {
  const [first] = levels;
  if (!first) return null;
  const isClear = ({ low_pct, high_pct }: Level) => low_pct > 0 || high_pct < 0;
  const range = ({ low_pct, high_pct }: Level) =>
    `95\u202f% interval ${formatPct(low_pct, 0)} to ${formatPct(high_pct, 0)}`;
  const clear = levels
    .filter(isClear)
    .map((level) => `${countryInSentence(level.country)} ${formatLessOrMore(level.pct)} (${range(level)})`);
  const unclear = levels
    .filter((level) => !isClear(level))
    .map((level) => `${countryInSentence(level.country)} (${range(level)})`);
  const sentences = [
    clear.length > 0 ? `${capitalize(joinWords(clear))}.` : "",
    unclear.length > 0 ? `Not clearly different: ${joinWords(unclear)}.` : "",
  ];
  return {
    fact: `Over all subscriptions, not only these, against ${countryInSentence(first.other)}:`,
    meaning: sentences.filter(Boolean).join(" "),
  };
}
