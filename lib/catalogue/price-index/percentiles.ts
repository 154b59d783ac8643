/**
 * Value below which `share` (0 to 1) of the numbers lie, by linear interpolation between closest ranks: numpy's
 * default, type 7 of Hyndman and Fan, "Sample Quantiles in Statistical Packages" (1996). `sorted` ascends; NaN when it
 * is empty.
 */
export function findPercentile(sorted: readonly number[], share: number): number {
  const position = (sorted.length - 1) * share;
  const below = Math.floor(position);
  const lower = sorted[below] ?? Number.NaN;
  const upper = sorted[below + 1] ?? lower;
  return lower + (upper - lower) * (position - below);
}

/** Middle of the numbers, or the mean of both middles. `sorted` ascends; NaN when it is empty. */
export function findMedian(sorted: readonly number[]): number {
  return findPercentile(sorted, 0.5);
}

/** Probability outside an interval of the median, half of it on either side. */
const OUTSIDE = 0.05;

/**
 * Interval that contains the median of the underlying distribution with a probability of at least 95 %, whatever the
 * distribution: its ends are the l-th lowest and the l-th highest number, l being the largest rank with P(Binomial(n,
 * 1/2) < l) <= 0.025. Conover, Practical Nonparametric Statistics (1999), 3.2. Null below 6 numbers, where no such rank
 * exists. `sorted` ascends.
 */
export function findMedianInterval(sorted: readonly number[]): { low: number; high: number } | null {
  const count = sorted.length;
  // Summed by logarithms, because 2^-n underflows from 1,075 numbers on.
  let logTerm = -count * Math.LN2;
  let below = 0;
  let rank = 0;
  for (let successes = 0; ; successes++) {
    below += Math.exp(logTerm);
    if (below > OUTSIDE / 2) break;
    rank = successes + 1;
    logTerm += Math.log((count - successes) / (successes + 1));
  }
  const [low, high] = [sorted[rank - 1], sorted[count - rank]];
  return low === undefined || high === undefined ? null : { low, high };
}
