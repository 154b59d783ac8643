import type { Period, Platform } from "@/lib/contract/codes";

/** The country all figures are compared with: its index is 100. */
export const BASE_COUNTRY = "US";

/** A country has a median index from this many relatives on. */
export const MIN_BASKET_SIZE = 30;
/** Reason of a country whose median without tax has fewer. */
export const FEWER_WITHOUT_TAX = `fewer than ${MIN_BASKET_SIZE} products whose price without tax is known`;
/** A category has a median in a country from this many relatives on. */
export const MIN_CATEGORY_SIZE = 5;

/** A country has a model index from this many products on that another country sells too. */
export const MIN_MODEL_PRODUCTS = 5;
/** Largest standard error (of the logarithm of the price level) of a published model index. */
export const MAX_MODEL_STANDARD_ERROR = 0.15;
/** Probability that a model interval holds the price level. */
export const MODEL_CONFIDENCE = 0.95;

/** A percentage, or an index with the base country at 100, as it is stored: three decimals, never -0. */
export function roundPct(pct: number): number {
  return Math.round(pct * 1e3) / 1e3 + 0;
}

/** A share between 0 and 1 as it is stored: four decimals. */
export function roundShare(share: number): number {
  return Math.round(share * 1e4) / 1e4;
}

/** A standard error of a logarithm as it is stored: six decimals. */
export function roundError(error: number): number {
  return Math.round(error * 1e6) / 1e6;
}

/** Of a product's pairs of platform and period, the first in this order is its one relative in the index. */
export const PLATFORM_PREFERENCE: readonly Platform[] = ["ios", "android", "web", "any"];
export const PERIOD_PREFERENCE: readonly Period[] = ["monthly", "yearly", "semiannual", "quarterly", "weekly"];
