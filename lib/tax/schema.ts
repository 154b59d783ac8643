/** Answers to whether a price includes the tax. */
export const TREATMENTS = ["included", "excluded", "unknown"] as const;

/** Reasons why a country has no single rate. Only `no such tax` says that nothing is levied. */
export const TAX_REASONS = [
  "no such tax",
  "several rates by state",
  "several rates by province",
  "several rates",
  "several taxes",
  "levies on top",
  "rules in transition",
  "sources differ",
  "one source only",
  "not known",
] as const;
