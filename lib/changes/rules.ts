/** Kinds of changes: what vendors did, what was put right, and what follows from exchange rates and the like. */
export const CHANGE_KINDS = ["added", "changed", "corrected", "ended", "returned", "revalued", "withdrawn"] as const;
export type ChangeKind = (typeof CHANGE_KINDS)[number];

/** Most versions between two whose changes are listed; a longer way is no shorter than the whole datasets. */
export const MOST_VERSIONS = 100;

/**
 * Most records of one version that are listed although only figures in US dollars and the like differ. Where there are
 * more, the whole datasets are shorter.
 */
export const MOST_REVALUED = 50_000;
