import "server-only";
import { isRedenominatedSql, redenominationSql } from "@/lib/catalogue/fx/redenomination-rules";
import { Prisma } from "@/prisma/client/client";
import type { PriceChange } from "./changes-schema";

/** Most changes that are listed. */
export const LISTED_CHANGES = 100;

/** `isDecided`: no series that changed before those searched has a change that belongs in the list. */
export type NewestChanges = { changes: PriceChange[]; isDecided: boolean };

/** Expressions after `series`, and the query. A change of a series is not newer than its `changed_on`. */
const CHANGES = `
  last_series AS (
    SELECT * FROM series ORDER BY changed_on, product DESC, country DESC, platform DESC, period DESC LIMIT 1
  ),
  step AS (
    SELECT o.*, lag(o.amount) OVER days AS was_amount, lag(o.currency) OVER days AS was_currency,
      lag(o.observed_on) OVER days AS was_last_seen_on
    FROM series s, LATERAL (
      SELECT * FROM price_observation WHERE price_id = s.id AND amount IS NOT NULL OFFSET 0
    ) AS o
    WINDOW days AS (PARTITION BY o.price_id ORDER BY o.observed_on)
  ),
  newest AS (
    SELECT t.price_id, s.product, s.country, s.platform, s.period, t.observed_on AS first_seen_on, t.amount, t.currency, t.source_url,
      t.was_amount, t.was_currency, t.was_last_seen_on,
      -- Amount in the unit of the previous one.
      t.amount * CASE WHEN t.currency = t.was_currency THEN 1
        ELSE ${redenominationSql("t.was_currency", "t.currency", "t.observed_on")} END AS in_old_unit
    FROM step t JOIN series s ON s.id = t.price_id
    WHERE t.was_amount IS NOT NULL AND (t.amount, t.currency) IS DISTINCT FROM (t.was_amount, t.was_currency)
      AND NOT ${isRedenominatedSql("t.was_", "t.", "t.observed_on")}
    ORDER BY t.observed_on DESC, s.product, s.country, s.platform, s.period LIMIT ${LISTED_CHANGES}
  ),
  decided AS (
    SELECT count(*) AS changes FROM newest n, last_series l
    WHERE n.first_seen_on > l.changed_on OR (
      n.first_seen_on = l.changed_on
      AND (n.product, n.country, n.platform, n.period) <= (l.product, l.country, l.platform, l.period)
    )
  )
  SELECT (
    SELECT coalesce(json_agg(json_build_object(
      'product', n.product, 'name', pr.name, 'plan', pr.plan, 'country', n.country, 'country_name', c.name,
      'platform', n.platform, 'period', n.period, 'first_seen_on', n.first_seen_on,
      'was', json_build_object(
        'amount', trim_scale(n.was_amount), 'currency', n.was_currency, 'last_seen_on', n.was_last_seen_on
      ),
      'is', json_build_object('amount', trim_scale(n.amount), 'currency', n.currency),
      'pct', trim_scale(round(100 * (n.in_old_unit / n.was_amount - 1), 4)),
      'source_url', n.source_url,
      'corrected_at', (
        SELECT to_char(max(v.published_at) AT TIME ZONE 'UTC', 'YYYY-MM-DD"T"HH24:MI:SS.MS"Z"')
        FROM correction k JOIN dataset_version v ON v.id = k.version_id
        WHERE k.price_id = n.price_id AND k.day BETWEEN n.was_last_seen_on AND n.first_seen_on
      )
    ) ORDER BY n.first_seen_on DESC, n.product, n.country, n.platform, n.period), '[]')
    FROM newest n JOIN product pr ON pr.slug = n.product JOIN country c ON c.code = n.country
  ) AS changes,
  (SELECT changes FROM decided) = ${LISTED_CHANGES} AS "isDecided"`;

/**
 * Query for the newest changes of local prices among some series, newest first. Reads each series by key: the planner
 * cannot know how few there are.
 */
export const newestChanges = (ids: readonly number[]) => Prisma.sql`
  WITH series AS MATERIALIZED (
    SELECT p.* FROM unnest(${ids}::int[]) AS listed (id), LATERAL (
      SELECT id, changed_on, product, country, platform, period FROM price WHERE price.id = listed.id OFFSET 0
    ) AS p
  ), ${Prisma.raw(CHANGES)}`;
