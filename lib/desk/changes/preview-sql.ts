import { isComparable } from "@/lib/dataset/rate-rules";
import { ABOVE_MEDIAN_FACTOR, JUMP_FACTOR } from "@/lib/dataset/rules";

// Queries inside the transaction of an import, on what it has merged and published there: the temporary tables
// `price_changes`, `new_states`, `new_local_states`, `staged_observations`, `stage_price` and `staged_rates` of lib/import.

const LISTED_CHANGES = 10;
const LISTED_ENDED = 50;
const LISTED_CHEAPEST = 50;

/** Both indexes of every country in a version ($1), US = 100, as `country, kind, value, low, high`. */
export const INDEX_LEVELS = `
  SELECT country, 'model' AS kind, model_value AS value, model_low AS low, model_high AS high
  FROM country_index WHERE version_id = $1 AND model_status = 'published' AND country <> 'US'
  UNION ALL
  SELECT country, 'median', 100 + pct_vs_us, 100 + median_low, 100 + median_high
  FROM country_index WHERE version_id = $1 AND status = 'published' AND country <> 'US'
  ORDER BY country, kind`;

/** Largest changes, by their factor in US dollars. */
export const PREVIEWED_CHANGES = `
  SELECT count(*)::int AS count, (count(*) FILTER (WHERE size > ${JUMP_FACTOR}))::int AS jumps,
    (count(*) FILTER (WHERE currency <> previous_currency))::int AS "otherCurrency",
    (SELECT count(*)::int FROM new_local_states WHERE (amount, currency) <> (amount_before, currency_before)) AS current,
    (SELECT coalesce(json_agg(row_to_json(change)), '[]') FROM (
      SELECT p.product, p.country, p.platform, p.period, t.name, t.plan,
        trim_scale(m.previous_amount)::text AS "previousAmount", m.previous_currency AS "previousCurrency",
        m.previous_on AS "previousOn", trim_scale(m.amount)::text AS amount, m.currency, m.observed_on AS "observedOn",
        m.factor, (${isComparable("p")} AND p.verified_on = m.observed_on
          AND p.usd_monthly > ${ABOVE_MEDIAN_FACTOR} * t.usd_monthly_median) IS TRUE AS "isAboveMedian", s.file, s.line
      FROM (SELECT * FROM price_changes ORDER BY size DESC, price_id, observed_on LIMIT ${LISTED_CHANGES}) m
      JOIN price p ON p.id = m.price_id JOIN product t ON t.slug = p.product
      LEFT JOIN LATERAL (
        SELECT file, line FROM staged_observations o
        WHERE o.price_id = m.price_id AND o.observed_on = m.observed_on AND file IS NOT NULL ORDER BY file, line LIMIT 1
      ) s ON true
      ORDER BY m.size DESC, p.product, p.country, p.platform, p.period, m.observed_on
    ) AS change) AS largest
  FROM price_changes`;

/** All changes as the rows of a file, the largest first; `$files` is an SQL array of the names of the files. */
export const ALL_CHANGES = `
  SELECT p.product, p.country, p.platform, p.period, trim_scale(m.previous_amount) AS previous_amount, m.previous_currency,
    m.previous_on, trim_scale(m.amount) AS amount, m.currency, m.observed_on, round(m.factor::numeric, 4) AS factor_usd,
    ($files)[s.file + 1] AS file, s.line
  FROM price_changes m JOIN price p ON p.id = m.price_id
  LEFT JOIN (
    SELECT DISTINCT ON (price_id, observed_on) price_id, observed_on, file, line
    FROM staged_observations WHERE file IS NOT NULL ORDER BY price_id, observed_on, file, line
  ) s ON s.price_id = m.price_id AND s.observed_on = m.observed_on
  ORDER BY m.size DESC, p.product, p.country, p.platform, p.period, m.observed_on`;

/** Products whose cheapest country is another than before, with the new lowest price. */
export const CHEAPEST = `
  SELECT t.slug AS product, b.cheapest_country AS "from", p.country AS "to", trim_scale(p.amount)::text AS amount, p.currency, p.period
  FROM product t JOIN products_before b USING (slug) JOIN price p ON p.id = t.cheapest_id
  WHERE b.cheapest_country <> p.country ORDER BY t.slug LIMIT ${LISTED_CHEAPEST}`;

/** Series that had a price and have none now. */
export const ENDED = `
  SELECT p.product, p.country, p.platform, p.period, CASE WHEN t.name ILIKE '%' || t.plan THEN t.name ELSE t.name || ' ' || t.plan END AS name, (count(*) OVER ())::int AS total
  FROM new_states n JOIN price p ON p.id = n.price_id JOIN product t ON t.slug = p.product
  WHERE n.amount IS NULL AND NOT n.is_new AND n.amount_before IS NOT NULL
  ORDER BY 1, 2, 3, 4 LIMIT ${LISTED_ENDED}`;

/** The source without the day that snapshots have in their names. */
const family = (column: string) => `regexp_replace(${column}, '-\\d{4}-\\d{2}-\\d{2}$', '')`;

/**
 * Rows of each source in the files, and the last time: for prices those of the change set that was published last with
 * this source, else its current prices before this import ($1, a JSON object by source); for rates those of a day.
 * Readings of the desk are no publication, and never complete.
 */
export const SOURCE_ROWS = `
  WITH read AS (
    SELECT ${family("source_id")} AS source, count(*)::int AS rows FROM stage_price WHERE source_id <> 'desk' GROUP BY 1
  ), current AS (
    SELECT ${family("key")} AS source, sum(value::int)::int AS rows FROM json_each_text($1::json) GROUP BY 1
  ), recorded AS (
    SELECT DISTINCT ON (one ->> 'source') one ->> 'source' AS source, (one ->> 'rows')::int AS rows
    FROM change_set, jsonb_array_elements(preview -> 'sources') AS one
    WHERE state = 'published' AND one ->> 'source' IN (SELECT source FROM read) ORDER BY one ->> 'source', id DESC
  ), newest AS (
    SELECT source_id, max(date) AS date FROM staged_rates GROUP BY source_id
  )
  SELECT source, read.rows, coalesce(recorded.rows, current.rows) AS before
  FROM read LEFT JOIN current USING (source) LEFT JOIN recorded USING (source)
  UNION ALL
  SELECT source_id, (SELECT count(DISTINCT currency)::int FROM staged_rates s WHERE s.source_id = n.source_id AND s.date = n.date),
    (SELECT count(*)::int FROM fx_rate r WHERE r.source_id = n.source_id
       AND r.date = (SELECT max(date) FROM fx_rate o WHERE o.source_id = n.source_id AND o.date < n.date) HAVING count(*) > 0)
  FROM newest n
  ORDER BY 1`;

/** Readings and rates that the files take back. */
export const WITHDRAWN_READINGS = `
  SELECT ((SELECT count(*) FROM price_correction WHERE action = 'withdraw')
    + (SELECT count(*) FROM rate_correction WHERE action = 'withdraw'))::int AS count`;
