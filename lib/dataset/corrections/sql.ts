import { Prisma } from "@/prisma/client/client";

// Raw SQL: a correction names its rows by series, day and version, without a relation.

const COLUMNS = `
  v.version AS dataset_version,
  to_char(v.published_at AT TIME ZONE 'UTC', 'YYYY-MM-DD"T"HH24:MI:SS.MS"Z"') AS published_at,
  CASE WHEN c.currency IS NULL THEN 'price' ELSE 'rate' END AS object,
  s.product, s.country, s.platform, s.period, c.currency, c.day AS date, c.source_id AS source, c.action, c.reason, c.note,
  coalesce(was.is_redacted OR now.is_redacted OR was_rate.is_redacted OR rate.is_redacted, false) AS erased,
  trim_scale(was.amount) AS before_amount, was.currency AS before_currency, trim_scale(was_rate.usd_per_unit) AS before_usd_per_unit,
  was.source_url AS before_source_url,
  trim_scale(now.amount) AS after_amount, now.currency AS after_currency, trim_scale(rate.usd_per_unit) AS after_usd_per_unit,
  CASE WHEN c.action = 'replace' THEN coalesce(now.source_id, c.source_id) END AS after_source, now.source_url AS after_source_url`;

/** True for a row that the correction's version did not supersede. */
const stoodIn = (row: string) => `(${row}.superseded_in IS NULL OR ${row}.superseded_in > c.version_id)`;

/** `superseded_in` identifies the corrected row, `recorded_in` the new one. */
const CORRECTED = `
  correction c JOIN dataset_version v ON v.id = c.version_id
  LEFT JOIN series s ON s.id = c.series_id
  LEFT JOIN observation was ON was.series_id = c.series_id AND was.observed_on = c.day AND was.superseded_in = c.version_id
  LEFT JOIN observation now ON now.series_id = c.series_id AND now.observed_on = c.day AND now.recorded_in = c.version_id
    AND ${stoodIn("now")} AND c.action = 'replace'
  LEFT JOIN rate was_rate ON was_rate.currency = c.currency AND was_rate.date = c.day
    AND was_rate.source_id = c.source_id AND was_rate.superseded_in = c.version_id
  LEFT JOIN rate ON rate.currency = c.currency AND rate.date = c.day AND rate.source_id = c.source_id
    AND rate.recorded_in = c.version_id AND ${stoodIn("rate")} AND c.action = 'replace'`;

function rowsUpTo(versionId: number, columns: string): string {
  if (!Number.isInteger(versionId)) throw new TypeError("the id of a version is an integer");
  return `SELECT ${columns} FROM ${CORRECTED} WHERE c.version_id <= ${versionId}`;
}

/** Oldest first. */
export const correctionRowsText = (versionId: number): string => `${rowsUpTo(versionId, COLUMNS)} ORDER BY c.id`;

export const newestCorrections = (versionId: number, take: number, skip: number): Prisma.Sql => Prisma.sql`
  SELECT l.id, pr.name, pr.plan, co.name AS country_name, l.dataset_version, l.published_at, l.object, l.product, l.country,
    l.platform::text AS platform, l.period::text AS period, l.currency, l.date::text AS date, l.source, l.action, l.reason, l.note,
    l.erased, l.before_amount::float8 AS before_amount, l.before_currency, l.before_usd_per_unit::float8 AS before_usd_per_unit,
    l.before_source_url, l.after_amount::float8 AS after_amount, l.after_currency,
    l.after_usd_per_unit::float8 AS after_usd_per_unit, l.after_source, l.after_source_url
  FROM (${Prisma.raw(rowsUpTo(versionId, `c.id, ${COLUMNS}`))} ORDER BY c.id DESC LIMIT ${take} OFFSET ${skip}) AS l
  LEFT JOIN product pr ON pr.version_id = ${versionId} AND pr.slug = l.product
  LEFT JOIN country co ON co.version_id = ${versionId} AND co.code = l.country
  ORDER BY l.id DESC`;

/** Countries of a product in which nothing stands any more because it was withdrawn, as `countries, notes`. */
export const withdrawnOf = (versionId: number, product: string): Prisma.Sql => Prisma.sql`
  SELECT count(DISTINCT s.country)::int AS countries, coalesce(array_agg(DISTINCT c.note) FILTER (WHERE c.note IS NOT NULL), '{}') AS notes
  FROM correction c JOIN series s ON s.id = c.series_id
  WHERE s.product = ${product} AND c.action = 'withdraw' AND c.version_id <= ${versionId} AND NOT EXISTS (
    SELECT FROM observation o JOIN series other ON other.id = o.series_id
    WHERE other.product = s.product AND other.country = s.country AND o.recorded_in <= ${versionId}
      AND (o.superseded_in IS NULL OR o.superseded_in > ${versionId})
  )`;
