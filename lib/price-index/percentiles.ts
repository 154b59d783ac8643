/**
 * The value below which `share` (0 to 1) of the numbers lie, by linear interpolation between closest
 * ranks: numpy's default, type 7 of Hyndman and Fan, "Sample Quantiles in Statistical Packages" (1996).
 * `sorted` ascends; NaN when it is empty.
 */
export function findPercentile(sorted: readonly number[], share: number): number {
  const position = (sorted.length - 1) * share;
  const below = Math.floor(position);
  const lower = sorted[below] ?? Number.NaN;
  const upper = sorted[below + 1] ?? lower;
  return lower + (upper - lower) * (position - below);
}

/** The middle of the numbers, or the mean of both middles. `sorted` ascends; NaN when it is empty. */
export function findMedian(sorted: readonly number[]): number {
  return findPercentile(sorted, 0.5);
}
