import { DISTANCES, findDistance } from "@/lib/catalogue/prices/usual-rules";
import { explainDistance, type MarkedPrice } from "@/lib/catalogue/prices/words";

/** Explains the marks of prices that are far from the rest; empty without one. */
export function writeDistances(prices: readonly MarkedPrice[]): string {
  const found = new Set(prices.map(({ usual_ratio }) => findDistance(usual_ratio)));
  return DISTANCES.filter((distance) => found.has(distance))
    .map((distance) => `Far ${distance} the rest: ${lowerFirst(explainDistance(distance))}`)
    .join(" ");
}

const lowerFirst = (text: string) => `${text.charAt(0).toLowerCase()}${text.slice(1)}`;
