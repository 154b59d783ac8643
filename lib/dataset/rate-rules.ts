import { RATE_VALID_DAYS } from "@/lib/contract/days";

/** Order of the sources among rates of one day. `source_id` is a column in scope. */
export const RATE_SOURCE_ORDER = `CASE source_id WHEN 'ecb' THEN 0 WHEN 'currency-api' THEN 1 ELSE 2 END, source_id`;

/**
 * Rates that differ by less than this factor count as equal, because publications round differently; the lower one is
 * stored.
 */
export const SAME_RATE_FACTOR = "1.000001";

/** Bounds of US dollars for one unit of a currency, and of a price in US dollars: its columns hold what lies within. */
export const [LOWEST_RATE, HIGHEST_RATE] = ["1e-10", "1e5"];
export const HIGHEST_USD = 1_000_000_000;

/**
 * SQL query for the rate of a currency on a day, both SQL expressions: `rate, date, source_id` of the newest day among
 * it and the ten before, where `isHeld` of any day before; no row without one. US dollars are 1 on every day, of no source.
 */
export const rateOnDaySql = (currency: string, day: string, isHeld = "false") => `
  SELECT usd_per_unit AS rate, date, source_id FROM (
    SELECT 1 AS usd_per_unit, ${day} AS date, NULL AS source_id WHERE ${currency} = 'USD'
    UNION ALL
    SELECT usd_per_unit, date, source_id FROM rate
    WHERE currency = ${currency} AND currency <> 'USD' AND date <= ${day} AND (date >= ${day} - ${RATE_VALID_DAYS} OR ${isHeld})
  ) AS known
  ORDER BY date DESC, ${RATE_SOURCE_ORDER} LIMIT 1`;

/** The same for a price of a day: from the rate day of the version on, the newest rate of a currency is held. */
export const priceRateSql = (versionId: number, currency: string, day: string) =>
  rateOnDaySql(currency, day, `${day} >= (SELECT fx_date FROM dataset_version WHERE id = ${versionId})`);

/**
 * SQL condition of the price with this alias: it has US dollars at a current rate, so it may be compared, ranked and
 * summed.
 */
export const isComparable = (price: string) => `(${price}.usd_monthly IS NOT NULL AND NOT ${price}.fx_stale)`;

/**
 * Largest share of the prices that may lack a rate of the rate day; as long as it is not exceeded, the rate day moves
 * to the newest day.
 */
export const STALE_PRICES_SHARE = 0.05;
