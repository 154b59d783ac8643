/**
 * Columns of a correction `c` with its `v` (dataset version) and its `p` (price), in the order of the contract: the row
 * that it superseded names its version in `superseded_in`, the row that replaced it in `recorded_in`.
 */
export const CORRECTION_SELECT = `
  v.version AS dataset_version,
  to_char(v.published_at AT TIME ZONE 'UTC', 'YYYY-MM-DD"T"HH24:MI:SS.MS"Z"') AS published_at,
  CASE WHEN c.currency IS NULL THEN 'price' ELSE 'rate' END AS object,
  p.product, p.country, p.platform, p.period, c.currency, c.day AS date, c.source_id AS source, c.action, c.reason, c.note,
  coalesce(was.is_redacted OR row.is_redacted OR was_rate.is_redacted OR rate.is_redacted, false) AS erased,
  trim_scale(was.amount) AS before_amount, was.currency AS before_currency, trim_scale(was_rate.usd_per_unit) AS before_usd_per_unit,
  was.source_url AS before_source_url,
  trim_scale(row.amount) AS after_amount, row.currency AS after_currency, trim_scale(rate.usd_per_unit) AS after_usd_per_unit,
  CASE WHEN c.action = 'replace' THEN coalesce(row.source_id, c.source_id) END AS after_source, row.source_url AS after_source_url`;

/** Corrections up to the newest dataset version. */
export const CORRECTIONS = `
  correction c JOIN dataset_version v ON v.id = c.version_id
  LEFT JOIN price p ON p.id = c.price_id
  LEFT JOIN superseded_observation was
    ON was.price_id = c.price_id AND was.observed_on = c.day AND was.superseded_in = c.version_id
  LEFT JOIN superseded_rate was_rate ON was_rate.currency = c.currency AND was_rate.date = c.day
    AND was_rate.source_id = c.source_id AND was_rate.superseded_in = c.version_id
  LEFT JOIN LATERAL (
    SELECT amount, currency, source_id, source_url, false AS is_redacted FROM price_observation
    WHERE price_id = c.price_id AND observed_on = c.day AND recorded_in = c.version_id
    UNION ALL
    SELECT amount, currency, source_id, source_url, is_redacted FROM superseded_observation
    WHERE price_id = c.price_id AND observed_on = c.day AND recorded_in = c.version_id AND superseded_in > c.version_id
    LIMIT 1
  ) AS row ON c.action = 'replace'
  LEFT JOIN LATERAL (
    SELECT usd_per_unit, false AS is_redacted FROM fx_rate
    WHERE (currency, date, source_id) = (c.currency, c.day, c.source_id) AND recorded_in = c.version_id
    UNION ALL
    SELECT usd_per_unit, is_redacted FROM superseded_rate
    WHERE (currency, date, source_id) = (c.currency, c.day, c.source_id) AND recorded_in = c.version_id AND superseded_in > c.version_id
    LIMIT 1
  ) AS rate ON c.action = 'replace'`;
