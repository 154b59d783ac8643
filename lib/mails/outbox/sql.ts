import { amountChanges } from "@/lib/changes/sql";

// Raw SQL, because it reads the differences of two versions and writes rows of them, and because Prisma has no lateral joins.

type Follows = { series: string; subscriber: string; at: string };

/** A confirmed follow of the subscriber takes in the series. */
const isFollowed = ({ series, subscriber, at }: Follows) => `EXISTS (
  SELECT FROM follow f WHERE f.subscriber_id = ${subscriber} AND f.confirmed_at <= ${at}
    AND ${series}.product = ANY (f.products) AND (f.country IS NULL OR f.country = ${series}.country)
)`;

export const TOLD_CHANGES = (from: number, to: number) => `
  INSERT INTO told_change (version_id, series_id, kind, was_on, is_on)
  SELECT ${to}, c."seriesId", c.kind, c.was_on, c.is_on FROM (${amountChanges({ from: { id: from }, to: { id: to } })}) c`;

/** A subscriber who stops meanwhile is waited for, and gets none: the publish goes on. */
export const MAILS = `
  INSERT INTO mail (subscriber_id, version_id, at, due_at)
  SELECT u.id, $1, $2, $2 FROM subscriber u WHERE EXISTS (
    SELECT FROM told_change t JOIN series s ON s.id = t.series_id
    WHERE t.version_id = $1 AND ${isFollowed({ series: "s", subscriber: "u.id", at: "$2" })}
  ) FOR KEY SHARE`;

/** A reading of the series as it stands now, or none. */
const reading = (name: string, condition: string) => `
  JOIN LATERAL (
    SELECT o.amount, o.currency, o.observed_on, o.source_id, o.source_url FROM observation o
    WHERE o.series_id = t.series_id AND NOT o.is_redacted AND o.amount IS NOT NULL AND ${condition}
    ORDER BY o.observed_on DESC, o.id DESC LIMIT 1
  ) ${name} ON true`;

const STANDS = "o.superseded_in IS NULL";
/** As the version before had it. */
const STOOD = "o.recorded_in < t.version_id AND (o.superseded_in IS NULL OR o.superseded_in >= t.version_id)";

/**
 * What a mail has to tell now: a change whose readings still stand, with their amounts of now; and a correction, to those who
 * were told what it corrects.
 */
export const CONTENT = `
  SELECT t.series_id AS "seriesId", t.kind, s.product, s.country, s.platform, s.period, coalesce(p.name, s.product) AS name,
    coalesce(p.plan, '') AS plan, was.amount AS "wasAmount", was.currency AS "wasCurrency", was.observed_on::text AS "wasOn",
    now.amount, now.currency, now.observed_on::text AS "isOn", now.source_url AS "sourceUrl", e.name AS source, e.publisher,
    (SELECT max(id) FROM dataset_version) AS "newestId"
  FROM mail m JOIN told_change t ON t.version_id = m.version_id JOIN series s ON s.id = t.series_id
  LEFT JOIN product_entry p ON p.slug = s.product AND p.superseded_in IS NULL
  ${reading("was", `CASE t.kind WHEN 'changed' THEN o.observed_on <= t.was_on AND ${STANDS} ELSE o.observed_on = t.was_on AND ${STOOD} END`)}
  ${reading("now", `o.observed_on = t.is_on AND ${STANDS}`)}
  LEFT JOIN source_entry e ON e.id = now.source_id AND e.superseded_in IS NULL
  WHERE m.id = $1 AND (was.amount, was.currency) <> (now.amount, now.currency)
    AND ${isFollowed({ series: "s", subscriber: "m.subscriber_id", at: "m.at" })}
    AND (t.kind = 'changed' OR EXISTS (
      SELECT FROM mail b WHERE b.subscriber_id = m.subscriber_id AND b.version_id < m.version_id
        AND t.series_id = ANY (b.told) AND b.told_in < m.version_id AND (b.state = 'sent' OR b.unseen > 0)
    ))
  ORDER BY s.product, s.country, s.platform, s.period`;

/** Questions first, because somebody waits for them; of one address one after the other. */
export const NEXT_MAIL = `
  SELECT m.id, m.version_id AS "versionId", u.address, f.products, f.country,
    v.version, v.published_at AS "publishedAt"
  FROM mail m JOIN subscriber u ON u.id = m.subscriber_id LEFT JOIN follow f ON f.id = m.follow_id
  LEFT JOIN dataset_version v ON v.id = m.version_id
  WHERE m.state = 'waiting' AND m.due_at <= $1 AND NOT EXISTS (
    SELECT FROM mail b WHERE b.subscriber_id = m.subscriber_id AND b.version_id < m.version_id AND b.state = 'waiting'
  )
  ORDER BY m.version_id IS NOT NULL, m.due_at, m.id LIMIT 1 FOR UPDATE OF m SKIP LOCKED`;
