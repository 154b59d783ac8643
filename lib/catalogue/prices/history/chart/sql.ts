import { RATE_VALID_DAYS } from "@/lib/contract/days";
import { RATE_SOURCE_ORDER } from "@/lib/dataset/rate-rules";
import type { Version } from "@/lib/versions/current";
import { validRows } from "@/lib/versions/valid-rows-sql";
import { Prisma } from "@/prisma/client/client";

/** Null for the day stands for all days. */
const isBy = (column: string, day: string | null) =>
  Prisma.sql`${Prisma.raw(column)} <= coalesce(${day}::date, 'infinity')`;

/**
 * Statement for the platform and period of a product that were read most by a day, the days and countries of their readings,
 * and the sources of those in `countries`; no row without readings. By hand, because the choice is over counts of readings.
 */
export const mostRead = (
  version: Version,
  product: string,
  countries: readonly string[],
  until: string | null,
) => Prisma.sql`
  WITH ${validRows(version)}, observed AS (
    SELECT p.id, p.country, p.platform, p.period, o.*
    FROM series p CROSS JOIN LATERAL (
      SELECT count(*) AS days, count(DISTINCT amount) AS changes, min(observed_on) AS first_seen_on
      FROM observation WHERE series_id = p.id AND ${isBy("observed_on", until)}
    ) o
    WHERE p.product = ${product} AND o.days > 0
  ),
  chosen AS (
    SELECT platform, period, min(first_seen_on) AS first_seen_on FROM observed
    GROUP BY platform, period ORDER BY sum(days) DESC, platform, period LIMIT 1
  ),
  chosen_series AS (
    SELECT o.* FROM observed o JOIN chosen c ON c.platform = o.platform AND c.period = o.period
  )
  SELECT c.platform::text, c.period::text, c.first_seen_on::text,
    (SELECT array_agg(country::text ORDER BY changes DESC, country) FROM chosen_series) AS countries,
    (
      SELECT count(DISTINCT o.observed_on)::int FROM chosen_series s
      -- Read by key: in a join, the planner might search all observations for a few series.
      CROSS JOIN LATERAL (SELECT observed_on FROM observation WHERE series_id = s.id OFFSET 0) AS o WHERE ${isBy("o.observed_on", until)}
    ) AS observed_days,
    (
      SELECT coalesce(array_agg(DISTINCT o.source_id::text), '{}') FROM observation o
      WHERE o.series_id IN (SELECT id FROM chosen_series WHERE country = ANY (${countries})) AND ${isBy("o.observed_on", until)}
    ) AS sources
  FROM chosen c`;

/**
 * Statement for the rates of currencies, each since ten days before the day in `used`, until a day. By hand, because of
 * several sources of a day one is taken.
 */
export const ratesSince = (version: Version, used: ReadonlyMap<string, string>, until: string | null) => Prisma.sql`
  WITH ${validRows(version)}
  SELECT coalesce(json_agg(drawn ORDER BY currency, date), '[]') AS rates FROM (
    SELECT DISTINCT ON (f.currency, f.date) f.currency, f.date, trim_scale(f.usd_per_unit) AS usd_per_unit
    FROM rate f JOIN unnest(${[...used.keys()]}::text[], ${[...used.values()]}::date[]) AS used (currency, since)
      ON used.currency = f.currency AND f.date >= used.since - ${RATE_VALID_DAYS}::int AND ${isBy("f.date", until)}
    ORDER BY f.currency, f.date, ${Prisma.raw(RATE_SOURCE_ORDER)}
  ) AS drawn`;
