/** Between rates of one day, the sources come in this order. `source_id` is a column in scope. */
export const RATE_SOURCE_ORDER = `CASE source_id WHEN 'ecb' THEN 0 WHEN 'currency-api' THEN 1 ELSE 2 END, source_id`;

/** Publications round differently: rates that differ by less are the same rate, and the lower is kept. */
export const SAME_RATE_FACTOR = "1.000001";

/** Rates and prices are joined within this many days, and a rate older than that is stale. */
export const RATE_VALID_DAYS = 10;
