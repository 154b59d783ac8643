import { readFileSync } from "node:fs";

const MS_PER_DAY = 86_400_000;

/** Newest reading of the bundled prices: what a test needs of a day counts from it, and not from the clock. */
export const NEWEST_DAY = [...readFileSync("prisma/data/prices.csv", "utf8").matchAll(/,(\d{4}-\d\d-\d\d),/g)]
  .map(([, day = ""]) => day)
  .reduce((newest, day) => (day > newest ? day : newest));

export const addDays = (day: string, days: number): string =>
  new Date(Date.parse(day) + days * MS_PER_DAY).toISOString().slice(0, 10);

/** Two months after the bundled prices, or now where that is later: readings of tests are not in the future then. */
export const timeOfReadings = (): Date => new Date(Math.max(Date.now(), Date.parse(addDays(NEWEST_DAY, 60))));

export const dayOfReadings = (): string => timeOfReadings().toISOString().slice(0, 10);

/** Whether pages of the bundled prices tell their months: 120 days after the middle one of the readings, 7 September 2026. */
export const isAged = (day = lastDay()): boolean => day > "2027-01-05";

/** Day (UTC) to which ages of `newest` data count: that of the clock, or of the data where the clock runs before them. */
export function lastDay(newest = NEWEST_DAY): string {
  const today = new Date().toISOString().slice(0, 10);
  return today > newest ? today : newest;
}
