import "server-only";
import type { ClientBase } from "pg";

// `price_move`: the five hundred largest price changes (within a currency) of each day of the last two years. Pages
// choose among them (largest-changes-sql.ts): one per vendor and country, and one for all countries that share it, so
// five hundred a day are enough. An import reads only the series that it changes; all observations are read only when
// the table belongs to an older version.

const LARGEST_OF_A_DAY = 500;
/** Pages show twelve months before the newest verification, which may be earlier again when prices end. */
const FIRST_DAY = "(SELECT max(verified_on) - 730 FROM price)";

/** Updates the table for the series in `series`, whose observations are in `staged_observations` (see check-prices). */
export async function mergeLargestChanges(client: ClientBase): Promise<void> {
  const { rowCount } = await client.query("SELECT FROM price_correction LIMIT 1");
  // A change that is taken back leaves its place to one that was not among the largest.
  if (rowCount === 1) return rebuildLargestChanges(client);
  await client.query("DELETE FROM price_move m USING series s WHERE m.price_id = s.price_id");
  await addLargest(
    client,
    "SELECT price_id, observed_on, amount, currency, previous_amount, previous_currency FROM staged_observations WHERE is_other",
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

/** Rebuilds the table from all observations. */
export async function rebuildLargestChanges(client: ClientBase): Promise<void> {
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
       FROM (${days}) AS observation
       WHERE amount <> previous_amount AND currency = previous_currency
         AND observed_on > ${FIRST_DAY}
     ) AS ranked WHERE place <= ${LARGEST_OF_A_DAY}`,
  );
}

/** Orders by the ratio of the higher to the lower amount, so that halving counts as much as doubling. */
const byFactor = (was: string) => `greatest(amount, ${was})::float8 / least(amount, ${was})::float8 DESC`;
