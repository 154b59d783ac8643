import { isComparable } from "@/lib/dataset/rate-rules";
import { familyOfSql } from "@/lib/dataset/reading/rules";
import { isOffMedianSql, JUMP_FACTOR } from "@/lib/dataset/rules";
import { LIGHT_FACTOR } from "@/lib/desk/changes/rules";
import { REFERENCES } from "@/lib/import/stage/tables";

// Queries in the import's transaction, on its version ($1) and the one before. Raw SQL: joins two versions on that
// connection.

const LISTED_ENDED = 50;
const LISTED_CHEAPEST = 50;
const LISTED_READINGS = 200;
const LISTED_ROWS = 200;
const LISTED_MOVED = 1_000;

/** US = 100; columns `country, kind, value, low, high`. */
export const INDEX_LEVELS = `
  SELECT code AS country, 'model' AS kind, model_value AS value, model_low AS low, model_high AS high
  FROM country WHERE version_id = $1 AND model_status = 'published' AND code <> 'US'
  UNION ALL
  SELECT country, 'median', 100 + pct_vs_us, 100 + median_low, 100 + median_high
  FROM median_index WHERE version_id = $1 AND tax_view = 'shown' AND status = 'published' AND country <> 'US'
  ORDER BY country, kind`;

/** Versions that nobody but their author saw. */
const UNSEEN =
  "SELECT version_id FROM change_set WHERE state = 'published' AND approver_id IS NULL AND origin <> 'command'";

/** Last version before that two people saw, and that has its rows. */
export const SEEN_VERSION = `
  SELECT max(id) AS id FROM dataset_version v WHERE id < $1 AND id NOT IN (${UNSEEN})
    AND EXISTS (SELECT FROM country c WHERE c.version_id = v.id)`;

/** Series that are written, each with the last figure that two people saw: columns of its reading. */
export const SEEN_FIGURES = `
  SELECT DISTINCT ON (series_id) series_id, amount, currency, observed_on FROM observation
  WHERE series_id IN (SELECT series_id FROM observation WHERE recorded_in = $1) AND recorded_in < $1
    AND recorded_in NOT IN (${UNSEEN}) AND (superseded_in IS NULL OR superseded_in = $1 OR superseded_in IN (${UNSEEN}))
    AND amount IS NOT NULL
  ORDER BY series_id, observed_on DESC, recorded_in DESC`;

/** Runs after findSteps. */
export const READING_COUNTS = `
  WITH last AS MATERIALIZED (
    SELECT series_id, max(observed_on) AS day FROM observation
    WHERE recorded_in < $1 AND series_id IN (SELECT series_id FROM observation WHERE recorded_in = $1) GROUP BY series_id
  )
  SELECT count(*)::int AS count,
    (count(*) FILTER (WHERE p.size <= ${LIGHT_FACTOR} AND o.observed_on > last.day))::int AS light,
    (count(DISTINCT o.series_id) FILTER (WHERE p.size > ${JUMP_FACTOR}))::int AS jumps
  FROM observation o LEFT JOIN last ON last.series_id = o.series_id
  LEFT JOIN found_step p ON p.series_id = o.series_id AND p.observed_on = o.observed_on
  WHERE o.recorded_in = $1 AND o.superseded_in IS NULL`;

/** Series that nobody but their author saw, far from what is expected of them. Runs after findUnexpected. */
export const NEW_UNEXPECTED = `
  SELECT count(*)::int AS count FROM found_unexpected
  WHERE series_id NOT IN (SELECT series_id FROM (${SEEN_FIGURES}) AS seen)`;

/** The reading that a new one replaces, else the one before it. */
const BEFORE_READING = `
  SELECT * FROM observation b WHERE b.series_id = o.series_id AND b.recorded_in < $1
    AND (b.superseded_in = $1 AND b.observed_on = o.observed_on OR b.superseded_in IS NULL AND b.observed_on < o.observed_on)
  ORDER BY b.observed_on DESC LIMIT 1`;

const figure = (
  row: string,
) => `json_build_object('amount', trim_scale(${row}.amount)::text, 'currency', ${row}.currency,
  'observedOn', ${row}.observed_on, 'source', ${row}.source_id, 'address', ${row}.source_url)`;

export const READINGS = `
  SELECT product, country, platform, period, CASE WHEN p.id IS NOT NULL THEN ${figure("p")} END AS before, ${figure("o")} AS after
  FROM (
    SELECT s.product, s.country, s.platform, s.period, o.*
    FROM observation o JOIN series s ON s.id = o.series_id WHERE o.recorded_in = $1 AND o.superseded_in IS NULL
    ORDER BY 1, 2, 3, 4, o.observed_on LIMIT ${LISTED_READINGS}
  ) AS o LEFT JOIN LATERAL (${BEFORE_READING}) AS p ON true
  ORDER BY 1, 2, 3, 4, o.observed_on`;

export const RATE_COUNTS = `
  SELECT count(*)::int AS count, (count(*) FILTER (WHERE date < (
      SELECT max(date) FROM rate o WHERE o.source_id = n.source_id AND o.recorded_in < $1
    ) OR EXISTS (
      SELECT FROM rate o WHERE (o.source_id, o.currency, o.date) = (n.source_id, n.currency, n.date) AND o.superseded_in = $1 AND o.recorded_in < $1
    )))::int AS past
  FROM rate n WHERE n.recorded_in = $1 AND n.superseded_in IS NULL`;

/** Rows of every table of names, addresses, taxes and such that this version writes or takes away, old and new. */
export const CHANGED_ROWS = `
  SELECT *, (count(*) OVER ())::int AS total FROM (${REFERENCES.filter(({ name }) => name !== "country_entry")
    .map(({ name, key }) => {
      const side = (version: string) => `SELECT ROW(${key})::text AS row_key, concat_ws(' ', ${key}) AS key,
        to_jsonb(t) - 'entry_id' - 'recorded_in' - 'superseded_in' AS row FROM ${name} t WHERE ${version}`;
      return `SELECT '${name.replace("_entry", "")}' AS table, coalesce(n.key, o.key) AS key, o.row AS before, n.row AS after
        FROM (${side("superseded_in = $1 AND recorded_in < $1")}) AS o FULL JOIN (${side("recorded_in = $1 AND superseded_in IS NULL")}) AS n USING (row_key)`;
    })
    .join(" UNION ALL ")}) AS changed ORDER BY before IS NULL, 1, 2 LIMIT ${LISTED_ROWS}`;

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

/** Largest factor first. */
export const MOVED_PRICES = `
  SELECT n.product, n.country, n.platform, n.period, t.name, t.plan, trim_scale(n.amount)::text AS amount, n.currency,
    b.usd_monthly AS "usdBefore", n.usd_monthly AS "usdAfter", (n.fx_rate / b.fx_rate)::float8 AS factor,
    (count(*) OVER ())::int AS total
  FROM price n JOIN price b ON b.version_id = $1 - 1 AND b.series_id = n.series_id
  JOIN product t ON t.version_id = $1 AND t.slug = n.product
  WHERE n.version_id = $1 AND (n.amount, n.currency) = (b.amount, b.currency) AND n.fx_rate <> b.fx_rate
  ORDER BY greatest(n.fx_rate / b.fx_rate, b.fx_rate / n.fx_rate) DESC, 1, 2, 3, 4 LIMIT ${LISTED_MOVED}`;

/** Current prices of currencies ($2) in a version. */
export const PRICES_OF_CURRENCIES = `
  SELECT currency, count(*)::int AS prices FROM price WHERE version_id = $1 AND currency = ANY($2) GROUP BY currency`;

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
    SELECT ${familyOfSql("id")} AS source, sum(prices)::int AS rows
    FROM source WHERE version_id = $1 - 1 AND prices > 0 GROUP BY 1
  )
  SELECT source, coalesce(recorded.rows, current.rows) AS rows FROM recorded FULL JOIN current USING (source)
  WHERE source = ANY($2)`;

export const RATES_BEFORE = `
  SELECT count(*)::int AS rows FROM rate WHERE superseded_in IS NULL AND source_id = $1 AND date = (
    SELECT max(date) FROM rate WHERE superseded_in IS NULL AND source_id = $1 AND date < $2::date
  ) HAVING count(*) > 0`;
