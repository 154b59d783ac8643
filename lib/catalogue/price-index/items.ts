import type { SortedPrices } from "./price-table";
import { at } from "./typed-array";

/** The countries of an item are either all connected or none. */
export function* listItems({ country, itemStarts }: SortedPrices, connected: readonly boolean[]) {
  for (let item = 0; item + 1 < itemStarts.length; item++) {
    const start = at(itemStarts, item);
    const end = at(itemStarts, item + 1);
    if (start < end && connected[at(country, start)]) yield { item, start, end };
  }
}

export function* listResiduals(prices: SortedPrices, connected: readonly boolean[], levels: Float64Array) {
  for (const { item, start, end } of listItems(prices, connected)) {
    const residuals = prices.logPrice.slice(start, end);
    for (let k = 0; k < residuals.length; k++) {
      residuals[k] = at(residuals, k) - at(levels, at(prices.country, start + k));
    }
    const { mean: itemLevel } = findWeightedMean(residuals, prices.weight.subarray(start, end));
    for (let k = 0; k < residuals.length; k++) residuals[k] = at(residuals, k) - itemLevel;
    yield { item, start, residuals };
  }
}

export function findWeightedMean(values: Float64Array, weights: Float64Array): { mean: number; total: number } {
  let total = 0;
  let sum = 0;
  for (let k = 0; k < values.length; k++) {
    total += at(weights, k);
    sum += at(weights, k) * at(values, k);
  }
  return { mean: sum / total, total };
}
