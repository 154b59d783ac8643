import { isComparable } from "@/lib/dataset/rate-rules";
import { isOffMedianSql } from "@/lib/dataset/rules";

// Queries in the import's transaction, on its version ($1) and the one before. Raw SQL: joins two versions on that
// connection.

const LISTED_ENDED = 50;
const LISTED_CHEAPEST = 50;

/** US = 100; columns `country, kind, value, low, high`. */
export const INDEX_LEVELS = `
  SELECT code AS country, 'model' AS kind, model_value AS value, model_low AS low, model_high AS high
  FROM country WHERE version_id = $1 AND model_status = 'published' AND code <> 'US'
  UNION ALL
  SELECT code, 'median', 100 + pct_vs_us, 100 + median_low, 100 + median_high
  FROM country WHERE version_id = $1 AND status = 'published' AND code <> 'US'
  ORDER BY country, kind`;

export const CURRENT_CHANGES = `
  SELECT count(*)::int AS count FROM price now JOIN price before ON before.version_id = $1 - 1 AND before.series_id = now.series_id
  WHERE now.version_id = $1 AND (now.amount, now.currency) <> (before.amount, before.currency)`;

/** Names of the products of series ($2), and the day on which their price was read where it is far from the median. */
export const CHANGED_SERIES = `
  SELECT s.id, t.name, t.plan, p.verified_on::text AS "offMedianOn", p.usd_monthly < t.usd_monthly_median AS "isBelow"
  FROM series s JOIN product t ON t.version_id = $1 AND t.slug = s.product
  LEFT JOIN price p ON p.version_id = $1 AND p.series_id = s.id
    AND ${isComparable("p")} AND ${isOffMedianSql("p", "t")}
  WHERE s.id = ANY($2)`;

export const CHEAPEST = `
  SELECT t.slug AS product, old.country AS "from", new.country AS "to", trim_scale(new.amount)::text AS amount, new.currency, new.period
  FROM product t JOIN price new ON new.version_id = t.version_id AND new.series_id = t.cheapest_id
  JOIN product b ON b.version_id = $1 - 1 AND b.slug = t.slug
  JOIN price old ON old.version_id = b.version_id AND old.series_id = b.cheapest_id
  WHERE t.version_id = $1 AND old.country <> new.country ORDER BY t.slug LIMIT ${LISTED_CHEAPEST}`;

export const ENDED = `
  SELECT p.product, p.country, p.platform, p.period, CASE WHEN t.name ILIKE '%' || t.plan THEN t.name ELSE t.name || ' ' || t.plan END AS name,
    (count(*) OVER ())::int AS total
  FROM price p JOIN product t ON t.version_id = $1 AND t.slug = p.product
  WHERE p.version_id = $1 - 1 AND NOT EXISTS (SELECT FROM price now WHERE now.version_id = $1 AND now.series_id = p.series_id)
  ORDER BY 1, 2, 3, 4 LIMIT ${LISTED_ENDED}`;

export const WITHDRAWN_READINGS =
  "SELECT count(*)::int AS count FROM correction WHERE version_id = $1 AND action = 'withdraw'";

/** Last number of prices of publications ($2): of the newest published change set with one, else of current prices. */
export const PRICES_BEFORE = `
  WITH recorded AS (
    SELECT DISTINCT ON (one ->> 'source') one ->> 'source' AS source, (one ->> 'rows')::int AS rows
    FROM change_set, jsonb_array_elements(preview -> 'sources') AS one
    WHERE state = 'published' AND one ->> 'source' = ANY($2) ORDER BY one ->> 'source', id DESC
  ), current AS (
    SELECT regexp_replace(id, '-\\d{4}-\\d{2}-\\d{2}$', '') AS source, sum(prices)::int AS rows
    FROM source WHERE version_id = $1 - 1 AND prices > 0 GROUP BY 1
  )
  SELECT source, coalesce(recorded.rows, current.rows) AS rows FROM recorded FULL JOIN current USING (source)
  WHERE source = ANY($2)`;

export const RATES_BEFORE = `
  SELECT count(*)::int AS rows FROM rate WHERE superseded_in IS NULL AND source_id = $1 AND date = (
    SELECT max(date) FROM rate WHERE superseded_in IS NULL AND source_id = $1 AND date < $2::date
  ) HAVING count(*) > 0`;
