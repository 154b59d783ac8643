const SPACE = "\u00a0";
const MINUTE_MS = 60_000;
const HOUR_MS = 60 * MINUTE_MS;
const DAY_MS = 24 * HOUR_MS;

const parts = new Intl.DateTimeFormat("en-GB", {
  ...({ day: "numeric", month: "short", year: "numeric", hour: "2-digit", minute: "2-digit" } as const),
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
  };
}

/** `29 Sep 2026, 14:05`: an instant in UTC, to the minute. */
export function formatInstant(instant: Date): string {
  const { day, year, time } = partsOf(instant);
  return `${day}${SPACE}${year}, ${time}`;
}

/** `2 Oct, 14:00`: an instant in UTC, where the year is clear from the context. */
export function formatInstantOfYear(instant: Date): string {
  const { day, time } = partsOf(instant);
  return `${day}, ${time}`;
}

/** `just now`, `4 min ago`, `9 h ago`, `yesterday`, `3 days ago`, then the day; `never` for null. */
export function formatSince(instant: Date | null, now: Date): string {
  if (instant === null) return "never";
  const ageMs = now.getTime() - instant.getTime();
  if (ageMs < 2 * MINUTE_MS) return "just now";
  if (ageMs < HOUR_MS) return `${Math.floor(ageMs / MINUTE_MS)}${SPACE}min${SPACE}ago`;
  if (ageMs < DAY_MS) return `${Math.floor(ageMs / HOUR_MS)}${SPACE}h${SPACE}ago`;
  if (ageMs < 2 * DAY_MS) return "yesterday";
  if (ageMs < 7 * DAY_MS) return `${Math.floor(ageMs / DAY_MS)}${SPACE}days${SPACE}ago`;
  const { day, year } = partsOf(instant);
  return ageMs < 300 * DAY_MS ? day : `${day}${SPACE}${year}`;
}
