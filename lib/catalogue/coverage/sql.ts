import { escapeLiteral } from "pg";
import { PEOPLE_SOURCES } from "@/lib/dataset/rules";
import { validRowsText } from "@/lib/versions/valid-rows-sql";
import { COVERAGE_STATUS_SQL } from "./rules";

/**
 * Statement for products in each country with prices, all of them by default: facts as in rules.ts, prices, platforms and
 * newest reading. By hand, because it crosses two tables and asks the ledger for what is no longer priced. People read
 * single prices, so that theirs say nothing about others.
 */
export const coverageFacts = (versionId: number, products?: readonly string[]): string => `
  WITH ${validRowsText(versionId)},
  wanted AS (
    SELECT slug, service FROM product
    WHERE version_id = ${versionId}${products ? ` AND slug IN (${["", ...products].map(escapeLiteral).join(", ")})` : ""}
  ),
  place AS (SELECT code FROM country WHERE version_id = ${versionId} AND prices > 0),
  current AS (
    SELECT p.product, p.country, p.platform, p.source_id, p.verified_on FROM price p JOIN wanted w ON w.slug = p.product
    WHERE p.version_id = ${versionId}
  ),
  reading AS (
    SELECT product, country, platform, verified_on AS read_on, true AS is_current FROM current
    UNION ALL
    SELECT s.product, s.country, s.platform, o.observed_on, false
    FROM series s JOIN wanted w ON w.slug = s.product JOIN observation o ON o.series_id = s.id AND o.amount IS NOT NULL
    WHERE NOT EXISTS (SELECT FROM price p WHERE p.version_id = ${versionId} AND p.series_id = s.id)
  ),
  cell AS (
    SELECT product, country, count(*) FILTER (WHERE is_current)::int AS prices, max(read_on) AS read_on,
      string_agg(DISTINCT platform::text, ',' ORDER BY platform::text) FILTER (WHERE is_current) AS platforms
    FROM reading GROUP BY product, country
  ),
  withdrawn AS (
    SELECT DISTINCT s.product, s.country FROM correction c JOIN series s ON s.id = c.series_id
    WHERE c.action = 'withdraw' AND c.version_id <= ${versionId}
  ),
  sold AS (
    SELECT DISTINCT t.service, p.country FROM product t JOIN price p ON p.version_id = t.version_id AND p.product = t.slug
    WHERE t.version_id = ${versionId} AND t.service IN (SELECT service FROM wanted)
  ),
  own AS (SELECT DISTINCT product, source_id FROM current WHERE source_id NOT IN (${PEOPLE_SOURCES.map(escapeLiteral).join(", ")})),
  source_place AS (
    SELECT s.source_id, c.code FROM (SELECT DISTINCT source_id FROM own) AS s CROSS JOIN place c WHERE EXISTS (
      SELECT FROM price p WHERE p.version_id = ${versionId} AND p.country = c.code AND p.source_id = s.source_id
    )
  ),
  source_read AS (SELECT DISTINCT own.product, s.code AS country FROM own JOIN source_place s USING (source_id))
  SELECT pr.slug AS product, co.code AS country, coalesce(c.prices, 0) AS prices, c.platforms, c.read_on,
    coalesce(c.prices > 0, false) AS has_price, c.product IS NOT NULL AS was_read, w.product IS NOT NULL AS is_withdrawn,
    s.service IS NOT NULL AS has_other_plan, r.product IS NOT NULL AS is_source_read
  FROM wanted pr CROSS JOIN place co
  LEFT JOIN cell c ON c.product = pr.slug AND c.country = co.code
  LEFT JOIN withdrawn w ON w.product = pr.slug AND w.country = co.code
  LEFT JOIN sold s ON s.service = pr.service AND s.country = co.code
  LEFT JOIN source_read r ON r.product = pr.slug AND r.country = co.code`;

/** Rows of the contract, by product and country. */
export const coverageRows = (versionId: number): string => `
  SELECT product, country, ${COVERAGE_STATUS_SQL} AS status, prices AS n_prices, platforms, read_on AS last_read_on
  FROM (${coverageFacts(versionId)}) AS f ORDER BY product, country`;
