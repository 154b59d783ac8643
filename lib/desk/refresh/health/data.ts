import "server-only";
import { familyOfSql } from "@/lib/dataset/reading/rules";
import { listFeeds } from "@/lib/desk/refresh/data";
import type { FeedHealth } from "@/lib/desk/refresh/schema";
import { currentDay } from "@/lib/platform/clock";
import { pool } from "@/lib/platform/db";

// Raw SQL: percentiles, and the newest change set of each source.

type Ages = NonNullable<FeedHealth["ages"]>;
const AGES = `
  SELECT ${familyOfSql("source_id")} AS source, count(*)::int AS prices,
    percentile_disc(0.1) WITHIN GROUP (ORDER BY $1::date - verified_on) AS young,
    percentile_disc(0.5) WITHIN GROUP (ORDER BY $1::date - verified_on) AS middle,
    percentile_disc(0.9) WITHIN GROUP (ORDER BY $1::date - verified_on) AS old
  FROM price WHERE version_id = (SELECT max(id) FROM dataset_version) GROUP BY 1`;

type Rows = NonNullable<FeedHealth["rows"]>;
const ROWS = `
  SELECT feed.id AS source, newest.day::text AS "on", counts.read, counts.expected
  FROM feed
  CROSS JOIN LATERAL (
    SELECT (created_at AT TIME ZONE 'UTC')::date AS day, preview -> 'sources' AS sources FROM change_set
    WHERE feed_id = feed.id AND held_from_id IS NULL AND jsonb_array_length(preview -> 'sources') > 0
    ORDER BY id DESC LIMIT 1
  ) AS newest
  CROSS JOIN LATERAL (
    SELECT sum((one ->> 'rows')::int)::int AS read, sum((one ->> 'before')::int)::int AS expected
    FROM jsonb_array_elements(newest.sources) AS one
  ) AS counts`;

type Changed = NonNullable<FeedHealth["changed"]>;
const sumOf = (name: string) =>
  `(SELECT sum((one ->> '${name}')::int)::int FROM jsonb_array_elements(newest.files) AS one) AS ${name}`;
const CHANGED = `
  SELECT feed.id AS source, newest.id AS "changeSetId", newest.day::text AS "on",
    ${sumOf("added")}, ${sumOf("changed")}, ${sumOf("confirmed")}
  FROM feed
  CROSS JOIN LATERAL (
    SELECT s.id, (v.published_at AT TIME ZONE 'UTC')::date AS day, preview -> 'files' AS files
    FROM change_set s JOIN dataset_version v ON v.id = s.version_id
    WHERE feed_id = feed.id AND state = 'published' ORDER BY s.id DESC LIMIT 1
  ) AS newest`;

/** Every source that is read by itself, those first that miss most. */
export async function listHealth(): Promise<FeedHealth[]> {
  const read = async <Fact extends object>(sql: string, values: unknown[] = []) => {
    const { rows } = await pool().query<Fact & { source: string }>(sql, values);
    return new Map(rows.map(({ source, ...fact }) => [source, fact as unknown as Fact]));
  };
  const [feeds, ages, rows, changed] = await Promise.all([
    listFeeds(),
    read<Ages>(AGES, [currentDay()]),
    read<Rows>(ROWS),
    read<Changed>(CHANGED),
  ]);
  return feeds.map((feed) => ({
    ...feed,
    ages: ages.get(feed.id) ?? null,
    rows: rows.get(feed.id) ?? null,
    changed: changed.get(feed.id) ?? null,
  }));
}
