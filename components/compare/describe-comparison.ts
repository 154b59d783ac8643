import type { Comparison } from "@/lib/catalogue/compare/schema";
import type { Money } from "@/lib/catalogue/fx/money-rules";
import type { Price } from "@/lib/catalogue/prices/schema";
import { platformName } from "@/lib/catalogue/prices/words";
import type { Lens } from "@/lib/catalogue/tax/lens/schema";
import { writeCompareTitle, writeFinding } from "@/lib/findings/comparison-rules";
import { INCOME_CAVEAT, writeExTaxFinding } from "@/lib/findings/lens-rules";
import { writeReadDays } from "@/lib/findings/read-days-rules";
import type { Tense } from "@/lib/findings/tense-rules";
import { baseName, formatDay } from "@/lib/text/format";
import { capitalize, joinWords } from "@/lib/text/words";
import { baseOf } from "./describe-matrix";

/** Prices of a comparison. */
export const listCells = ({ matrix }: Pick<Comparison, "matrix">): Price[] =>
  matrix.flatMap(({ cells }) => cells.flatMap((cell) => cell ?? []));

/** `App Store and web prices read on 29 Sep 2026` */
function writeRead(prices: readonly Price[]): string {
  const stores = new Set(prices.map(({ platform }) => platformName(platform)));
  return capitalize(`${joinWords([...stores])} prices ${writeReadDays(prices)}`.trimStart());
}

/** Tense of a comparison's sentences: past on a day, and where prices are aged. */
export const compareTense = (date: string | undefined, age: string | null): Tense =>
  date === undefined && age === null ? "present" : "past";

/** The matrix of a comparison in words, for the page and for pictures of it. */
export function describeComparison(
  comparison: Comparison,
  lens: Lens,
  label: (slug: string) => string,
  money: Money,
  ratesOf: string | null,
  tense: Tense = "present",
) {
  const title = writeCompareTitle(comparison, label);
  if (lens === "income")
    return { title, finding: `${title}: what a month takes of an average income`, measure: INCOME_CAVEAT };
  return {
    title,
    finding: lens === "excluded" ? writeExTaxFinding(comparison, label) : writeFinding(comparison, label, tense),
    measure: `${capitalize(money.unit)}${ratesOf && money.code === "USD" ? `, at exchange rates of ${formatDay(ratesOf)}` : ""}; colour and percentage: against ${baseName(baseOf(comparison))}. ${writeRead(listCells(comparison))}.`,
  };
}
