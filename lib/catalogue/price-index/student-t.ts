/**
 * Quantile t such that a Student's t variable with `df` degrees of freedom lies between -t and t with probability
 * `confidence`: the 0.975 quantile for 0.95. `df` is a positive integer, `confidence` is above 0 and below 1; anything
 * else is a RangeError. Accurate to 1e-9 up to a million degrees of freedom; time is proportional to these.
 *
 * With t = sqrt(df) tan(angle) the probability is a finite sum, and a concave function of the angle, on which Newton's
 * steps from 0 ascend to the solution and never pass it.
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
 * P(|T| <= sqrt(df) tan(angle)) and its derivative by the angle: Abramowitz and Stegun, Handbook of
 * Mathematical Functions, 26.7.3 (odd df) and 26.7.4 (even df).
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
