import Big from "big.js";
import type { RateMove } from "./result";

/** `12.3% above`, `4.1% below`; from a factor of 2 on `9.97 times`. */
function formatStep(percent: number): string {
  const factor = 1 + percent / 100;
  if (factor >= 2 || factor <= 0.5) return `${Number(factor.toPrecision(3))} times`;
  return `${Math.abs(percent).toFixed(1)}% ${percent < 0 ? "below" : "above"}`;
}

/** Up to six significant digits. */
export const formatRate = (rate: string) => Big(Big(rate).toPrecision(6)).toFixed();

export function describeRateMove({ currency, date, source, usdPerUnit, from, percent, bound }: RateMove): string {
  const place = `${currency} of ${date}, ${source}`;
  if (usdPerUnit === null || percent === null)
    return `${place}: no rate; ${from.date} had ${formatRate(from.usdPerUnit)} USD`;
  const other = from.source === source ? "" : `, ${from.source}`;
  return `${place}: ${formatRate(usdPerUnit)} USD is ${formatStep(percent)} ${formatRate(from.usdPerUnit)} of ${from.date}${other}; up to ${bound}% would pass`;
}
