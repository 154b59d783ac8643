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
