/** Query for every source with the amount of data taken from it, those with most prices first, as JSON. */
export const SOURCES = `
  WITH day AS (
    SELECT source_id, count(*) AS observations, 0 AS rates, min(observed_on) AS since, max(observed_on) AS until
    FROM price_observation GROUP BY source_id
    UNION ALL SELECT source_id, 0, count(*), min(date), max(date) FROM fx_rate GROUP BY source_id
  ),
  used AS (
    SELECT source_id, sum(observations)::int AS observations, sum(rates)::int AS rates, min(since) AS since, max(until) AS until
    FROM day GROUP BY source_id
  ),
  lens AS (
    SELECT source_id FROM tax_rate UNION ALL SELECT source_id FROM tax_treatment
    UNION ALL SELECT source_id FROM income UNION ALL SELECT source_id FROM purchasing_power
  ),
  listed AS (
    SELECT s.*, (SELECT count(*)::int FROM lens WHERE lens.source_id = s.id) AS lenses,
      coalesce(u.observations, 0) AS observations, coalesce(u.rates, 0) AS rates, u.since, u.until,
      (SELECT coalesce(sum(prices), 0)::int FROM counted c WHERE c.source_id = s.id) AS prices
    FROM source s LEFT JOIN used u ON u.source_id = s.id
  )
  SELECT coalesce(json_agg(json_build_object(
    'id', id, 'name', name, 'publisher', publisher, 'url', url, 'license', license, 'attribution', attribution,
    'prices', prices, 'observations', observations, 'rates', rates, 'lenses', lenses, 'from', since, 'to', until
  ) ORDER BY prices DESC, observations DESC, rates DESC, lenses DESC, id), '[]') FROM listed`;
