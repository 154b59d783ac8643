import { at } from "./typed-array";

/** Lower triangle row by row: element (row, column) with column <= row is at row (row + 1) / 2 + column. */
export class LowerTriangle {
  constructor(
    readonly size: number,
    readonly values = new Float64Array((size * (size + 1)) / 2),
  ) {}

  /** Elements up to the diagonal, as a view. */
  row(index: number): Float64Array {
    const start = (index * (index + 1)) / 2;
    return this.values.subarray(start, start + index + 1);
  }

  at(row: number, column: number): number {
    const [low, high] = row < column ? [row, column] : [column, row];
    return at(this.values, (high * (high + 1)) / 2 + low);
  }

  /** A view. */
  leadingBlock(size: number): LowerTriangle {
    return new LowerTriangle(size, this.values.subarray(0, (size * (size + 1)) / 2));
  }
}

/**
 * Replaces a symmetric positive definite matrix by its Cholesky factor L (matrix = L L'). Throws a RangeError
 * otherwise. Golub and Van Loan, Matrix Computations, 4.2.
 */
export function factorCholesky(matrix: LowerTriangle): void {
  for (let i = 0; i < matrix.size; i++) {
    const row = matrix.row(i);
    for (let j = 0; j < i; j++) {
      const above = matrix.row(j);
      row[j] = (at(row, j) - dot(row, above, j)) / at(above, j);
    }
    const pivot = at(row, i) - dot(row, row, i);
    if (!(pivot > 0)) throw new RangeError("the matrix is not positive definite");
    row[i] = Math.sqrt(pivot);
  }
}

/** Solves L L' x = b for x. */
export function solveCholesky(factor: LowerTriangle, b: Float64Array): Float64Array {
  const x = Float64Array.from(b);
  for (let i = 0; i < factor.size; i++) {
    const row = factor.row(i);
    x[i] = (at(x, i) - dot(row, x, i)) / at(row, i);
  }
  for (let i = factor.size - 1; i >= 0; i--) {
    const row = factor.row(i);
    const value = at(x, i) / at(row, i);
    x[i] = value;
    for (let j = 0; j < i; j++) x[j] = (x[j] ?? Number.NaN) - value * (row[j] ?? Number.NaN);
  }
  return x;
}

/** Reads without at(), which is slower in this innermost loop. */
function dot(a: Float64Array, b: Float64Array, end: number, start = 0): number {
  let sum = 0;
  for (let k = start; k < end; k++) sum += (a[k] ?? Number.NaN) * (b[k] ?? Number.NaN);
  return sum;
}
