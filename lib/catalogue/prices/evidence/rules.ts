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

/** A price that nobody states, or that another source contradicts: it ranks only where the others are too few. */
export const DOUBTED: readonly Evidence[] = ["highest_period_open", "contradicted"];

/** No amount that somebody states, or one that another source contradicts. */
export const isDoubted = ({ evidence }: { evidence?: Evidence | undefined }): boolean =>
  evidence !== undefined && DOUBTED.includes(evidence);
