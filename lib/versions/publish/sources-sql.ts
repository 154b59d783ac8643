import { validRowsText } from "@/lib/versions/valid-rows-sql";

export const SOURCE_ROWS = (id: number) => `
  INSERT INTO source (version_id, id, position, name, publisher, url, license, attribution, prices, observations, rates, lenses,
    first_day, last_day)
  WITH ${validRowsText(id)}, used AS (
    SELECT source_id, count(*) AS observations, 0 AS rates, 0 AS lenses, min(observed_on) AS first_day, max(observed_on) AS last_day
    FROM observation GROUP BY source_id
    UNION ALL SELECT source_id, 0, count(*), 0, min(date), max(date) FROM rate GROUP BY source_id
    UNION ALL SELECT source_id, 0, 0, count(*), NULL, NULL FROM (
      SELECT source_id FROM tax_rate UNION ALL SELECT source_id FROM tax_treatment
      UNION ALL SELECT source_id FROM income UNION ALL SELECT source_id FROM purchasing_power
    ) AS lens GROUP BY source_id
  ), summed AS (
    SELECT source_id, sum(observations)::int AS observations, sum(rates)::int AS rates, sum(lenses)::int AS lenses,
      min(first_day) AS first_day, max(last_day) AS last_day
    FROM used GROUP BY source_id
  ), read AS (
    SELECT source_id, count(*)::int AS prices FROM price WHERE version_id = ${id} GROUP BY source_id
  ), listed AS (
    SELECT s.*, coalesce(r.prices, 0) AS prices, coalesce(u.observations, 0) AS observations, coalesce(u.rates, 0) AS rates,
      coalesce(u.lenses, 0) AS lenses, u.first_day, u.last_day
    FROM source_entry s LEFT JOIN summed u ON u.source_id = s.id LEFT JOIN read r ON r.source_id = s.id
  )
  SELECT ${id}, id, row_number() OVER (ORDER BY prices DESC, observations DESC, rates DESC, lenses DESC, id), name, publisher, url,
    license, attribution, prices, observations, rates, lenses, first_day, last_day
  FROM listed`;
