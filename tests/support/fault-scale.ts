export const isLong = process.env.FAULTS === "long";

export function scale<T>(long: T, short: T): T {
  return isLong ? long : short;
}
