import { MIN_BASKET_SIZE } from "@/lib/contract/basket";
import type { Period, Platform } from "@/lib/contract/codes";

/** Its index is 100. */
export const BASE_COUNTRY = "US";

export const FEWER_WITHOUT_TAX = `fewer than ${MIN_BASKET_SIZE} products whose price without tax is known`;
export const MIN_CATEGORY_SIZE = 5;

export const MIN_MODEL_PRODUCTS = 5;
/** Of the logarithm of the price level. */
export const MAX_MODEL_STANDARD_ERROR = 0.15;
export const MODEL_CONFIDENCE = 0.95;

/** As stored: three decimals, never -0. */
export function roundPct(pct: number): number {
  return Math.round(pct * 1e3) / 1e3 + 0;
}

/** As stored: four decimals. */
export function roundShare(share: number): number {
  return Math.round(share * 1e4) / 1e4;
}

/** As stored: six decimals. */
export function roundError(error: number): number {
  return Math.round(error * 1e6) / 1e6;
}

/** The first available platform of a product gives its relative in the index. */
export const PLATFORM_PREFERENCE: readonly Platform[] = ["ios", "android", "web", "any"];
export const PERIOD_PREFERENCE: readonly Period[] = ["monthly", "yearly", "semiannual", "quarterly", "weekly"];
