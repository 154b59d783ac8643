import "server-only";
import { Prisma } from "@/prisma/client/client";

/**
 * SQL query for the runs of one series, an SQL expression, in the order of days: `amount, currency, first_seen_on,
 * last_seen_on, next_seen_on, source_url`. A run is unbroken: another amount or currency, or a day on which the price
 * was not listed, ends it; the latter is a run without an amount. `next_seen_on` is the next day of any reading, null
 * after the last; the source is that of the last day. `until`: SQL of the last day that counts.
 */
export const runsOfSeries = (id: string, until?: string) => `
  SELECT amount, currency, first_seen_on, last_seen_on, next_seen_on, source_url FROM (
    SELECT amount, currency, is_first, observed_on AS first_seen_on,
      CASE WHEN is_last THEN observed_on ELSE lead(observed_on) OVER days END AS last_seen_on,
      lead(observed_on, CASE WHEN is_last THEN 1 ELSE 2 END) OVER days AS next_seen_on,
      CASE WHEN is_last THEN source_url ELSE lead(source_url) OVER days END AS source_url
    FROM (
      SELECT *, (amount, currency) IS DISTINCT FROM (lag(amount) OVER days, lag(currency) OVER days) OR lag(series_id) OVER days IS NULL AS is_first,
        (amount, currency) IS DISTINCT FROM (lead(amount) OVER days, lead(currency) OVER days) OR lead(series_id) OVER days IS NULL AS is_last
      FROM observation WHERE series_id = ${id}${until === undefined ? "" : ` AND observed_on <= ${until}`} WINDOW days AS (ORDER BY observed_on)
    ) AS day
    WHERE is_first OR is_last WINDOW days AS (ORDER BY observed_on)
  ) AS end_of_run WHERE is_first`;

/**
 * Common table expression `run` (series_id and the columns of runsOfSeries) over the series that a query selects by id, up
 * to a day, an SQL expression.
 */
export const runsOf = (series: Prisma.Sql, until: string) => Prisma.sql`
  run AS (
    SELECT chosen.id AS series_id, of_series.* FROM (${series}) AS chosen (id)
    CROSS JOIN LATERAL (${Prisma.raw(runsOfSeries("chosen.id", until))}) AS of_series
  )`;
