/** Order of the sources among rates of one day. `source_id` is a column in scope. */
export const RATE_SOURCE_ORDER = `CASE source_id WHEN 'ecb' THEN 0 WHEN 'currency-api' THEN 1 ELSE 2 END, source_id`;

/**
 * Rates that differ by less than this factor count as equal, because publications round differently; the lower one is
 * stored.
 */
export const SAME_RATE_FACTOR = "1.000001";

/** A rate serves its own day and this many days after it; an older one is stale. */
export const RATE_VALID_DAYS = 10;

/** SQL: the price of this alias has US dollars at a rate of the version, and may be compared, ranked and added up. */
export const isComparable = (price: string) => `(${price}.usd_monthly IS NOT NULL AND NOT ${price}.fx_stale)`;

/** The rate day moves on while no more than this share of the prices is left behind without a rate of that day. */
export const STALE_PRICES_SHARE = 0.05;
