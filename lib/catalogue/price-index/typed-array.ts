/** Throws a RangeError outside the array, where undefined would become NaN. */
export function at(numbers: Float64Array | Uint32Array | Uint16Array, index: number): number {
  const value = numbers[index];
  if (value === undefined) throw new RangeError(`index ${index} is outside an array of ${numbers.length}`);
  return value;
}
