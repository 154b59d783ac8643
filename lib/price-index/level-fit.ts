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

interface NormalEquations {
  laplacian: LowerTriangle;
  rightSide: Float64Array;
}

function buildNormalEquations(
  prices: SortedPrices,
  connected: readonly boolean[],
  places: Uint16Array,
  size: number,
): NormalEquations {
  const equations = { laplacian: new LowerTriangle(size), rightSide: new Float64Array(size) };
  for (const { start, end } of listItems(prices, connected)) {
    const columns = prices.country.slice(start, end);
    for (let index = 0; index < columns.length; index++) columns[index] = at(places, at(columns, index));
    addItem(equations, columns, prices.logPrice.subarray(start, end), prices.weight.subarray(start, end));
  }
  fillDiagonal(equations.laplacian);
  return equations;
}

/**
 * Adds the prices of one item, columns[k] being the country of price k. The innermost loop reads without
 * at() and makes no views of rows, which would cost more than its sums.
 */
function addItem(
  equations: NormalEquations,
  columns: Uint16Array,
  logPrices: Float64Array,
  weights: Float64Array,
): void {
  const { laplacian, rightSide } = equations;
  const { values } = laplacian;
  const { mean, total } = findWeightedMean(logPrices, weights);
  for (let i = 0; i < columns.length; i++) {
    const row = at(columns, i);
    const weight = at(weights, i);
    rightSide[row] = at(rightSide, row) + weight * (at(logPrices, i) - mean);
    const rowStart = (row * (row + 1)) / 2;
    for (let j = 0; j < i; j++) {
      const element = rowStart + (columns[j] ?? 0);
      values[element] = (values[element] ?? Number.NaN) - (weight / total) * (weights[j] ?? Number.NaN);
    }
  }
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
  let squares = 0;
  for (const { start, end } of listItems(prices, connected)) {
    const levelled = prices.logPrice.slice(start, end);
    const weights = prices.weight.subarray(start, end);
    for (let k = 0; k < levelled.length; k++) {
      levelled[k] = at(levelled, k) - at(levels, at(prices.country, start + k));
    }
    const { mean: itemLevel } = findWeightedMean(levelled, weights);
    for (let k = 0; k < levelled.length; k++) squares += at(weights, k) * (at(levelled, k) - itemLevel) ** 2;
  }
  return squares;
}

function findWeightedMean(values: Float64Array, weights: Float64Array): { mean: number; total: number } {
  let total = 0;
  let sum = 0;
  for (let k = 0; k < values.length; k++) {
    total += at(weights, k);
    sum += at(weights, k) * at(values, k);
  }
  return { mean: sum / total, total };
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
