import { MS_PER_DAY, MS_PER_HOUR } from "@/lib/contract/days";

const SPACE = "\u00a0";
const MINUTE_MS = 60_000;

const parts = new Intl.DateTimeFormat("en-GB", {
  day: "numeric",
  month: "short",
  year: "numeric",
  hour: "2-digit",
  minute: "2-digit",
  second: "2-digit",
  timeZone: "UTC",
});

function partsOf(instant: Date) {
  const found = new Map(parts.formatToParts(instant).map(({ type, value }) => [type, value]));
  // British English gives "Sept"; days elsewhere say "Sep".
  const month = found.get("month")?.slice(0, 3);
  return {
    day: `${found.get("day")}${SPACE}${month}`,
    year: found.get("year"),
    time: `${found.get("hour")}:${found.get("minute")}`,
    second: found.get("second"),
  };
}

/** `29 Sep 2026, 14:05` (UTC). */
export function formatInstant(instant: Date): string {
  const { day, year, time } = partsOf(instant);
  return `${day}${SPACE}${year}, ${time}`;
}

/** `29 Sep 2026, 14:05:07` (UTC). */
export const formatSecond = (instant: Date): string => `${formatInstant(instant)}:${partsOf(instant).second}`;

/** `2 Oct, 14:00` (UTC). */
export function formatInstantOfYear(instant: Date): string {
  const { day, time } = partsOf(instant);
  return `${day}, ${time}`;
}

/** `just now`, `4 min ago`, `9 h ago`, `yesterday`, `3 days ago`, then the day; `never` for null. */
export function formatSince(instant: Date | null, now: Date): string {
  if (instant === null) return "never";
  const ageMs = now.getTime() - instant.getTime();
  if (ageMs < 2 * MINUTE_MS) return "just now";
  if (ageMs < MS_PER_HOUR) return `${Math.floor(ageMs / MINUTE_MS)}${SPACE}min${SPACE}ago`;
  if (ageMs < MS_PER_DAY) return `${Math.floor(ageMs / MS_PER_HOUR)}${SPACE}h${SPACE}ago`;
  if (ageMs < 2 * MS_PER_DAY) return "yesterday";
  if (ageMs < 7 * MS_PER_DAY) return `${Math.floor(ageMs / MS_PER_DAY)}${SPACE}days${SPACE}ago`;
  const { day, year } = partsOf(instant);
  return ageMs < 300 * MS_PER_DAY ? day : `${day}${SPACE}${year}`;
}
