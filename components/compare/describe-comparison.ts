import type { Comparison } from "@/lib/catalogue/compare/schema";
import type { Money } from "@/lib/catalogue/fx/money-rules";
import type { Lens } from "@/lib/catalogue/tax/lens-schema";
import { writeCompareTitle, writeFinding } from "@/lib/findings/comparison-rules";
import { INCOME_CAVEAT, writeExTaxFinding } from "@/lib/findings/lens-rules";
import { formatDay } from "@/lib/text/format";
import { capitalize } from "@/lib/text/words";

export function describeComparison(
  comparison: Comparison,
  lens: Lens,
  label: (slug: string) => string,
  money: Money,
  ratesOf: string | null,
) {
  const title = writeCompareTitle(comparison, label);
  if (lens === "income")
    return { title, finding: `${title}: what a month takes of an average income`, measure: INCOME_CAVEAT };
  return {
    title,
    finding: lens === "excluded" ? writeExTaxFinding(comparison, label) : writeFinding(comparison, label),
    measure: `${capitalize(money.unit)}${ratesOf && money.code === "USD" ? `, at exchange rates of ${formatDay(ratesOf)}` : ""}; below it the local amount and the difference from the US. Colour: difference from the US.`,
  };
}
