/** A correction states another figure for a stored row, or takes it back without one. */
export const CORRECTION_ACTIONS = ["replace", "withdraw"] as const;

/** Reasons of a correction; `licence` also erases the figure from the ledger. */
export const CORRECTION_REASONS = [
  "typing_error",
  "source_error",
  "wrong_series",
  "duplicate",
  "source_withdrew",
  "licence",
] as const;
