import "server-only";
import type { ClientBase } from "pg";

/** A rate serves the days up to this many after its own. */
const MAX_RATE_AGE_DAYS = 10;
/** A currency whose newest rate is this much older than the newest of all counts as having none. */
const MAX_CURRENCY_LAG_DAYS = 365;

/**
 * SQL of a table (currency, usd_per_unit) for the day $1: of each currency the newest rate on or before
 * that day, and of several sources the first in order. Without the currencies that have none.
 */
export const RATES_ON_DAY = `
  (SELECT DISTINCT ON (currency) currency, usd_per_unit
     FROM fx_rate
    WHERE currency <> 'USD' AND date BETWEEN $1::date - ${MAX_RATE_AGE_DAYS} AND $1::date
    ORDER BY currency, date DESC, CASE source_id WHEN 'ecb' THEN 1 WHEN 'currency-api' THEN 2 ELSE 3 END, source_id)
  UNION ALL SELECT 'USD', 1`;

const COMMON_FX_DATE = `
  WITH newest AS (SELECT currency, max(date) AS date FROM fx_rate WHERE currency <> 'USD' GROUP BY currency),
  overall AS (SELECT max(date) AS date FROM newest),
  basket AS (
    SELECT DISTINCT price.currency FROM price JOIN product ON product.slug = price.product
     WHERE product.in_basket AND price.amount IS NOT NULL
  ),
  common AS (
    SELECT coalesce(min(newest.date), overall.date) AS date, overall.date AS newest_date
      FROM overall
      LEFT JOIN (newest JOIN basket USING (currency)) ON newest.date >= overall.date - ${MAX_CURRENCY_LAG_DAYS}
     GROUP BY overall.date
  )
  SELECT to_char(common.date, 'YYYY-MM-DD') AS fx_date,
         common.newest_date - common.date AS lag_days,
         (SELECT coalesce(json_agg(currency ORDER BY currency), '[]')
            FROM newest JOIN basket USING (currency) WHERE newest.date = common.date) AS oldest
    FROM common`;

interface CommonFxDate {
  fx_date: string | null;
  lag_days: number | null;
  oldest: string[];
}

/**
 * The day whose exchange rates all figures of the index use, YYYY-MM-DD: the newest on which every
 * currency of the basket has a rate. Null when there is no rate at all.
 */
export async function findCommonFxDate(client: ClientBase): Promise<{ fxDate: string | null; warnings: string[] }> {
  const { rows } = await client.query<CommonFxDate>(COMMON_FX_DATE);
  const { fx_date: fxDate = null, lag_days: lagDays = 0, oldest = [] } = rows[0] ?? {};
  if (lagDays === null || lagDays <= MAX_RATE_AGE_DAYS) return { fxDate, warnings: [] };
  const warning = `The index uses exchange rates of ${fxDate}, ${lagDays} days before the newest: ${oldest.join(", ")} has none newer.`;
  return { fxDate, warnings: [warning] };
}

/** Names the currencies whose current prices take no part in the index for want of a rate. */
export async function findMissingRates(client: ClientBase, fxDate: string | null): Promise<string[]> {
  const { rows } = await client.query<{ currency: string; prices: number }>(
    `WITH rate AS (${RATES_ON_DAY})
     SELECT price.currency, count(*)::int AS prices
       FROM price LEFT JOIN rate USING (currency)
      WHERE price.amount IS NOT NULL AND rate.currency IS NULL
      GROUP BY price.currency ORDER BY price.currency`,
    [fxDate],
  );
  if (rows.length === 0) return [];
  const lacking = rows.map(({ currency, prices }) => `${currency} (${prices} prices)`).join(", ");
  const when = fxDate === null ? "" : ` of ${fxDate} or the ${MAX_RATE_AGE_DAYS} days before`;
  return [`Left out of the index, because there is no exchange rate${when}: ${lacking}.`];
}
