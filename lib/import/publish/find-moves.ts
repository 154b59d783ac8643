import "server-only";
import type { ClientBase } from "pg";
import type { CheapestChange, Move } from "@/lib/import/report/result";

/** Of moves and warnings, so many are told one by one. */
export const LISTED = 10;

/** Remembers, before anything is merged, what the judgements below compare with. */
export async function rememberBefore(client: ClientBase): Promise<void> {
  await client.query(
    `CREATE TEMPORARY TABLE product_before ON COMMIT DROP AS
     SELECT p.slug, p.vendor, c.country AS cheapest_country, coalesce(n.prices, 0) AS prices
     FROM product p LEFT JOIN price c ON c.id = p.cheapest_id
     LEFT JOIN (SELECT product, count(amount)::int AS prices FROM price GROUP BY product) n ON n.product = p.slug`,
  );
}

/**
 * Makes `move`: each added observation whose amount differs from the one before it, in the same currency.
 * Days on which the price was not listed are looked past.
 */
export async function findMoves(client: ClientBase): Promise<void> {
  await client.query(
    `CREATE TEMPORARY TABLE move ON COMMIT DROP AS
     SELECT price_id, is_new, observed_on, amount, currency, previous_amount, previous_on,
       amount::float8 / previous_amount::float8 AS factor
     FROM (
       SELECT price_id, is_new, observed_on, amount, currency, previous_amount, previous_currency, previous_on
       FROM movement WHERE is_other AND NOT replaces AND previous_amount IS NOT NULL
       UNION ALL
       SELECT m.price_id, m.is_new, m.observed_on, m.amount, m.currency, o.amount, o.currency, o.observed_on
       FROM movement m CROSS JOIN LATERAL (
         SELECT amount, currency, observed_on FROM price_observation
         WHERE price_id = m.price_id AND observed_on < m.previous_on AND amount IS NOT NULL
         ORDER BY observed_on DESC LIMIT 1
       ) o
       WHERE m.is_other AND NOT m.replaces AND m.previous_amount IS NULL AND m.amount <> o.amount
     ) AS pair
     WHERE currency = previous_currency`,
  );
}

/** The largest first; `condition` is over the columns of `move`. */
export async function findLargestMoves(client: ClientBase, condition = "true"): Promise<Move[]> {
  const { rows } = await client.query<Move>(
    `SELECT p.product, p.country, p.platform, p.period, m.currency, trim_scale(m.previous_amount)::text AS "previousAmount",
       m.previous_on::text AS "previousOn", trim_scale(m.amount)::text AS amount, m.observed_on::text AS "observedOn",
       to_char(100 * (m.factor - 1), 'FMSG999999999999990.0') AS percent
     FROM (
       SELECT * FROM move WHERE ${condition} ORDER BY abs(factor - 1) DESC FETCH FIRST ${LISTED} ROWS WITH TIES
     ) m JOIN price p ON p.id = m.price_id
     ORDER BY abs(m.factor - 1) DESC, p.product, p.country, p.platform, p.period, m.observed_on LIMIT ${LISTED}`,
  );
  return rows;
}

export async function findCheapestChanges(client: ClientBase): Promise<CheapestChange[]> {
  const { rows } = await client.query<CheapestChange>(
    `SELECT p.slug AS product, b.cheapest_country AS "from", c.country AS "to"
     FROM product p JOIN product_before b USING (slug) JOIN price c ON c.id = p.cheapest_id
     WHERE b.cheapest_country <> c.country ORDER BY p.slug`,
  );
  return rows;
}

/** Series that had a price before this import and have none now, and new ones that have ended already. */
export async function countEndedSeries(client: ClientBase): Promise<number> {
  const { rows } = await client.query<{ count: number }>(
    "SELECT count(*)::int AS count FROM state WHERE amount IS NULL AND (is_new OR amount_before IS NOT NULL)",
  );
  return rows[0]?.count ?? 0;
}
