import type { Period, Platform } from "@/lib/contract/codes";

/** Base country of all comparisons: its index is 100. */
export const BASE_COUNTRY = "US";

/** Least number of relatives for a country's median index. */
export const MIN_BASKET_SIZE = 30;
/** Reason of a country whose median without tax has too few relatives. */
export const FEWER_WITHOUT_TAX = `fewer than ${MIN_BASKET_SIZE} products whose price without tax is known`;
/** Least number of relatives for a category median. */
export const MIN_CATEGORY_SIZE = 5;

/** Least number of products, each sold in another country too, for a model index. */
export const MIN_MODEL_PRODUCTS = 5;
/** Largest standard error (of the logarithm of the price level) of a published model index. */
export const MAX_MODEL_STANDARD_ERROR = 0.15;
/** Probability that a model interval contains the price level. */
export const MODEL_CONFIDENCE = 0.95;

/** Percentage, or index with the base country at 100, as stored: three decimals, never -0. */
export function roundPct(pct: number): number {
  return Math.round(pct * 1e3) / 1e3 + 0;
}

/** Share between 0 and 1 as stored: four decimals. */
export function roundShare(share: number): number {
  return Math.round(share * 1e4) / 1e4;
}

/** Standard error of a logarithm as stored: six decimals. */
export function roundError(error: number): number {
  return Math.round(error * 1e6) / 1e6;
}

/** Order of preference: the first pair of platform and period of a product is its one relative in the index. */
export const PLATFORM_PREFERENCE: readonly Platform[] = ["ios", "android", "web", "any"];
export const PERIOD_PREFERENCE: readonly Period[] = ["monthly", "yearly", "semiannual", "quarterly", "weekly"];
