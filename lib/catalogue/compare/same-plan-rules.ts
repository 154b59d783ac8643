import type { Comparison } from "./schema";

type Compared = Pick<Comparison["products"][number], "product" | "same_plan_as">;
type Choice = {
  /** Has a price that counts in one of the countries. */
  isPriced: (product: string) => boolean;
  /** The reader says what is paid for it. */
  isPaid: (product: string) => boolean;
};

/**
 * Of products that are one plan, those that do not count, with the one that does: of those with a price one that is paid, else
 * the main product, else the first.
 */
export function findSamePlans(
  products: readonly Compared[],
  { isPriced, isPaid }: Choice,
): ReadonlyMap<string, string> {
  const plans = new Map<string, string[]>();
  for (const { product, same_plan_as } of products) {
    const main = same_plan_as ?? product;
    plans.set(main, [...(plans.get(main) ?? []), product]);
  }
  const counted = new Map<string, string>();
  for (const [main, doors] of plans) {
    const keysOf = (product: string) => [isPriced(product), isPaid(product), product === main].map((is) => Number(!is));
    const [first, ...others] = doors.toSorted((a, b) => compareKeys(keysOf(a), keysOf(b)));
    for (const other of others) if (first !== undefined) counted.set(other, first);
  }
  return counted;
}

const compareKeys = (a: readonly number[], b: readonly number[]) =>
  a.map((key, at) => key - (b[at] ?? 0)).find((difference) => difference !== 0) ?? 0;

/** Rows of a comparison that count in its sums: one a plan. */
export const listCounted = ({ matrix }: Pick<Comparison, "matrix">): Comparison["matrix"] =>
  matrix.filter(({ counts_with }) => counts_with === undefined);
