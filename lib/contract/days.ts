/** Milliseconds of an hour, and of a day in UTC. */
export const MS_PER_HOUR = 3_600_000;
export const MS_PER_DAY = 86_400_000;

/** Number of days after its own for which an exchange rate is used; an older one is stale. */
export const RATE_VALID_DAYS = 10;
