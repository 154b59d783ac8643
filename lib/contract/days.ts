export const MS_PER_HOUR = 3_600_000;
export const MS_PER_DAY = 86_400_000;

/** An older exchange rate is stale. */
export const RATE_VALID_DAYS = 10;
