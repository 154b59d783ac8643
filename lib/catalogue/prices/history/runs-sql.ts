import "server-only";
import { Prisma } from "@/prisma/client/client";

/**
 * Runs of one series by day. Another amount or currency, or a delisting (a run without an amount), ends a run;
 * `next_seen_on` is null after the last reading. `id` is SQL.
 */
export const runsOfSeries = (id: string) => `
  SELECT amount, currency, first_seen_on, last_seen_on, next_seen_on, source_url, source_id, read_at, quote, method, plan FROM (
    SELECT amount, currency, is_first, observed_on AS first_seen_on,
      CASE WHEN is_last THEN observed_on ELSE lead(observed_on) OVER days END AS last_seen_on,
      lead(observed_on, CASE WHEN is_last THEN 1 ELSE 2 END) OVER days AS next_seen_on,
      CASE WHEN is_last THEN source_url ELSE lead(source_url) OVER days END AS source_url,
      CASE WHEN is_last THEN source_id ELSE lead(source_id) OVER days END AS source_id,
      CASE WHEN is_last THEN read_at ELSE lead(read_at) OVER days END AS read_at,
      CASE WHEN is_last THEN quote ELSE lead(quote) OVER days END AS quote,
      CASE WHEN is_last THEN method ELSE lead(method) OVER days END AS method,
      CASE WHEN is_last THEN plan ELSE lead(plan) OVER days END AS plan
    FROM (
      SELECT *, (amount, currency) IS DISTINCT FROM (lag(amount) OVER days, lag(currency) OVER days) OR lag(series_id) OVER days IS NULL AS is_first,
        (amount, currency) IS DISTINCT FROM (lead(amount) OVER days, lead(currency) OVER days) OR lead(series_id) OVER days IS NULL AS is_last
      FROM observation WHERE series_id = ${id} WINDOW days AS (ORDER BY observed_on)
    ) AS day
    WHERE is_first OR is_last WINDOW days AS (ORDER BY observed_on)
  ) AS end_of_run WHERE is_first`;

/** Common table expression `run` over the series that a query selects by id. */
export const runsOf = (series: Prisma.Sql) => Prisma.sql`
  run AS (
    SELECT chosen.id AS series_id, of_series.* FROM (${series}) AS chosen (id)
    CROSS JOIN LATERAL (${Prisma.raw(runsOfSeries("chosen.id"))}) AS of_series
  )`;
