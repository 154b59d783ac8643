/**
 * Quantile t with P(-t < T < t) = `confidence`, accurate to 1e-9 up to a million `df`; time grows with `df`. Throws a
 * RangeError unless `df` is a positive integer and 0 < `confidence` < 1. Newton's steps ascend from 0 on a concave
 * function of the angle and never pass the solution.
 */
export function findStudentT(confidence: number, df: number): number {
  if (!Number.isInteger(df) || df < 1) throw new RangeError(`degrees of freedom must be a positive integer: ${df}`);
  if (!(confidence > 0 && confidence < 1)) throw new RangeError(`confidence must be between 0 and 1: ${confidence}`);
  let angle = 0;
  for (;;) {
    const { probability, slope } = sumBetween(angle, df);
    const next = angle + (confidence - probability) / slope;
    if (next - angle <= 1e-15 * next) return Math.sqrt(df) * Math.tan(angle);
    angle = next;
  }
}

/**
 * P(|T| <= sqrt(df) tan(angle)) and its derivative by the angle: Abramowitz and Stegun, Handbook of Mathematical
 * Functions, 26.7.3 and 26.7.4.
 */
function sumBetween(angle: number, df: number): { probability: number; slope: number } {
  if (df === 1) return { probability: (2 * angle) / Math.PI, slope: 2 / Math.PI };
  const cos = Math.cos(angle);
  const odd = df % 2;
  let term = odd === 1 ? cos : 1;
  let sum = term;
  for (let exponent = 2 + odd; exponent <= df - 2; exponent += 2) {
    term *= ((exponent - 1) / exponent) * cos * cos;
    sum += term;
  }
  const slope = (df - 1) * term * cos;
  const partial = Math.sin(angle) * sum;
  return odd === 1
    ? { probability: (2 / Math.PI) * (angle + partial), slope: (2 / Math.PI) * slope }
    : { probability: partial, slope };
}
