import { type CholeskyDecomposition, Matrix } from "ml-matrix";
import { listResiduals } from "./items";
import type { SortedPrices } from "./price-table";
import { at } from "./typed-array";

interface Model {
  prices: SortedPrices;
  connected: readonly boolean[];
  levels: Float64Array;
  /** Row of each country in the normal equations; the base country's is the last. */
  places: Uint16Array;
  /** Of the normal equations without the base country. */
  factor: CholeskyDecomposition;
  clusters: number;
}

/**
 * Cluster-robust covariance S^-1 (sum over products of u u') S^-1 x G/(G-1): S normal equations, u score of a
 * product, G products. Liang and Zeger (1986); Cameron and Miller, "A Practitioner's Guide to Cluster-Robust
 * Inference" (2015).
 */
export function findClusteredCovariance(model: Model): Matrix {
  const { factor, clusters } = model;
  const half = factor.solve(sumScores(model));
  return factor.solve(half.transpose()).mul(clusters / (clusters - 1));
}

/** Sum over products of u u', u being the sums of weighted residuals. */
function sumScores({ prices, connected, levels, places, factor }: Model): Matrix {
  const size = factor.lowerTriangularMatrix.rows;
  const meat = new Matrix(size, size);
  const score = new Map<number, number>();
  let product = -1;
  for (const { item, start, residuals } of listResiduals(prices, connected, levels)) {
    const next = Math.floor(item / prices.itemsPerProduct);
    if (next !== product) addOuterProduct(meat, score);
    product = next;
    for (let k = 0; k < residuals.length; k++) {
      const place = at(places, at(prices.country, start + k));
      if (place < size) score.set(place, (score.get(place) ?? 0) + at(prices.weight, start + k) * at(residuals, k));
    }
  }
  addOuterProduct(meat, score);
  return meat;
}

/** Adds u u' and clears u, which has a score for each country that sells the product. */
function addOuterProduct(meat: Matrix, score: Map<number, number>): void {
  for (const [row, one] of score)
    for (const [column, other] of score) meat.set(row, column, meat.get(row, column) + one * other);
  score.clear();
}
