import { factorCholesky, LowerTriangle, solveCholesky } from "./cholesky";
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
  /** Cholesky factor of the normal equations without the base country. */
  factor: LowerTriangle;
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
  const factor = laplacian.leadingBlock(free);
  factorCholesky(factor);
  const solution = solveCholesky(factor, rightSide.subarray(0, free));
  return { levels: spread(solution, sample, prices.countries.length), sample, places, factor };
}

/** Takes most of the time of a fit. */
export function findErrors(
  prices: SortedPrices,
  connected: readonly boolean[],
  { levels, sample, places, factor }: LevelFit,
  { clusters }: Pick<CellCounts, "clusters">,
): LevelErrors {
  const free = factor.size;
  const covariance = findClusteredCovariance({ prices, connected, levels, places, factor, clusters });
  // The base country's level is 0 by definition, so its variance is 0.
  const covarianceOf = (a: number, b: number) => (Math.max(a, b) >= free ? 0 : covariance.at(a, b));
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

/** columns[k] is the country of price k. Avoids at() and row views, which are slower here. */
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

/** Rows of a Laplacian sum to zero; w - w^2/W would lose digits. */
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

function spread(values: Float64Array, sample: readonly number[], size: number): Float64Array {
  const all = new Float64Array(size);
  for (const [place, value] of values.entries()) all[sample[place] ?? size] = value;
  return all;
}
