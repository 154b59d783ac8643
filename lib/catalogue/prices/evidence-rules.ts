/** Notes of a publisher, as in its files. */
export const NOTED_DOUBTS = [
  "highest_period_open",
  "highest_of_several",
  "period_inferred",
  "plan_differs",
  "previous_price",
] as const;
export type NotedDoubt = (typeof NOTED_DOUBTS)[number];

export const EVIDENCE = ["one_offer", ...NOTED_DOUBTS, "staff_read", "confirmed", "contradicted"] as const;
export type Evidence = (typeof EVIDENCE)[number];

export const DOUBTS: readonly Evidence[] = [...NOTED_DOUBTS, "contradicted"];

/** Days within which a second source confirms or contradicts a reading. */
export const SECOND_SOURCE_DAYS = 30;

/** No source states the billing period: such a price ranks only where there is no other. */
export const PERIOD_OPEN: Evidence = "highest_period_open";

type Known = { evidence?: Evidence | undefined; outdated?: boolean | undefined };

export const isPeriodOpen = ({ evidence }: Known): boolean => evidence === PERIOD_OPEN;

/** Checks that a price leads nothing where there is another: its period is open, or it is outdated. */
export const yields = (price: Known): boolean => isPeriodOpen(price) || price.outdated === true;

/** SQL condition of the same for the published price with this alias. */
export const yieldsSql = (price: string) => `(${price}.evidence = '${PERIOD_OPEN}' OR ${price}.is_outdated)`;

/** Prices that may be called cheapest or most expensive: those that do not yield, or all where that is none. */
export function leadingOf<P extends Known>(prices: readonly P[]): readonly P[] {
  const leading = prices.filter((price) => !yields(price));
  return leading.length > 0 ? leading : prices;
}
