import "server-only";
import { type Tags, toWeakTags } from "@/lib/api/caching";
import { JsonText } from "@/lib/contract/json-text";
import { toVersion, type VersionColumn, versionColumn } from "@/lib/dataset/data";
import type { Version } from "@/lib/dataset/version";
import { readRow } from "@/lib/platform/read-row";
import { Prisma } from "@/prisma/client/client";
import type { SourceRecord } from "./schema";

/** Entity tags of the list: of the newest version, the days that a source missed are counted to today (UTC). */
export const toSourceTags = (version: Version, key: string, asked: { version?: unknown }): Tags =>
  toWeakTags(version, asked.version === undefined ? `${key}\n${new Date().toISOString().slice(0, 10)}` : key);

/**
 * All sources of one dataset version, those with most prices first. Of a publication whose snapshots are sources of their
 * own, the newest has the plan of reading.
 */
export async function listSourceFacts(query: { version?: unknown } = {}) {
  const today =
    query.version === undefined
      ? Prisma.sql`(now() AT TIME ZONE 'UTC')::date`
      : Prisma.sql`(SELECT (published_at AT TIME ZONE 'UTC')::date FROM dataset_version ORDER BY id DESC LIMIT 1)`;
  const { version, data } = await readRow<{ version: VersionColumn; data: string }>(Prisma.sql`
    WITH listed AS (
      SELECT s.*, regexp_replace(s.id, '-\\d{4}-\\d{2}-\\d{2}$', '') AS family
      FROM page_figure, ROWS FROM (json_to_recordset(figures) AS (id text, name text, publisher text, url text, license text,
        attribution text, prices int, observations int, rates int, lenses int, "from" text, "to" text)) WITH ORDINALITY
        AS s (id, name, publisher, url, license, attribution, prices, observations, rates, lenses, "from", "to", place)
      WHERE page_figure.name = 'sources'
    ), planned AS (
      SELECT DISTINCT ON (family) l.id, f.cadence_days, l."to"::date AS read_on
      FROM listed l JOIN feed f ON f.id = l.family WHERE l."to" IS NOT NULL ORDER BY family, l."to" DESC, l.id DESC
    ), record AS (
      SELECT place, l.id, l.name, publisher, url, license, attribution, prices, observations, rates, lenses, "from", "to",
        p.cadence_days, p.read_on AS last_read_on, p.read_on + p.cadence_days AS next_due_on,
        CASE WHEN p.id IS NOT NULL
          THEN greatest(0, ceil((${today} - p.read_on - p.cadence_days)::numeric / p.cadence_days))::int END AS missed
      FROM listed l LEFT JOIN planned p USING (id)
    )
    SELECT ${versionColumn} AS version, (SELECT coalesce(json_agg((SELECT row_to_json(one) FROM (
      SELECT id, name, publisher, url, license, attribution, prices, observations, rates, lenses, "from", "to",
        cadence_days, last_read_on, next_due_on, missed
    ) AS one) ORDER BY place), '[]')::text FROM record) AS data`);
  return { version: toVersion(version), data: new JsonText<SourceRecord[]>(data) };
}
