/** Whether faults run in full, as by `npm run test:faults`; in short they are part of `npm test`. */
export const isLong = process.env.FAULTS === "long";

/** The first value in full, the second in short. */
export function scale<T>(long: T, short: T): T {
  return isLong ? long : short;
}
