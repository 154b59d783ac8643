import "server-only";
import { pool } from "@/lib/platform/db";
import { STALE_AFTER_DAYS } from "@/lib/text/format";
import { type DraftEntry, QUEUE_PAGE_SIZE, type Queue, type QueueQuery, UNSURE_DAYS } from "./schema";

/**
 * One page of the prices that were read more than 90 days ago, by age times one more than the requests for the product in
 * the last 30 days. Reads the oldest prices that a publish has listed, so that its cost does not grow with the data;
 * leaves out what is in an open change set, and for 30 days what nobody could tell.
 */
export async function findQueue({ source, product, country, page }: QueueQuery): Promise<Queue> {
  const { rows } = await pool().query<Queue>(
    `WITH listed AS (
       SELECT (one ->> 0)::int AS id, one ->> 1 AS product, one ->> 2 AS country, one ->> 3 AS source, (one ->> 4)::date AS day
       FROM page_figure, json_array_elements(figures) AS one WHERE name = 'verify'
     ), due AS (
       SELECT * FROM listed l WHERE day < current_date - $4::int AND NOT EXISTS (
         SELECT FROM desk_entry e LEFT JOIN change_set c ON c.id = e.change_set_id
         WHERE e.price_id = l.id AND (c.state IN ('draft', 'waiting', 'approved') OR e.kind = 'unsure' AND e.at > now() - make_interval(days => $5))
       )
     ), used AS (
       SELECT product, sum(requests)::int AS requests FROM product_use WHERE day > current_date - 30 GROUP BY product
     ), chosen AS (
       SELECT due.*, coalesce(requests, 0) AS requests FROM due LEFT JOIN used USING (product)
       WHERE ($1::text IS NULL OR source = $1) AND ($2::text IS NULL OR product = $2) AND ($3::text IS NULL OR country = $3)
     ), page AS (
       SELECT id, requests, row_number() OVER (ORDER BY (current_date - day)::bigint * (1 + requests) DESC, day, product, country, id) AS place
       FROM chosen ORDER BY place LIMIT $6 OFFSET $7
     )
     SELECT
       (SELECT coalesce(json_agg(json_build_object('id', p.id, 'product', p.product, 'name', t.name, 'plan', t.plan, 'country', p.country,
          'platform', p.platform, 'period', p.period, 'amount', p.amount, 'currency', p.currency, 'sourceId', p.source_id,
          'sourceUrl', p.source_url, 'website', t.website, 'verifiedOn', p.verified_on, 'requests', page.requests) ORDER BY place), '[]')
        FROM page JOIN price p USING (id) JOIN product t ON t.slug = p.product) AS rows,
       (SELECT count(*)::int FROM chosen) AS total,
       (SELECT count(*)::int FROM due) AS all,
       (SELECT coalesce(json_agg(json_build_object('id', source, 'name', name, 'count', n) ORDER BY n DESC), '[]')
        FROM (SELECT source, count(*)::int AS n FROM due GROUP BY source) g JOIN source s ON s.id = g.source) AS sources`,
    [
      ...[source ?? null, product ?? null, country ?? null, STALE_AFTER_DAYS, UNSURE_DAYS],
      ...[QUEUE_PAGE_SIZE, (page - 1) * QUEUE_PAGE_SIZE],
    ],
  );
  return rows[0] ?? { rows: [], total: 0, all: 0, sources: [] };
}

/** A price as an entry of the desk takes it over. */
export type PriceNow = {
  id: number;
  name: string;
  amount: number;
  amountText: string;
  currency: string;
  sourceId: string;
  verifiedOn: string;
};

/** Current prices by their ids; those no longer listed are missing. */
export async function findPricesNow(ids: readonly number[]): Promise<PriceNow[]> {
  const { rows } = await pool().query<PriceNow>(
    `SELECT p.id, CASE WHEN t.name ILIKE '%' || t.plan THEN t.name ELSE t.name || ' ' || t.plan END || ', ' || p.country AS name, p.amount::float8 AS amount, trim_scale(p.amount)::text AS "amountText",
       p.currency, p.source_id AS "sourceId", p.verified_on::text AS "verifiedOn"
     FROM price p JOIN product t ON t.slug = p.product WHERE p.id = ANY($1) AND p.amount IS NOT NULL ORDER BY p.id`,
    [ids],
  );
  return rows;
}

/** Entries of a change set of the desk, in the order in which they came. */
export async function listEntries(changeSetId: number): Promise<DraftEntry[]> {
  const { rows } = await pool().query<DraftEntry>(
    `SELECT e.id, p.product, t.name, t.plan, p.country, p.platform, p.period, e.kind, e.amount::float8 AS amount, e.currency,
       e.observed_on::text AS "observedOn", e.source_url AS "sourceUrl"
     FROM desk_entry e JOIN price p ON p.id = e.price_id JOIN product t ON t.slug = p.product
     WHERE e.change_set_id = $1 ORDER BY e.id`,
    [changeSetId],
  );
  return rows;
}
