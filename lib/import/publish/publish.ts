import "server-only";
import type { ClientBase } from "pg";
import { DATASET_CHANNEL } from "@/lib/dataset/version";
import { describeRates, RATE_DAY } from "@/lib/import/merge/rate-day";
import type { PublishedVersion } from "@/lib/import/report/result";
import { NOTHING_CHANGED, type VersionCounts } from "./count-changes";
import { buildDerivedTables, DERIVED_TABLES, markDerivedTables } from "./derived-tables";
import { recordReferences } from "./record-references";

/**
 * Publishes the tables as a new dataset version at one rate day: builds the derived tables and notifies listeners on
 * commit. Null when no price was ever observed, because there is nothing to serve yet.
 */
export async function publishVersion(
  client: ClientBase,
  counts: VersionCounts = NOTHING_CHANGED,
): Promise<PublishedVersion | null> {
  const { rows } = await client.query<Omit<PublishedVersion, "rateWarnings">>(
    `INSERT INTO dataset_version (id, version, published_at, data_date, fx_date, prices, products, countries, ended_series,
       added, changed, ended, corrected, redacted)
     SELECT id, data_date || '.' || id, published_at, data_date, ${RATE_DAY}, prices, products, countries, ended_series,
       $1, $2, $3, $4, 0
     FROM (
       SELECT count(amount)::int AS prices, count(DISTINCT country) FILTER (WHERE amount IS NOT NULL)::int AS countries,
         -- A series whose observations were all withdrawn has not ended: it was never seen.
         (count(*) FILTER (WHERE amount IS NULL AND EXISTS (SELECT FROM price_observation WHERE price_id = price.id)))::int AS ended_series, (SELECT count(*)::int FROM product) AS products,
         coalesce(
           max(verified_on), (SELECT max(observed_on) FROM price_observation),
           -- Without any observation left, by corrections: the day does not go back.
           (SELECT data_date FROM dataset_version ORDER BY id DESC LIMIT 1)
         ) AS data_date,
         -- Keeps publish times unique and ascending, even when the clock is set back.
         (SELECT greatest(clock_timestamp(), max(published_at) + interval '1 millisecond') FROM dataset_version) AS published_at
       FROM price
     ) AS content, LATERAL (
       -- Depends on the content: without any, no number is taken that merged rows already name.
       SELECT nextval(pg_get_serial_sequence('dataset_version', 'id')) AS id WHERE data_date IS NOT NULL
     ) AS numbered
     RETURNING id, version, published_at AS "publishedAt", prices, products, countries, ended_series AS "endedSeries"`,
    [counts.added, counts.changed, counts.ended, counts.corrected],
  );
  const [published] = rows;
  if (!published) return null;
  await recordReferences(client, published.id);
  const unmerged = DERIVED_TABLES.filter(({ isMerged }) => !isMerged);
  await buildDerivedTables(client, published.id, unmerged);
  await markDerivedTables(client, published.id);
  await client.query("SELECT pg_notify($1, $2)", [DATASET_CHANNEL, published.version]);
  return { ...published, rateWarnings: await describeRates(client) };
}
