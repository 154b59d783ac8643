/** Joins a superseded row to the correction that superseded it. */
const byCorrection = (table: string, key: string) =>
  `SELECT s.*, c.version_id AS withdrawn_in FROM ${table} s
   JOIN correction c ON c.version_id = s.superseded_in AND c.source_id = s.source_id AND ${key}`;

/**
 * Queries for the rows that corrections took away and that no other row of their source, or after a replacement no other
 * row at all, stands for: claims that a plain file must not bring back. `withdrawn_in`: id of the dataset version
 * without it.
 */
export const WITHDRAWN = {
  observation: `${byCorrection("superseded_observation", "c.price_id = s.price_id AND c.day = s.observed_on")}
    WHERE NOT EXISTS (SELECT FROM price_observation o WHERE o.price_id = s.price_id AND o.observed_on = s.observed_on
      AND (c.action = 'replace' OR o.source_id = s.source_id))`,
  rate: `${byCorrection("superseded_rate", "c.currency = s.currency AND c.day = s.date")}
    WHERE NOT EXISTS (SELECT FROM fx_rate r WHERE r.currency = s.currency AND r.date = s.date AND r.source_id = s.source_id)`,
};

/**
 * Beginning of a query for the faults of corrections: `checked`, the rows of the table with their `place` among those of
 * one key, and the faults of rows that come after another of their key. `key`: its columns; `column`: the one that is
 * named.
 */
export const repeatedCorrections = (table: string, key: string, column: string) => `
  WITH checked AS (
    SELECT *, first_value(file) OVER w AS first_file, first_value(line) OVER w AS first_line, row_number() OVER w AS place
    FROM ${table} WINDOW w AS (PARTITION BY ${key} ORDER BY file, line)
  )
  SELECT file, line, '${column}' AS "column",
    format('is corrected by %s:%s, too', (SELECT path FROM stage_file f WHERE f.file = first_file), first_line) AS text
  FROM checked WHERE place > 1`;
