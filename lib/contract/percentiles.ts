/**
 * Linear interpolation between closest ranks: type 7 of Hyndman and Fan, "Sample Quantiles in Statistical Packages"
 * (1996). `sorted` ascends, `share` is 0 to 1; NaN when empty.
 */
export function findPercentile(sorted: readonly number[], share: number): number {
  const position = (sorted.length - 1) * share;
  const below = Math.floor(position);
  const lower = sorted[below] ?? Number.NaN;
  const upper = sorted[below + 1] ?? lower;
  return lower + (upper - lower) * (position - below);
}

/** `sorted` ascends; NaN when empty. */
export function findMedian(sorted: readonly number[]): number {
  return findPercentile(sorted, 0.5);
}

const OUTSIDE = 0.05;

/**
 * Distribution-free 95% interval: l-th lowest and highest number, with the largest l of P(Binomial(n, 1/2) < l) <=
 * 0.025. Conover, Practical Nonparametric Statistics (1999), 3.2. Null below 6 numbers; `sorted` ascends.
 */
export function findMedianInterval(sorted: readonly number[]): { low: number; high: number } | null {
  const count = sorted.length;
  // Uses logarithms, because 2^-n underflows from 1,075 numbers on.
  let logTerm = -count * Math.LN2;
  let below = 0;
  let rank = 0;
  for (let successes = 0; ; successes++) {
    below += Math.exp(logTerm);
    if (below > OUTSIDE / 2) break;
    rank = successes + 1;
    logTerm += Math.log((count - successes) / (successes + 1));
  }
  const low = sorted[rank - 1];
  const high = sorted[count - rank];
  return low === undefined || high === undefined ? null : { low, high };
}
