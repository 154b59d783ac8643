import { sumOf } from "./rules";
import type { Comparison } from "./schema";

export type CompareView = {
  /** The baseline stays in front. */
  isByTotal: boolean;
  hidesEmpty: boolean;
};

const hasPrice = ({ matrix }: Comparison, at: number) => matrix.some(({ cells }) => cells[at] != null);

export const countEmpty = (comparison: Comparison): number =>
  comparison.countries.filter((_, at) => !hasPrice(comparison, at)).length;

/** Reorders countries, cells and totals; sums are unchanged. */
export function arrangeComparison(comparison: Comparison, { isByTotal, hidesEmpty }: CompareView): Comparison {
  const { countries, totals, matrix, savings } = comparison;
  const shown = countries.map((_, at) => at).filter((at) => !hidesEmpty || hasPrice(comparison, at));
  // Complete totals first; countries without a price last.
  const rankOf = (at: number): readonly [number, number] => {
    const total = totals[at];
    const usd = total && sumOf(total);
    if (countries[at]?.country === savings.baseline?.country) return [0, 0];
    if (!total || usd == null) return [3, 0];
    return [total.complete ? 1 : 2, usd];
  };
  const byTotal = (a: number, b: number) => {
    const left = rankOf(a);
    const right = rankOf(b);
    return left[0] - right[0] || left[1] - right[1] || a - b;
  };
  const order = isByTotal ? [...shown].sort(byTotal) : shown;
  const pick = <T>(items: readonly T[]): T[] => order.flatMap((at) => items.slice(at, at + 1));
  return {
    ...comparison,
    countries: pick(countries),
    totals: pick(totals),
    matrix: matrix.map((row) => ({ ...row, cells: pick(row.cells), pct_vs_us: pick(row.pct_vs_us) })),
  };
}
