/** Doubts that a publisher notes on a price, as files give them. */
export const NOTED_DOUBTS = [
  "highest_period_open",
  "highest_of_several",
  "period_inferred",
  "plan_differs",
  "previous_price",
] as const;
export type NotedDoubt = (typeof NOTED_DOUBTS)[number];

/** Classes of how well a price is known, from its publisher's notes, our own staff, or a second publisher. */
export const EVIDENCE = ["one_offer", ...NOTED_DOUBTS, "staff_read", "confirmed", "contradicted"] as const;
export type Evidence = (typeof EVIDENCE)[number];

/** Evidence that leaves a price in doubt. */
export const DOUBTS: readonly Evidence[] = [...NOTED_DOUBTS, "contradicted"];

/** Days within which a second source confirms or contradicts a reading. */
export const SECOND_SOURCE_DAYS = 30;

/** Evidence of a price whose billing period nobody states: it leads nothing where there is another price. */
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
