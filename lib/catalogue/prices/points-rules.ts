import { byPrice } from "./rules";
import type { Price } from "./schema";

/** Countries that are asked the same amount in the same currency, under the one that is named. */
export type PricePoint = { head: Price; countries: readonly string[] };

/**
 * The price points among each country's lowest price, cheapest first. `rankOf` says which country names a group: the
 * lowest number does.
 */
export function groupPricePoints(lowest: readonly Price[], rankOf: (country: string) => number): PricePoint[] {
  const groups = new Map<string, Price[]>();
  for (const price of lowest) {
    const key = `${price.currency} ${price.amount} ${price.period}`;
    groups.set(key, [...(groups.get(key) ?? []), price]);
  }
  return [...groups.values()]
    .flatMap((group) => {
      const sorted = [...group].sort((a, b) => rankOf(a.country) - rankOf(b.country) || byPrice(a, b));
      const [head] = sorted;
      return head ? [{ head, countries: sorted.map(({ country }) => country) }] : [];
    })
    .sort((a, b) => byPrice(a.head, b.head));
}
