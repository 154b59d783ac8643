/**
 * Weighted least squares by the textbook, unlike the code under test: a dense design matrix,
 * X'WX inverted by Gauss-Jordan elimination with pivoting. Returns the coefficients, the diagonal of the
 * inverse, and the weighted sum of squared residuals.
 */
export function solveDense(design: number[][], weights: number[], observed: number[]) {
  const columns = design[0]?.length ?? 0;
  const numbers = Array.from({ length: columns }, (_, index) => index);
  const sumRows = (term: (row: number[], index: number) => number) =>
    design.reduce((sum, row, index) => sum + (weights[index] ?? Number.NaN) * term(row, index), 0);

  const normal = numbers.map((i) => numbers.map((j) => sumRows((row) => (row[i] ?? 0) * (row[j] ?? 0))));
  const right = numbers.map((i) => sumRows((row, index) => (row[i] ?? 0) * (observed[index] ?? Number.NaN)));
  const inverse = invert(normal);
  const coefficients = inverse.map((row) => multiply(row, right));
  const squaredResiduals = sumRows(
    (row, index) => ((observed[index] ?? Number.NaN) - multiply(row, coefficients)) ** 2,
  );
  return { coefficients, variances: inverse.map((row, i) => row[i] ?? Number.NaN), squaredResiduals };
}

function multiply(a: number[], b: number[]): number {
  return a.reduce((sum, value, index) => sum + value * (b[index] ?? Number.NaN), 0);
}

function invert(matrix: number[][]): number[][] {
  const size = matrix.length;
  let rows = matrix.map((row, i) => [...row, ...row.map((_, j) => (i === j ? 1 : 0))]);
  for (let column = 0; column < size; column++) {
    const magnitude = (row: number[]) => Math.abs(row[column] ?? 0);
    const candidates = rows.slice(column).sort((a, b) => magnitude(b) - magnitude(a));
    const pivot = candidates[0] ?? [];
    const divisor = pivot[column] ?? 0;
    if (Math.abs(divisor) < 1e-10) throw new Error("the design matrix is singular");
    const unit = pivot.map((value) => value / divisor);
    const eliminate = (row: number[]) => row.map((value, j) => value - (row[column] ?? 0) * (unit[j] ?? 0));
    rows = [...rows.slice(0, column).map(eliminate), unit, ...candidates.slice(1).map(eliminate)];
  }
  return rows.map((row) => row.slice(size));
}
