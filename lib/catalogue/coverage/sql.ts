import { DESK_SOURCE } from "@/lib/dataset/rules";
import { standingText } from "@/lib/versions/standing-sql";
import { COVERAGE_STATUS_SQL } from "./rules";

/**
 * Statement for each product in each country with prices: facts as in rules.ts, prices, platforms and newest reading. By
 * hand, because it crosses two tables and asks the ledger for what is no longer priced. The desk reads single prices,
 * so that its prices say nothing about others.
 */
export const coverageFacts = (versionId: number): string => `
  WITH ${standingText(versionId)},
  reading AS (
    SELECT product, country, platform, source_id, verified_on AS read_on, true AS is_current
    FROM price WHERE version_id = ${versionId}
    UNION ALL
    SELECT s.product, s.country, s.platform, o.source_id, o.observed_on, false
    FROM series s JOIN observation o ON o.series_id = s.id AND o.amount IS NOT NULL
    WHERE NOT EXISTS (SELECT FROM price p WHERE p.version_id = ${versionId} AND p.series_id = s.id)
  ),
  cell AS (
    SELECT product, country, count(*) FILTER (WHERE is_current)::int AS prices, max(read_on) AS read_on,
      string_agg(DISTINCT platform::text, ',' ORDER BY platform::text) FILTER (WHERE is_current) AS platforms
    FROM reading GROUP BY product, country
  ),
  withdrawn AS (
    SELECT DISTINCT s.product, s.country FROM correction c JOIN series s ON s.id = c.series_id WHERE c.action = 'withdraw'
  ),
  sold AS (
    SELECT DISTINCT pr.service, c.country FROM cell c JOIN product pr ON pr.version_id = ${versionId} AND pr.slug = c.product
    WHERE c.prices > 0
  ),
  source_read AS (
    SELECT DISTINCT own.product, other.country
    FROM (SELECT DISTINCT product, source_id FROM reading WHERE source_id <> '${DESK_SOURCE}') AS own
    JOIN (SELECT DISTINCT country, source_id FROM reading) AS other USING (source_id)
  )
  SELECT pr.slug AS product, co.code AS country, coalesce(c.prices, 0) AS prices, c.platforms, c.read_on,
    coalesce(c.prices > 0, false) AS has_price, c.product IS NOT NULL AS was_read, w.product IS NOT NULL AS is_withdrawn,
    s.service IS NOT NULL AS has_other_plan, r.product IS NOT NULL AS is_source_read
  FROM product pr JOIN country co ON co.version_id = pr.version_id AND co.prices > 0
  LEFT JOIN cell c ON c.product = pr.slug AND c.country = co.code
  LEFT JOIN withdrawn w ON w.product = pr.slug AND w.country = co.code
  LEFT JOIN sold s ON s.service = pr.service AND s.country = co.code
  LEFT JOIN source_read r ON r.product = pr.slug AND r.country = co.code
  WHERE pr.version_id = ${versionId}`;

/** Rows of the contract, by product and country. */
export const coverageRows = (versionId: number): string => `
  SELECT product, country, ${COVERAGE_STATUS_SQL} AS status, prices, platforms, read_on AS last_read_on
  FROM (${coverageFacts(versionId)}) AS f ORDER BY product, country`;
