/** Lengths of bars (0 to 1) that start at no difference; the largest difference, down or up, has the longest bar. */
export function toShares(differences: readonly number[]): number[] {
  const sizes = differences.map(Math.abs);
  const largest = Math.max(...sizes, Number.EPSILON);
  return sizes.map((size) => size / largest);
}
