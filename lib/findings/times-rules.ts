/** Ratios between these are about the same, as on the income map. */
const SAME_FROM = 0.9;
const SAME_TO = 1.1;

export const isAboutSame = (ratio: number): boolean => ratio > SAME_FROM && ratio <= SAME_TO;

/** `12`, `2.8`, `0.97`: two decimals near 1, which separate less from more. */
export const formatTimes = (ratio: number): string => ratio.toFixed(ratio >= 9.95 ? 0 : isAboutSame(ratio) ? 2 : 1);

/** `2.8 times as much`, `3 times as much`, `twice as much`. */
export function writeTimesAsMuch(ratio: number): string {
  const times = formatTimes(ratio).replace(/\.0$/, "");
  return times === "2" ? "twice as much" : `${times} times as much`;
}
