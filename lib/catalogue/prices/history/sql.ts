import { priceRateSql } from "@/lib/dataset/rate-rules";
import { runsOfSeries } from "./runs-sql";

/**
 * Query for every run of one amount: `product, country, platform, period, amount, currency, usd, fx_rate, fx_date,
 * first_seen_on, last_seen_on, source_url, fx_source, source` and the provenance of the last reading, rows in that order. US dollars are at the rate of its first day,
 * or the nearest earlier one within ten days, else null; from the rate day on at the newest before it. Reads the working tables, which `standing` hides behind their rows
 * of a version. Rows come series by series from the index, so that a cursor returns the first ones at once.
 */
export const historyRuns = (versionId: number) => `
  SELECT series.product, series.country, series.platform, series.period, run.amount, run.currency,
    round_usd(run.amount * fx.rate) AS usd, fx.rate AS fx_rate, fx.date AS fx_date,
    run.first_seen_on, run.last_seen_on, run.source_url, fx.source_id AS fx_source, run.source_id AS source,
    run.read_at, run.quote, run.method, run.plan
  FROM series
  CROSS JOIN LATERAL (${runsOfSeries("series.id")}) AS run
  LEFT JOIN LATERAL (${priceRateSql(versionId, "run.currency", "run.first_seen_on")}) AS fx ON true
  WHERE run.amount IS NOT NULL
  ORDER BY series.product, series.country, series.platform, series.period, run.first_seen_on`;
