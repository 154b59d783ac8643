import { MIN_BASKET_SIZE } from "@/lib/contract/basket";

/** Countries in which a product has a price, from which on something is expected of its prices. */
export const MIN_USUAL_COUNTRIES = 5;
/** Products that a country has in a store, from which on something is expected of its prices: as many as an index needs. */
export const MIN_USUAL_PRODUCTS = MIN_BASKET_SIZE;
/** From this factor on, above or below what is expected of it, a price is far from the rest. */
export const FAR_FACTOR = 3;

export const DISTANCES = ["below", "above"] as const;
export type Distance = (typeof DISTANCES)[number];

/** Says on which side of what is expected of it a price lies that is far from it; null for all others. */
export function findDistance(usualRatio: number | null | undefined): Distance | null {
  if (usualRatio == null) return null;
  if (usualRatio >= FAR_FACTOR) return "above";
  return usualRatio * FAR_FACTOR <= 1 ? "below" : null;
}
