import "server-only";
import { askedDay } from "@/lib/catalogue/prices/days/sql";
import { RATE_VALID_DAYS } from "@/lib/contract/days";
import { RATE_SOURCE_ORDER } from "@/lib/dataset/rate-rules";
import { findRow } from "@/lib/platform/read-row";
import type { Version } from "@/lib/versions/current";
import { standing } from "@/lib/versions/standing-sql";
import { Prisma } from "@/prisma/client/client";
import { runsOf } from "./runs-sql";
import { MOST_RUNS, type ProductHistory } from "./schema";

export type HistoryQuery = {
  product: string;
  countries: readonly string[];
  /** Undefined: the dataset's day. */
  until: string | undefined;
  /** ISO 4217; its rates come along. */
  currency?: string;
};

const DAY = "(SELECT day FROM asked)";
const COUNTED = Prisma.raw(`observed_on <= ${DAY}`);

/**
 * Null without observations. Amounts are per billing period; the result has the newest 200 runs of each series. Raw
 * SQL, because runs are windows over observations.
 */
export async function findHistory(
  version: Version,
  { product, countries, until, currency }: HistoryQuery,
): Promise<ProductHistory | null> {
  const row = await findRow<{ data: ProductHistory }>(Prisma.sql`
    WITH ${standing(version)}, ${askedDay(until ?? "infinity", version)}, observed AS (
      SELECT p.id, p.country, p.platform, p.period, o.*
      FROM series p CROSS JOIN LATERAL (
        SELECT count(*) AS days, count(DISTINCT amount) AS changes, min(observed_on) AS first_seen_on
        FROM observation WHERE series_id = p.id AND ${COUNTED}
      ) o
      WHERE p.product = ${product} AND o.days > 0
    ),
    chosen AS (
      SELECT platform, period, min(first_seen_on) AS first_seen_on FROM observed
      GROUP BY platform, period ORDER BY sum(days) DESC, platform, period LIMIT 1
    ),
    chosen_series AS (
      SELECT o.* FROM observed o JOIN chosen c ON c.platform = o.platform AND c.period = o.period
    ),
    shown AS (
      SELECT s.* FROM chosen_series s
      WHERE s.country = ANY (${countries})
    ),
    ${runsOf(Prisma.sql`SELECT id FROM shown`)},
    numbered AS (
      SELECT series_id, amount, currency, first_seen_on, least(last_seen_on, ${Prisma.raw(DAY)}) AS last_seen_on,
        row_number() OVER (PARTITION BY series_id ORDER BY first_seen_on DESC) AS place
      FROM run WHERE first_seen_on <= ${Prisma.raw(DAY)}
    ),
    drawn AS (SELECT * FROM numbered WHERE place <= ${MOST_RUNS}),
    drawn_rate AS (
      SELECT DISTINCT ON (f.currency, f.date) f.currency, f.date, trim_scale(f.usd_per_unit) AS usd_per_unit
      FROM rate f JOIN (
        SELECT currency, min(first_seen_on) AS since
        FROM (SELECT currency, first_seen_on FROM drawn UNION ALL SELECT ${currency ?? null}::text, min(first_seen_on) FROM drawn) AS paid
        GROUP BY currency
      ) used
        ON used.currency = f.currency AND f.date >= used.since - ${RATE_VALID_DAYS}::int AND f.date <= ${Prisma.raw(DAY)}
      ORDER BY f.currency, f.date, ${Prisma.raw(RATE_SOURCE_ORDER)}
    )
    SELECT json_build_object(
      'platform', c.platform, 'period', c.period,
      'first_seen_on', CASE WHEN cut.is_cut THEN (SELECT min(first_seen_on) FROM drawn) ELSE c.first_seen_on END,
      'is_cut', cut.is_cut,
      'observed_days', (
        SELECT count(DISTINCT o.observed_on)::int FROM chosen_series s
        -- Read by key: in a join, the planner might search all observations for a few series.
        CROSS JOIN LATERAL (SELECT observed_on FROM observation WHERE series_id = s.id OFFSET 0) AS o WHERE ${COUNTED}
      ),
      'rate_day', ${version.fxDate ?? version.dataDate}::date,
      'until', least(greatest(${version.fxDate ?? version.dataDate}::date, (SELECT max(last_seen_on) FROM drawn)), ${Prisma.raw(DAY)}),
      'countries', (
        SELECT coalesce(json_agg(country ORDER BY changes DESC, country), '[]') FROM chosen_series
      ),
      'series', (
        SELECT coalesce(json_agg(json_build_object(
          'country', s.country, 'is_current', (
            SELECT r.amount FROM drawn r WHERE r.series_id = s.id ORDER BY r.first_seen_on DESC LIMIT 1
          ) IS NOT NULL,
          'runs', (
            SELECT coalesce(json_agg(json_build_object(
              'amount', trim_scale(r.amount), 'currency', r.currency,
              'first_seen_on', r.first_seen_on, 'last_seen_on', r.last_seen_on
            ) ORDER BY r.first_seen_on), '[]') FROM drawn r WHERE r.series_id = s.id
          )
        ) ORDER BY array_position(${countries}, s.country)), '[]')
        FROM shown s
      ),
      'sources', (
        SELECT coalesce(json_agg(DISTINCT o.source_id), '[]')
        FROM observation o WHERE o.series_id IN (SELECT id FROM shown) AND ${COUNTED}
      ),
      'rates', (SELECT coalesce(json_agg(drawn_rate ORDER BY currency, date), '[]') FROM drawn_rate)
    ) AS data
    FROM chosen c, LATERAL (SELECT EXISTS (SELECT FROM numbered WHERE place > ${MOST_RUNS}) AS is_cut) cut`);
  return row?.data ?? null;
}
