import type Big from "big.js";
import type { Period } from "./codes";

/** As a fraction: a year has 52 weeks. */
const PAYMENTS_A_MONTH: Readonly<Record<Period, readonly [times: number, months: number]>> = {
  weekly: [13, 3],
  monthly: [1, 1],
  quarterly: [1, 3],
  semiannual: [1, 6],
  yearly: [1, 12],
};

/** In the currency of `amount`, to 20 decimals. */
export function perMonth(amount: Big, period: Period): Big {
  const [times, months] = PAYMENTS_A_MONTH[period];
  return months === 1 ? amount : amount.times(times).div(months);
}

/** Takes numeric SQL expressions; 12 decimals or more. */
export function perMonthSql(amount: string, period: string): string {
  const cases = Object.entries(PAYMENTS_A_MONTH).map(
    ([name, [times, months]]) =>
      `WHEN '${name}' THEN ${months === 1 ? `(${amount})` : `(${amount}) * ${times}.000000000000 / ${months}`}`,
  );
  return `CASE ${period} ${cases.join(" ")} END`;
}
