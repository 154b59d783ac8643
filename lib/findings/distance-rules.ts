import { DISTANCES, findDistance } from "@/lib/catalogue/prices/usual/rules";
import { explainDistance, type MarkedPrice } from "@/lib/catalogue/prices/words";
import { uncapitalize } from "@/lib/text/words";

/** Explains the marks of prices that are far from the rest; empty without one. */
export function writeDistances(prices: readonly MarkedPrice[]): string {
  const found = new Set(prices.map(({ usual_ratio }) => findDistance(usual_ratio)));
  return DISTANCES.filter((distance) => found.has(distance))
    .map((distance) => `Far ${distance} the rest: ${uncapitalize(explainDistance(distance))}`)
    .join(" ");
}
