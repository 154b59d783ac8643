/**
 * What the prices of a product bear: `certain`, a ranking of undoubted ones; `uncertain`, one that holds doubted ones;
 * `last_seen`, one of outdated ones; `none`, no price to compare.
 */
export const RANKINGS = ["certain", "uncertain", "last_seen", "none"] as const;
export type Ranking = (typeof RANKINGS)[number];

export const toRanking = (text: string | null | undefined): Ranking =>
  RANKINGS.find((ranking) => ranking === text) ?? "none";

/** Four monthly releases before the middle day of a version. */
export const OUTDATED_AFTER_DAYS = 120;
