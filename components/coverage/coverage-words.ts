import type { CoverageStatus } from "@/lib/catalogue/coverage/schema";

type Gap = Exclude<CoverageStatus, "priced">;

/** Mark of each reason in the matrix, and what it means. */
export const GAPS: Readonly<Record<Gap, { mark: string; meaning: string }>> = {
  no_longer_sold: { mark: "×", meaning: "a price was read there, and later that it had ended" },
  other_plan_only: { mark: "P", meaning: "another plan of the same service has a price there, this one has none" },
  not_known: {
    mark: "?",
    meaning: "its source has other prices of the country and none of this, or the price was withdrawn as wrong",
  },
  not_collected: { mark: "–", meaning: "no source of this subscription was read for the country" },
};

export const GAP_ORDER: readonly Gap[] = ["no_longer_sold", "other_plan_only", "not_known", "not_collected"];
