import { RATE_VALID_DAYS } from "@/lib/contract/days";

/** Order of sources on one day. Needs a column `source_id` in scope. */
export const RATE_SOURCE_ORDER = `CASE source_id WHEN 'ecb' THEN 0 WHEN 'currency-api' THEN 1 ELSE 2 END, source_id`;

/** Publications round differently, so a smaller factor counts as equal; the lower rate is stored. */
export const SAME_RATE_FACTOR = "1.000001";

/** US dollars a unit; price columns hold values in these limits. */
export const LOWEST_RATE = "1e-10";
export const HIGHEST_RATE = "1e5";
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
    WHERE currency = ${currency} AND currency <> 'USD' AND date <= ${day}
      AND date >= CASE WHEN ${isHeld} THEN '-infinity' ELSE ${day} - ${RATE_VALID_DAYS} END
  ) AS known
  ORDER BY date DESC, ${RATE_SOURCE_ORDER} LIMIT 1`;

/** The same for a price of a day: from the rate day of the version on, the newest rate of a currency is held. */
export const priceRateSql = (versionId: number, currency: string, day: string) =>
  rateOnDaySql(currency, day, `${day} >= (SELECT fx_date FROM dataset_version WHERE id = ${versionId})`);

/** `price`: alias. True with US dollars at a current rate; only such prices are compared, ranked and summed. */
export const isComparable = (price: string) => `(${price}.usd_monthly IS NOT NULL AND NOT ${price}.fx_stale)`;

/** The rate day is the newest day for which at most this share of prices lacks a rate. */
export const STALE_PRICES_SHARE = 0.05;
