import type { SortedPrices } from "./price-table";
import { at } from "./typed-array";

/**
 * Tells which countries a chain of shared items connects to `base` (an index); only these can be compared. Union-find
 * with path halving: Tarjan and van Leeuwen (1984).
 */
export function findConnectedCountries({ countries, country, itemStarts }: SortedPrices, base: number): boolean[] {
  const parents = Uint32Array.from(countries.keys());
  const findRoot = (start: number): number => {
    let node = start;
    for (let parent = at(parents, node); parent !== node; parent = at(parents, node)) {
      const grandparent = at(parents, parent);
      parents[node] = grandparent;
      node = grandparent;
    }
    return node;
  };
  for (let item = 0; item + 1 < itemStarts.length; item++) {
    const start = at(itemStarts, item);
    for (let place = start + 1; place < at(itemStarts, item + 1); place++) {
      parents[findRoot(at(country, place))] = findRoot(at(country, start));
    }
  }
  return countries.map((_, index) => findRoot(index) === findRoot(base));
}
