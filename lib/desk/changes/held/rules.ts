import { compareText } from "@/lib/import/read/faults";
import type { RateMove } from "@/lib/import/report/result";

/** Of a rate to the one that it is compared with; null where there is none. */
export const factorOf = ({ percent }: Pick<RateMove, "percent">): number | null =>
  percent === null ? null : 1 + percent / 100;

const sizeOf = (move: RateMove): number => {
  const factor = factorOf(move);
  return factor === null ? 0 : Math.max(factor, 1 / factor);
};

/** The largest factor first, currencies that are missing last. */
export const sortRateMoves = (moves: readonly RateMove[]): RateMove[] =>
  moves.toSorted((a, b) => sizeOf(b) - sizeOf(a) || compareText(a.currency, b.currency) || compareText(a.date, b.date));

const NAMED = 5;

/** `Held back: PLN, TRY from currency-api` */
export function writeHeldTitle(held: readonly RateMove[]): string {
  const currencies = [...new Set(held.map(({ currency }) => currency))].toSorted(compareText);
  const rest = currencies.length - NAMED;
  const named = [...currencies.slice(0, NAMED), ...(rest > 0 ? [`${rest} more`] : [])];
  const sources = [...new Set(held.map(({ source }) => source))].toSorted(compareText);
  return `Held back: ${named.join(", ")} from ${sources.slice(0, NAMED).join(", ")}`;
}
