const NEWEST_DAY = Symbol.for("price-atlas.newest-day");
/** The server and Next's bundles have separate copies of each module. */
const shared = globalThis as { [NEWEST_DAY]?: string };

/** The one clock. Statements take it as a value, so that the database's own decides nothing. */
export const currentTime = (): Date => new Date();

/** Day (UTC) of the clock, by which keys, links and records go. */
export const clockDay = (): string => currentTime().toISOString().slice(0, 10);

/** Newest day of the data that this process serves. */
export function setNewestDay(day: string): void {
  shared[NEWEST_DAY] = day;
}

/**
 * Day (UTC) of the clock, or the newest of the data where the clock runs before it. Ages of data count to it, and a later
 * day is in the future.
 */
export const currentDay = (): string => laterDay(clockDay(), shared[NEWEST_DAY] ?? "");

export const laterDay = (day: string, other: string): string => (day > other ? day : other);
