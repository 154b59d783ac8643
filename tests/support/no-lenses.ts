/** Values of a price about which nothing else is known. */
export const NO_LENSES = {
  tax: {
    treatment: "unknown",
    rate_pct: null,
    reason: "not known",
    ex_tax_amount: null,
    ex_tax_usd: null,
    ex_tax_usd_monthly: null,
    source: null,
    reviewed_on: null,
  },
  income_share_pct: null,
  income_year: null,
  income_reason: "no income figure",
  changed_on: null,
  source: "opentherank-2026-09-30",
  source_kind: "store_index" as const,
} as const;
