export const CHANGE_KINDS = [
  "added",
  "changed",
  "corrected",
  "ended",
  "outdated",
  "returned",
  "revalued",
  "withdrawn",
] as const;
export const CHANGED_OBJECTS = ["product", "price", "observation", "rate"] as const;
/** Who caused a change. */
export const CHANGE_CAUSES = ["vendor"] as const;
/** What a change tells of a record that was there before and is there after. */
export const CHANGED_FIELDS = ["all", "changed"] as const;
export type ChangedFields = (typeof CHANGED_FIELDS)[number];
export type ChangeKind = (typeof CHANGE_KINDS)[number];

/** Beyond this many versions, the whole datasets are shorter. */
export const MOST_VERSIONS = 100;

/** Limits revalued records; beyond it, the whole datasets are shorter. */
export const MOST_REVALUED = 50_000;
