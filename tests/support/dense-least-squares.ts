/**
 * Weighted least squares with a dense matrix, inverted by Gauss-Jordan elimination. Returns coefficients and the
 * cluster sandwich covariance, (X'WX)^-1 (sum over clusters of X'We e'WX) (X'WX)^-1 x G/(G-1).
 */
export function solveDense(design: number[][], weights: number[], observed: number[], clusters: string[]) {
  const columns = design[0]?.length ?? 0;
  const numbers = Array.from({ length: columns }, (_, index) => index);
  const weightOf = (index: number) => weights[index] ?? Number.NaN;
  const normal = numbers.map(() => new Array<number>(columns).fill(0));
  const right = new Array<number>(columns).fill(0);
  for (const [index, row] of design.entries()) {
    const used = numbers.filter((column) => row[column] !== 0);
    for (const i of used) {
      right[i] = (right[i] ?? 0) + weightOf(index) * (row[i] ?? 0) * (observed[index] ?? Number.NaN);
      const target = normal[i] ?? [];
      for (const j of used) target[j] = (target[j] ?? 0) + weightOf(index) * (row[i] ?? 0) * (row[j] ?? 0);
    }
  }
  const inverse = invert(normal);
  const coefficients = inverse.map((row) => multiply(row, right));
  const residuals = design.map((row, index) => (observed[index] ?? Number.NaN) - multiply(row, coefficients));

  const scores = new Map<string, number[]>();
  for (const [index, row] of design.entries()) {
    const name = clusters[index] ?? "";
    const score = scores.get(name) ?? new Array<number>(columns).fill(0);
    scores.set(name, score);
    for (const i of numbers) {
      if (row[i] !== 0) score[i] = (score[i] ?? 0) + weightOf(index) * (row[i] ?? 0) * (residuals[index] ?? Number.NaN);
    }
  }
  const correction = scores.size / (scores.size - 1);
  const influences = [...scores.values()].map((score) => inverse.map((row) => multiply(row, score)));
  const covariance = (i: number, j: number) =>
    correction * influences.reduce((sum, influence) => sum + (influence[i] ?? 0) * (influence[j] ?? 0), 0);
  return { coefficients, covariance, clusters: scores.size };
}

function multiply(a: number[], b: number[]): number {
  return a.reduce((sum, value, index) => sum + value * (b[index] ?? Number.NaN), 0);
}

function invert(matrix: number[][]): number[][] {
  const size = matrix.length;
  const rows = matrix.map((row, i) =>
    Float64Array.from({ length: 2 * size }, (_, j) => row[j] ?? Number(j - size === i)),
  );
  for (let column = 0; column < size; column++) {
    const magnitude = (row: Float64Array) => Math.abs(row[column] ?? 0);
    const candidates = rows.slice(column).sort((a, b) => magnitude(b) - magnitude(a));
    rows.splice(column, candidates.length, ...candidates);
    const pivot = rows[column] ?? new Float64Array();
    const divisor = pivot[column] ?? 0;
    if (Math.abs(divisor) < 1e-10) throw new Error("the design matrix is singular");
    for (let j = 0; j < pivot.length; j++) pivot[j] = (pivot[j] ?? 0) / divisor;
    for (const row of rows) {
      const factor = row[column] ?? 0;
      if (row === pivot || factor === 0) continue;
      for (let j = column; j < row.length; j++) row[j] = (row[j] ?? 0) - factor * (pivot[j] ?? 0);
    }
  }
  return rows.map((row) => [...row.subarray(size)]);
}
