import "server-only";
import type { ClientBase } from "pg";
import type { CheapestChange, Move } from "./result";

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
     SELECT m.price_id, m.is_new, m.observed_on, m.amount, m.currency, before.amount AS previous_amount, before.observed_on AS previous_on,
       m.amount::float8 / before.amount::float8 AS factor
     FROM movement m CROSS JOIN LATERAL (
       SELECT m.previous_amount AS amount, m.previous_currency AS currency, m.previous_on AS observed_on
       WHERE m.previous_amount IS NOT NULL
       UNION ALL (
         SELECT o.amount, o.currency, o.observed_on FROM price_observation o
         WHERE m.previous_amount IS NULL
           AND o.price_id = m.price_id AND o.observed_on < m.previous_on AND o.amount IS NOT NULL
         ORDER BY o.observed_on DESC LIMIT 1
       )
     ) before
     WHERE m.is_other AND NOT m.replaces AND m.currency = before.currency AND m.amount <> before.amount`,
  );
}

/** The largest first; `condition` is over the columns of `move`. */
export async function findLargestMoves(client: ClientBase, condition = "true"): Promise<Move[]> {
  const { rows } = await client.query<Move>(
    `SELECT p.product, p.country, p.platform, p.period, m.currency, trim_scale(m.previous_amount)::text AS "previousAmount",
       m.previous_on::text AS "previousOn", trim_scale(m.amount)::text AS amount, m.observed_on::text AS "observedOn",
       to_char(100 * (m.factor - 1), 'FMSG999999999999990.0') AS percent
     FROM (
       SELECT * FROM move WHERE ${condition} ORDER BY abs(factor - 1) DESC, price_id, observed_on LIMIT ${LISTED}
     ) m JOIN price p ON p.id = m.price_id
     ORDER BY abs(m.factor - 1) DESC, m.price_id, m.observed_on`,
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

/** Series that lost their price by this import, or came with their end. */
export async function countEndedSeries(client: ClientBase): Promise<number> {
  const { rows } = await client.query<{ count: number }>(
    "SELECT count(*)::int AS count FROM state WHERE amount IS NULL AND kind <> 'confirmed'",
  );
  return rows[0]?.count ?? 0;
}
