import { isRedenominatedSql, redenominationSql } from "@/lib/catalogue/fx/redenomination-rules";
import { validRowsText } from "@/lib/versions/valid-rows-sql";

/**
 * Pairs successive readings; a pair with a gap in between has no `factor`. Raw SQL, because it needs a window over
 * all observations.
 */
export const CHANGE_ROWS = (id: number) => `
  INSERT INTO price_change (version_id, series_id, first_seen_on, product, country, platform, period, amount, currency, source_url,
    was_amount, was_currency, was_last_seen_on, pct, factor, corrected_at)
  WITH ${validRowsText(id)}, day AS (
    SELECT series_id, observed_on, amount, currency, source_url, lag(amount) OVER days IS NULL AS is_after_gap
    FROM observation WINDOW days AS (PARTITION BY series_id ORDER BY observed_on)
  ), step AS (
    SELECT *, lag(amount) OVER days AS was_amount, lag(currency) OVER days AS was_currency, lag(observed_on) OVER days AS was_on
    FROM day WHERE amount IS NOT NULL WINDOW days AS (PARTITION BY series_id ORDER BY observed_on)
  ), change AS (
    SELECT *, amount * CASE WHEN currency = was_currency THEN 1
      ELSE ${redenominationSql("was_currency", "currency", "observed_on")} END AS in_old_unit
    FROM step WHERE was_amount IS NOT NULL AND (amount, currency) IS DISTINCT FROM (was_amount, was_currency)
      AND NOT ${isRedenominatedSql("was_", "", "observed_on")}
  )
  SELECT ${id}, c.series_id, c.observed_on, s.product, s.country, s.platform, s.period, c.amount, c.currency, c.source_url,
    c.was_amount, c.was_currency, c.was_on, round(100 * (c.in_old_unit / c.was_amount - 1), 4),
    CASE WHEN c.currency = c.was_currency AND NOT c.is_after_gap
      THEN greatest(c.amount, c.was_amount)::float8 / least(c.amount, c.was_amount)::float8 END,
    (SELECT max(v.published_at) FROM correction k JOIN dataset_version v ON v.id = k.version_id
     WHERE k.series_id = c.series_id AND k.day BETWEEN c.was_on AND c.observed_on)
  FROM change c JOIN series s ON s.id = c.series_id`;
