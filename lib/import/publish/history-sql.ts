import { RATE_SOURCE_ORDER, RATE_VALID_DAYS } from "@/lib/dataset/rate-rules";

/** Selects series; an empty filter selects all. */
export interface HistoryFilter {
  product?: string;
  country?: string;
}

/**
 * Query for every run of one amount: `product, country, platform, period, amount, currency, usd, fx_rate, fx_date,
 * first_seen_on, last_seen_on, source_url, fx_source`, rows in that order. Another amount or currency, or a day on
 * which the price was not listed, ends a run. US dollars are at the rate of its first day, or the nearest earlier one
 * within ten days, else null; the source is that of its last day. Rows come series by series from the index, so that a
 * cursor returns the first ones at once.
 */
export function historyQuery(filter: HistoryFilter = {}): { text: string; values: string[] } {
  const values: string[] = [];
  const conditions = Object.entries({ product: filter.product, country: filter.country }).flatMap(([column, value]) =>
    value === undefined ? [] : [`series.${column} = $${values.push(value)}`],
  );
  const where = `WHERE ${["run.is_first", ...conditions].join(" AND ")}`;
  return { text: `${HISTORY} ${where} ${ORDER}`, values };
}

const HISTORY = `
  SELECT series.product, series.country, series.platform, series.period, run.amount, run.currency,
    round_usd(run.amount * fx.rate) AS usd, fx.rate AS fx_rate, fx.date AS fx_date,
    run.first_seen_on, run.last_seen_on, run.source_url, fx.source_id AS fx_source
  FROM price AS series
  CROSS JOIN LATERAL (
    SELECT amount, currency, observed_on AS first_seen_on, is_first,
      CASE WHEN is_last THEN observed_on ELSE lead(observed_on) OVER days END AS last_seen_on,
      CASE WHEN is_last THEN source_url ELSE lead(source_url) OVER days END AS source_url
    FROM (
      SELECT *, (amount, currency) IS DISTINCT FROM (lag(amount) OVER days, lag(currency) OVER days) AS is_first,
        (amount, currency) IS DISTINCT FROM (lead(amount) OVER days, lead(currency) OVER days) AS is_last
      FROM price_observation WHERE price_id = series.id WINDOW days AS (ORDER BY observed_on)
    ) AS day
    WHERE amount IS NOT NULL AND (is_first OR is_last) WINDOW days AS (ORDER BY observed_on)
  ) AS run
  LEFT JOIN LATERAL (
    SELECT usd_per_unit AS rate, date, source_id FROM (
      SELECT 1 AS usd_per_unit, run.first_seen_on AS date, NULL AS source_id WHERE run.currency = 'USD'
      UNION ALL
      SELECT usd_per_unit, date, source_id FROM fx_rate
      WHERE currency = run.currency AND currency <> 'USD'
        AND date BETWEEN run.first_seen_on - ${RATE_VALID_DAYS} AND run.first_seen_on
    ) AS known
    ORDER BY date DESC, ${RATE_SOURCE_ORDER} LIMIT 1
  ) AS fx ON true`;

const ORDER = "ORDER BY series.product, series.country, series.platform, series.period, run.first_seen_on";
