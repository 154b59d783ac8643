import { CholeskyDecomposition, Matrix } from "ml-matrix";
import { findClusteredCovariance } from "./clustered-covariance";
import { findWeightedMean, listItems } from "./items";
import type { SortedPrices } from "./price-table";
import { at } from "./typed-array";

/** Arrays by country, as in SortedPrices; zero for unconnected countries. */
interface LevelFit {
  /** Logarithm of the price level against the base country. */
  levels: Float64Array;
  /** Connected countries in the order of the normal equations; the base country is the last. */
  sample: number[];
  places: Uint16Array;
  /** Of the normal equations without the base country. */
  factor: CholeskyDecomposition;
}

/** Clustered by product. */
export interface LevelErrors {
  standardErrors: Float64Array;
  differenceError: (a: number, b: number) => number;
}

export interface CellCounts {
  /** Pairs of country and product, less free levels and products. */
  df: number;
  /** Products that another country sells too; only these determine a level. */
  sharedProducts: Uint32Array;
  clusters: number;
}

export function countCells(prices: SortedPrices, connected: readonly boolean[]): CellCounts {
  const products = new Set<number>();
  const cells = new CellCounter(prices.countries.length);
  const sharedCells = new CellCounter(prices.countries.length);
  for (const { item, start, end } of listItems(prices, connected)) {
    const product = Math.floor(item / prices.itemsPerProduct);
    products.add(product);
    const isShared = at(prices.country, start) !== at(prices.country, end - 1);
    for (let place = start; place < end; place++) {
      const country = at(prices.country, place);
      cells.add(country, product);
      if (isShared) sharedCells.add(country, product);
    }
  }
  const freeLevels = connected.filter(Boolean).length - 1;
  return {
    df: cells.total - freeLevels - products.size,
    sharedProducts: sharedCells.byCountry,
    clusters: products.size,
  };
}

class CellCounter {
  readonly byCountry: Uint32Array;
  total = 0;
  readonly #lastProduct: Int32Array;

  constructor(countries: number) {
    this.byCountry = new Uint32Array(countries);
    this.#lastProduct = new Int32Array(countries).fill(-1);
  }

  add(country: number, product: number): void {
    if (this.#lastProduct[country] === product) return;
    this.#lastProduct[country] = product;
    this.byCountry[country] = at(this.byCountry, country) + 1;
    this.total += 1;
  }
}

/**
 * Weighted least squares for ln(price) = level of country + level of item, 0 for the last country. Eliminating items
 * leaves a weighted graph Laplacian of countries. Needs at least one degree of freedom.
 */
export function fitLevels(prices: SortedPrices, connected: readonly boolean[]): LevelFit {
  const sample = prices.countries.flatMap((_, country) => (connected[country] ? [country] : []));
  const places = new Uint16Array(prices.countries.length);
  for (const [place, country] of sample.entries()) places[country] = place;

  const { laplacian, rightSide } = buildNormalEquations(prices, connected, places, sample.length);
  const free = sample.length - 1;
  const factor = new CholeskyDecomposition(laplacian.subMatrix(0, free - 1, 0, free - 1));
  if (!factor.isPositiveDefinite()) throw new RangeError("the normal equations are not positive definite");
  const solution = factor.solve(Matrix.columnVector(rightSide.subarray(0, free))).to1DArray();
  return { levels: spread(solution, sample, prices.countries.length), sample, places, factor };
}

/** Takes most of the time of a fit. */
export function findErrors(
  prices: SortedPrices,
  connected: readonly boolean[],
  { levels, sample, places, factor }: LevelFit,
  { clusters }: Pick<CellCounts, "clusters">,
): LevelErrors {
  const free = sample.length - 1;
  const covariance = findClusteredCovariance({ prices, connected, levels, places, factor, clusters });
  // The base country's level is 0 by definition, so its variance is 0.
  const covarianceOf = (a: number, b: number) => (Math.max(a, b) >= free ? 0 : covariance.get(a, b));
  const errorBetween = (a: number, b: number) =>
    // Rounding can make a zero sum negative.
    Math.sqrt(Math.max(0, covarianceOf(a, a) + covarianceOf(b, b) - 2 * covarianceOf(a, b)));
  return {
    standardErrors: spread(
      Float64Array.from({ length: free }, (_, place) => errorBetween(place, free)),
      sample,
      prices.countries.length,
    ),
    differenceError: (a, b) => errorBetween(at(places, a), at(places, b)),
  };
}

interface NormalEquations {
  laplacian: Matrix;
  rightSide: Float64Array;
}

function buildNormalEquations(
  prices: SortedPrices,
  connected: readonly boolean[],
  places: Uint16Array,
  size: number,
): NormalEquations {
  const equations = { laplacian: new Matrix(size, size), rightSide: new Float64Array(size) };
  for (const { start, end } of listItems(prices, connected)) {
    const columns = prices.country.slice(start, end);
    for (let index = 0; index < columns.length; index++) columns[index] = at(places, at(columns, index));
    addItem(equations, columns, prices.logPrice.subarray(start, end), prices.weight.subarray(start, end));
  }
  fillDiagonal(equations.laplacian);
  return equations;
}

/** columns[k] is the country of price k. */
function addItem(
  { laplacian, rightSide }: NormalEquations,
  columns: Uint16Array,
  logPrices: Float64Array,
  weights: Float64Array,
): void {
  const { mean, total } = findWeightedMean(logPrices, weights);
  for (const [i, row] of columns.entries()) {
    const weight = at(weights, i);
    rightSide[row] = at(rightSide, row) + weight * (at(logPrices, i) - mean);
    for (let j = 0; j < i; j++) {
      const column = at(columns, j);
      const element = laplacian.get(row, column) - (weight * at(weights, j)) / total;
      laplacian.set(row, column, element).set(column, row, element);
    }
  }
}

/** Rows of a Laplacian sum to zero; w - w^2/W would lose digits. */
function fillDiagonal(laplacian: Matrix): void {
  for (let row = 0; row < laplacian.rows; row++) laplacian.set(row, row, 0);
  for (const [row, sum] of laplacian.sum("row").entries()) laplacian.set(row, row, -sum);
}

function spread(values: ArrayLike<number>, sample: readonly number[], size: number): Float64Array {
  const all = new Float64Array(size);
  for (const [place, country] of sample.entries()) all[country] = values[place] ?? 0;
  return all;
}
