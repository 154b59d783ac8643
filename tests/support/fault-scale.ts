/** True when faults run in full, as by `npm run test:full`; `npm test` runs them in short. */
export const isLong = process.env.FAULTS === "long";

/** Returns the first value for full runs, the second for short ones. */
export function scale<T>(long: T, short: T): T {
  return isLong ? long : short;
}
