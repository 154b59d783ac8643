import { LowerTriangle, solveCholesky } from "./cholesky";
import { listResiduals } from "./items";
import type { SortedPrices } from "./price-table";
import { at } from "./typed-array";

interface Model {
  prices: SortedPrices;
  connected: readonly boolean[];
  levels: Float64Array;
  /** Row of each country in the normal equations; the base country's is the last. */
  places: Uint16Array;
  /** Cholesky factor of the normal equations without the base country. */
  factor: LowerTriangle;
  clusters: number;
}

/**
 * Cluster-robust covariance S^-1 (sum over products of u u') S^-1 x G/(G-1): S normal equations, u score of a
 * product, G products. Liang and Zeger (1986); Cameron and Miller, "A Practitioner's Guide to Cluster-Robust
 * Inference" (2015).
 */
export function findClusteredCovariance(model: Model): LowerTriangle {
  const { factor, clusters } = model;
  const size = factor.size;
  const meat = sumScores(model);
  const half = new Float64Array(size * size);
  const column = new Float64Array(size);
  for (let c = 0; c < size; c++) {
    for (let row = 0; row < size; row++) column[row] = meat.at(row, c);
    const solved = solveCholesky(factor, column);
    for (let row = 0; row < size; row++) half[row * size + c] = at(solved, row);
  }
  const covariance = new LowerTriangle(size);
  const correction = clusters / (clusters - 1);
  for (let row = 0; row < size; row++) {
    const solved = solveCholesky(factor, half.subarray(row * size, (row + 1) * size));
    covariance.row(row).set(solved.subarray(0, row + 1).map((value) => correction * value));
  }
  return covariance;
}

/** Sum over products of u u', u being the sums of weighted residuals. */
function sumScores({ prices, connected, levels, places, factor }: Model): LowerTriangle {
  const meat = new LowerTriangle(factor.size);
  const score = new Float64Array(factor.size);
  const isTouched = new Uint8Array(factor.size);
  let product = -1;
  for (const { item, start, residuals } of listResiduals(prices, connected, levels)) {
    const next = Math.floor(item / prices.itemsPerProduct);
    if (next !== product) addOuterProduct(meat, score, isTouched);
    product = next;
    for (let k = 0; k < residuals.length; k++) {
      const place = at(places, at(prices.country, start + k));
      if (place >= factor.size) continue;
      score[place] = at(score, place) + at(prices.weight, start + k) * at(residuals, k);
      isTouched[place] = 1;
    }
  }
  addOuterProduct(meat, score, isTouched);
  return meat;
}

/** Adds u u' and clears u. Avoids at() and row views, which are slower here. */
function addOuterProduct({ values: sums }: LowerTriangle, score: Float64Array, isTouched: Uint8Array): void {
  const places = Uint16Array.from(score.keys()).filter((place) => isTouched[place] === 1);
  const values = Float64Array.from(places, (place) => at(score, place));
  for (let i = 0; i < places.length; i++) {
    const place = at(places, i);
    const value = at(values, i);
    const rowStart = (place * (place + 1)) / 2;
    for (let j = 0; j <= i; j++) {
      const element = rowStart + (places[j] ?? 0);
      sums[element] = (sums[element] ?? Number.NaN) + value * (values[j] ?? Number.NaN);
    }
  }
  score.fill(0);
  isTouched.fill(0);
}
