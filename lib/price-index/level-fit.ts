import { factorCholesky, findInverseDiagonal, LowerTriangle, solveCholesky } from "./cholesky";
import type { SortedPrices } from "./price-table";
import { at } from "./typed-array";

/** Arrays by country, as in SortedPrices; zero for a country that is not connected to the base. */
export interface LevelFit {
  /** Logarithm of the price level against the base country. */
  levels: Float64Array;
  standardErrors: Float64Array;
}

/** Degrees of freedom of the model of the connected countries, and each country's number of products. */
export function countCells(prices: SortedPrices, connected: readonly boolean[]): { df: number; products: Uint32Array } {
  const products = new Uint32Array(prices.countries.length);
  const lastProduct = new Int32Array(prices.countries.length).fill(-1);
  const sold = new Set<number>();
  let cells = 0;
  for (const { item, start, end } of listItems(prices, connected)) {
    const product = Math.floor(item / prices.itemsPerProduct);
    sold.add(product);
    for (let place = start; place < end; place++) {
      const country = at(prices.country, place);
      if (lastProduct[country] === product) continue;
      lastProduct[country] = product;
      products[country] = at(products, country) + 1;
      cells += 1;
    }
  }
  const freeLevels = connected.filter(Boolean).length - 1;
  return { df: cells - freeLevels - sold.size, products };
}

/**
 * Weighted least squares for ln(price) = level of the country + level of the item, with the level of the
 * last country 0. Items are eliminated: what remains are the normal equations of the countries, a weighted
 * graph Laplacian without the row and column of the base country. `df` is at least 1.
 */
export function fitLevels(prices: SortedPrices, connected: readonly boolean[], df: number): LevelFit {
  const sample = prices.countries.flatMap((_, country) => (connected[country] ? [country] : []));
  const places = new Uint16Array(prices.countries.length);
  for (const [place, country] of sample.entries()) places[country] = place;

  const { laplacian, rightSide } = buildNormalEquations(prices, connected, places, sample.length);
  const free = sample.length - 1;
  const factor = laplacian.leadingBlock(free);
  factorCholesky(factor);
  const solution = solveCholesky(factor, rightSide.subarray(0, free));
  const levels = spread(solution, sample, prices.countries.length);

  const variance = sumSquaredResiduals(prices, connected, levels) / df;
  const errors = findInverseDiagonal(factor).map((inverse) => Math.sqrt(variance * inverse));
  return { levels, standardErrors: spread(errors, sample, prices.countries.length) };
}

function buildNormalEquations(
  prices: SortedPrices,
  connected: readonly boolean[],
  places: Uint16Array,
  size: number,
): { laplacian: LowerTriangle; rightSide: Float64Array } {
  const laplacian = new LowerTriangle(size);
  const rightSide = new Float64Array(size);
  for (const { start, end } of listItems(prices, connected)) {
    const { total, mean } = averageItem(start, end, prices.weight, (place) => at(prices.logPrice, place));
    for (let place = start; place < end; place++) {
      const country = at(places, at(prices.country, place));
      const weight = at(prices.weight, place);
      rightSide[country] = at(rightSide, country) + weight * (at(prices.logPrice, place) - mean);
      const row = laplacian.row(country);
      const share = weight / total;
      for (let other = start; other < place; other++) {
        const column = at(places, at(prices.country, other));
        row[column] = at(row, column) - share * at(prices.weight, other);
      }
    }
  }
  fillDiagonal(laplacian);
  return { laplacian, rightSide };
}

/** Rows of a Laplacian sum to zero: exact where w - w^2/W would cancel. */
function fillDiagonal(laplacian: LowerTriangle): void {
  const diagonal = new Float64Array(laplacian.size);
  for (let i = 0; i < laplacian.size; i++) {
    const row = laplacian.row(i);
    for (let j = 0; j < i; j++) {
      diagonal[i] = at(diagonal, i) - at(row, j);
      diagonal[j] = at(diagonal, j) - at(row, j);
    }
  }
  for (let i = 0; i < laplacian.size; i++) laplacian.row(i)[i] = at(diagonal, i);
}

function sumSquaredResiduals(prices: SortedPrices, connected: readonly boolean[], levels: Float64Array): number {
  let sum = 0;
  const findItemPrice = (place: number) => at(prices.logPrice, place) - at(levels, at(prices.country, place));
  for (const { start, end } of listItems(prices, connected)) {
    const { mean } = averageItem(start, end, prices.weight, findItemPrice);
    for (let place = start; place < end; place++) {
      sum += at(prices.weight, place) * (findItemPrice(place) - mean) ** 2;
    }
  }
  return sum;
}

function averageItem(start: number, end: number, weight: Float64Array, readValue: (place: number) => number) {
  let total = 0;
  let sum = 0;
  for (let place = start; place < end; place++) {
    total += at(weight, place);
    sum += at(weight, place) * readValue(place);
  }
  return { total, mean: sum / total };
}

/** All countries of an item are connected with each other, so that the first one tells for all. */
function* listItems({ country, itemStarts }: SortedPrices, connected: readonly boolean[]) {
  for (let item = 0; item + 1 < itemStarts.length; item++) {
    const start = at(itemStarts, item);
    const end = at(itemStarts, item + 1);
    if (start < end && connected[at(country, start)]) yield { item, start, end };
  }
}

function spread(values: Float64Array, sample: readonly number[], size: number): Float64Array {
  const all = new Float64Array(size);
  for (const [place, value] of values.entries()) all[sample[place] ?? size] = value;
  return all;
}
