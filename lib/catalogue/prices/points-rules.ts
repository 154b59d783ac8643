import { byPrice } from "./rules";
import type { Price } from "./schema";

export type PricePoint = { head: Price; countries: readonly string[] };

/** Cheapest first. The country with the lowest `rankOf` names its group. */
export function groupPricePoints(lowest: readonly Price[], rankOf: (country: string) => number): PricePoint[] {
  const groups = new Map<string, Price[]>();
  for (const price of lowest) {
    // Without tax, one amount is several prices: tax rates differ.
    const key = `${price.currency} ${price.amount} ${price.period} ${price.usd_monthly}`;
    const group = groups.get(key);
    if (group) group.push(price);
    else groups.set(key, [price]);
  }
  return [...groups.values()]
    .flatMap((group) => {
      const sorted = group.sort((a, b) => rankOf(a.country) - rankOf(b.country) || byPrice(a, b));
      const [head] = sorted;
      return head ? [{ head, countries: sorted.map(({ country }) => country) }] : [];
    })
    .sort((a, b) => byPrice(a.head, b.head));
}
