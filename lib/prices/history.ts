import "server-only";
import { db } from "@/lib/db";
import { bySourcePreference } from "@/lib/fx/columns";
import { Prisma } from "@/prisma/client/client";
import type { ProductHistory } from "./history-schema";
import { runsOf } from "./runs";

export type HistoryQuery = {
  product: string;
  /** Up to a handful. */
  countries: readonly string[];
  /** Adds the country whose price changed most often. */
  withMostChanged: boolean;
};

/**
 * The history of a product in the countries given, in one statement; null when there is no observation. Amounts are
 * those of the period, not per month.
 */
export async function findHistory({ product, countries, withMostChanged }: HistoryQuery) {
  const rows = await db().$queryRaw<{ data: ProductHistory }[]>`
    WITH chosen AS (
      SELECT p.platform, p.period, min(o.observed_on) AS first_seen_on, count(DISTINCT o.observed_on)::int AS observed_days
      FROM price p JOIN price_observation o ON o.price_id = p.id
      WHERE p.product = ${product} GROUP BY p.platform, p.period
      ORDER BY count(*) DESC, p.platform, p.period LIMIT 1
    ),
    series AS (
      SELECT p.* FROM price p JOIN chosen c ON c.platform = p.platform AND c.period = p.period WHERE p.product = ${product}
    ),
    counted AS (
      SELECT s.country, count(DISTINCT o.amount) AS changes
      FROM series s JOIN price_observation o ON o.price_id = s.id GROUP BY s.country
    ),
    shown AS (
      SELECT s.* FROM series s
      WHERE s.country = ANY (${countries}) OR (
        ${withMostChanged} AND s.country = (SELECT country FROM counted ORDER BY changes DESC, country LIMIT 1)
      )
    ),
    ${runsOf(Prisma.sql`SELECT id FROM shown`)},
    rate AS (
      SELECT DISTINCT ON (f.currency, f.date) f.currency, f.date, f.usd_per_unit
      FROM fx_rate f WHERE f.currency IN (SELECT currency FROM run)
      ORDER BY f.currency, f.date, ${bySourcePreference}
    )
    SELECT json_build_object(
      'platform', c.platform, 'period', c.period, 'first_seen_on', c.first_seen_on, 'observed_days', c.observed_days,
      'until', (SELECT coalesce(fx_date, data_date) FROM dataset_version ORDER BY id DESC LIMIT 1),
      'countries', (
        SELECT coalesce(json_agg(country ORDER BY changes DESC, country), '[]') FROM counted
      ),
      'series', (
        SELECT coalesce(json_agg(json_build_object(
          'country', s.country, 'is_current', s.amount IS NOT NULL,
          'runs', (
            SELECT coalesce(json_agg(json_build_object(
              'amount', trim_scale(r.amount), 'currency', r.currency,
              'first_seen_on', r.first_seen_on, 'last_seen_on', r.last_seen_on
            ) ORDER BY r.first_seen_on), '[]') FROM run r WHERE r.price_id = s.id
          )
        ) ORDER BY array_position(${countries}, s.country) NULLS FIRST), '[]')
        FROM shown s
      ),
      'rates', (
        SELECT coalesce(json_agg(json_build_object(
          'currency', currency, 'date', date, 'usd_per_unit', trim_scale(usd_per_unit)
        ) ORDER BY currency, date), '[]') FROM rate
      )
    ) AS data
    FROM chosen c`;
  return rows[0]?.data ?? null;
}
