import { MS_PER_DAY } from "@/lib/contract/days";
import type { DayCount } from "@/lib/dataset/schema";

/** Publication of a source: its snapshots are sources of their own, each with its day at the end of its id. */
export const familyOf = (sourceId: string): string => sourceId.replace(/-\d{4}-\d{2}-\d{2}$/, "");
export const familyOfSql = (column: string) => `regexp_replace(${column}, '-[0-9]{4}-[0-9]{2}-[0-9]{2}$', '')`;

/**
 * Newest day on which a publication counts as read: half of what it has was read within a cadence up to it. Where none
 * has so much, the day since which half was read. Null without readings.
 */
export function findReadOn(days: readonly DayCount[], cadenceDays: number): string | null {
  const newestFirst = days.toSorted((a, b) => (a.day > b.day ? -1 : 1));
  const sum = (some: readonly DayCount[]) => some.reduce((total, { count }) => total + count, 0);
  const half = sum(days) / 2;
  const isWithin = (day: string, end: string) =>
    day <= end && Date.parse(end) - Date.parse(day) < cadenceDays * MS_PER_DAY;
  const whole = newestFirst.find(({ day: end }) => sum(days.filter(({ day }) => isWithin(day, end))) >= half);
  const since = newestFirst.find((_, at) => sum(newestFirst.slice(0, at + 1)) >= half);
  return (whole ?? since)?.day ?? null;
}

/** Cadences after which a source is late or silent, and the days that each takes at least. */
const LATE = { cadences: 1.5, days: 6 };
const SILENT = { cadences: 3, days: 60 };

export const READING_STATES = ["reading", "late", "silent"] as const;
export type ReadingState = (typeof READING_STATES)[number];

/** Of a publication that counts as read on a day. A clock before that day makes nothing late. */
export function findReadingState(readOn: string, cadenceDays: number, today: string): ReadingState {
  const age = (Date.parse(today) - Date.parse(readOn)) / MS_PER_DAY;
  const isBeyond = ({ cadences, days }: typeof LATE) => age > cadences * cadenceDays && age >= days;
  return isBeyond(SILENT) ? "silent" : isBeyond(LATE) ? "late" : "reading";
}
