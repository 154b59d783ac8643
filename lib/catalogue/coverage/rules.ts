import type { CoverageStatus } from "./schema";

/** Facts about a product in a country. Names are the columns of coverageFacts, which reads them. */
export type CoverageFacts = {
  has_price: boolean;
  /** A price of it was once read there. */
  was_read: boolean;
  is_withdrawn: boolean;
  /** Another plan of its service has a price there. */
  has_other_plan: boolean;
  /** A source of its prices has other prices of the country. */
  is_source_read: boolean;
};

/** The first fact that holds decides. Facts about the product itself go before those about its service and source. */
const DECISIONS: readonly (readonly [fact: keyof CoverageFacts, status: CoverageStatus])[] = [
  ["has_price", "priced"],
  ["was_read", "no_longer_sold"],
  ["is_withdrawn", "not_known"],
  ["has_other_plan", "other_plan_only"],
  ["is_source_read", "not_known"],
];
const OTHERWISE: CoverageStatus = "not_collected";

export const decideCoverage = (facts: CoverageFacts): CoverageStatus =>
  DECISIONS.find(([fact]) => facts[fact])?.[1] ?? OTHERWISE;

/** Writes decideCoverage as SQL, because exports are written by PostgreSQL. */
export const COVERAGE_STATUS_SQL = `CASE ${DECISIONS.map(([fact, status]) => `WHEN ${fact} THEN '${status}'`).join(" ")} ELSE '${OTHERWISE}' END`;

export const COVERAGE_WORDS: Readonly<Record<CoverageStatus, string>> = {
  priced: "priced",
  no_longer_sold: "no longer sold",
  other_plan_only: "another plan only",
  not_known: "not known",
  not_collected: "not collected",
};
