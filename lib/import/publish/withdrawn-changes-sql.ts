import { isRedenominatedSql } from "@/lib/catalogue/fx/redenomination-rules";

/** Corrections that are searched, and changes that are kept: filtered feeds choose among them. */
const SEARCHED = 1_000;
const KEPT = 1_000;

/**
 * Query for the changes of local prices that the newest corrections took back, the last one first, as JSON: those of the
 * version before each correction, by the ledger, that are none any more. What was erased counts as another amount.
 */
export const WITHDRAWN_CHANGES = `
  WITH newest AS (
    SELECT price_id, version_id FROM correction WHERE price_id IS NOT NULL ORDER BY id DESC LIMIT ${SEARCHED}
  ),
  corrected AS (SELECT DISTINCT price_id, version_id FROM newest),
  stood AS (
    SELECT c.version_id, o.* FROM corrected c CROSS JOIN LATERAL (
      SELECT price_id, observed_on, amount, currency, false AS is_redacted FROM price_observation
      WHERE price_id = c.price_id AND recorded_in < c.version_id
      UNION ALL
      SELECT price_id, observed_on, amount, currency, is_redacted FROM superseded_observation
      WHERE price_id = c.price_id AND recorded_in < c.version_id AND superseded_in >= c.version_id
    ) AS o WHERE o.amount IS NOT NULL OR o.is_redacted
  ),
  step AS (
    SELECT *, lag(observed_on) OVER days AS was_on, lag(amount) OVER days AS was_amount, lag(currency) OVER days AS was_currency
    FROM stood WINDOW days AS (PARTITION BY price_id, version_id ORDER BY observed_on)
  ),
  told AS (
    SELECT price_id, observed_on, max(version_id) AS version_id FROM step
    WHERE was_on IS NOT NULL AND (is_redacted OR (amount, currency) IS DISTINCT FROM (was_amount, was_currency))
      AND (is_redacted OR was_currency IS NULL OR NOT ${isRedenominatedSql("was_", "", "observed_on")})
    GROUP BY price_id, observed_on
  ),
  standing AS (
    SELECT price_id, observed_on, amount, currency, lag(amount) OVER days AS was_amount, lag(currency) OVER days AS was_currency
    FROM price_observation WHERE price_id IN (SELECT price_id FROM told) AND amount IS NOT NULL
    WINDOW days AS (PARTITION BY price_id ORDER BY observed_on)
  ),
  withdrawn AS (
    SELECT * FROM told t WHERE NOT EXISTS (
      SELECT FROM standing s WHERE s.price_id = t.price_id AND s.observed_on = t.observed_on AND s.was_amount IS NOT NULL
        AND (s.amount, s.currency) IS DISTINCT FROM (s.was_amount, s.was_currency)
    ) ORDER BY version_id DESC, observed_on DESC, price_id LIMIT ${KEPT}
  )
  SELECT coalesce(json_agg(json_build_object(
    'product', p.product, 'name', pr.name, 'plan', pr.plan, 'country', p.country, 'country_name', c.name,
    'platform', p.platform, 'period', p.period, 'first_seen_on', w.observed_on,
    'withdrawn_at', to_char(v.published_at AT TIME ZONE 'UTC', 'YYYY-MM-DD"T"HH24:MI:SS.MS"Z"')
  ) ORDER BY v.id DESC, w.observed_on DESC, p.product, p.country, p.platform, p.period), '[]')
  FROM withdrawn w JOIN dataset_version v ON v.id = w.version_id JOIN price p ON p.id = w.price_id
  JOIN product pr ON pr.slug = p.product JOIN country c ON c.code = p.country`;
