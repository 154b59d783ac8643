import "server-only";
import type { ClientBase } from "pg";

// `price_move`: of each day of the last two years, the five hundred largest changes of a price within its currency.
// Pages choose among them (moves-sql.ts): one a vendor and country, and one for countries that share it, so that
// five hundred of a day are more than enough. An import looks at the series that it touches; all observations are read
// only where an older release left the table behind.

const LARGEST_OF_A_DAY = 500;
/** Pages ask for twelve months before the newest verification, which may lie back when prices end. */
const FIRST_DAY = "(SELECT max(verified_on) - 730 FROM price)";

/** Makes the table right for the series of `series`, whose days are in `day` (see check-prices). */
export async function mergeMoves(client: ClientBase): Promise<void> {
  await client.query("DELETE FROM price_move m USING series s WHERE m.price_id = s.price_id");
  await addLargest(
    client,
    "SELECT price_id, observed_on, amount, currency, previous_amount, previous_currency FROM day WHERE is_other",
  );
  await client.query(
    `DELETE FROM price_move WHERE (price_id, first_seen_on) IN (
       SELECT price_id, first_seen_on FROM (
         SELECT price_id, first_seen_on,
           row_number() OVER (PARTITION BY first_seen_on ORDER BY ${byFactor("was")}, price_id) AS place
         FROM price_move
       ) AS ranked WHERE place > ${LARGEST_OF_A_DAY} OR first_seen_on <= ${FIRST_DAY}
     )`,
  );
}

/** Writes the table anew from all observations. */
export async function rebuildMoves(client: ClientBase): Promise<void> {
  await client.query("DELETE FROM price_move");
  await addLargest(
    client,
    `SELECT price_id, observed_on, amount, currency,
       lag(amount) OVER days AS previous_amount, lag(currency) OVER days AS previous_currency
     FROM price_observation WINDOW days AS (PARTITION BY price_id ORDER BY observed_on)`,
  );
}

async function addLargest(client: ClientBase, days: string): Promise<void> {
  await client.query(
    `INSERT INTO price_move (price_id, first_seen_on, was, amount, currency)
     SELECT price_id, observed_on, previous_amount, amount, currency FROM (
       SELECT *, row_number() OVER (PARTITION BY observed_on ORDER BY ${byFactor("previous_amount")}, price_id) AS place
       FROM (${days}) AS day
       WHERE amount <> previous_amount AND currency = previous_currency
         AND observed_on > ${FIRST_DAY}
     ) AS ranked WHERE place <= ${LARGEST_OF_A_DAY}`,
  );
}

/** A price that halved has changed as much as one that doubled. */
const byFactor = (was: string) => `greatest(amount, ${was})::float8 / least(amount, ${was})::float8 DESC`;
