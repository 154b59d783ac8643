import "server-only";
import { RATE_VALID_DAYS } from "@/lib/contract/days";
import { db } from "@/lib/platform/db";
import { ABOVE_MEDIAN_FACTOR } from "./rules";

const LISTED = 5;

/** Warning about the current data for staff; `lines` are the gravest cases, `hasMore` tells if there are others. */
export type StandingWarning = { title: string; count: number; lines: string[]; hasMore: boolean };

/** Warnings about the current data. Warnings about changes are reported by the import that makes them. */
export async function findStandingWarnings(): Promise<StandingWarning[]> {
  const rows = await db().$queryRaw<StandingWarning[]>`
    WITH used AS (
      SELECT one ->> 'currency' AS currency, (one ->> 'fx_date')::date AS fx_date, (one ->> 'fx_stale')::boolean AS fx_stale,
        (one ->> 'prices')::int AS prices
      FROM page_figure, json_array_elements(figures) AS one WHERE name = 'rates_used'
    ), old AS (
      SELECT fx_date, string_agg(currency, ', ' ORDER BY currency) AS currencies, count(*) AS number
      FROM used WHERE currency <> 'USD' AND fx_date < current_date - ${RATE_VALID_DAYS}::int GROUP BY fx_date
    ), found (rank, title, count, lines) AS (
      SELECT 1, ${`Prices above ${ABOVE_MEDIAN_FACTOR} times the median of their product`},
        (figures ->> 'count')::int, ARRAY(SELECT json_array_elements_text(figures -> 'lines'))
      FROM page_figure WHERE name = 'above_median'
      UNION ALL
      SELECT 2, 'Prices without an exchange rate', coalesce(sum(prices), 0)::int,
        coalesce(array_agg(format('%s: %s prices', currency, prices) ORDER BY prices DESC, currency), '{}')
      FROM used WHERE fx_date IS NULL
      UNION ALL
      SELECT 3, format('Prices at stale exchange rates, which are compared with nothing: %s %% of all', (
          SELECT round(100.0 * sum(prices) FILTER (WHERE fx_stale) / nullif(sum(prices), 0), 1) FROM used
        )), coalesce(sum(prices), 0)::int,
        coalesce(array_agg(format('%s: %s prices, rate of %s', currency, prices, fx_date) ORDER BY prices DESC, currency), '{}')
      FROM used WHERE fx_stale
      UNION ALL
      SELECT 4, ${`Currencies converted at rates older than ${RATE_VALID_DAYS} days`}, coalesce(sum(number), 0)::int,
        coalesce(array_agg(format('of %s: %s', fx_date, currencies) ORDER BY fx_date), '{}')
      FROM old
    )
    SELECT title, count, lines[1:${LISTED}::int] AS lines, cardinality(lines) > ${LISTED} AS "hasMore"
    FROM found WHERE count > 0 ORDER BY rank`;
  return rows;
}
