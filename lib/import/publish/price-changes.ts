import "server-only";
import type { ClientBase } from "pg";

// `price_move`: the five hundred largest price changes (within a currency) of each day of the last two years. Pages
// choose among them (largest-changes-sql.ts): one per vendor and country, and one for all countries that share it, so
// five hundred a day are enough. An import reads only the series that it changes; all observations are read only when
// the table belongs to an older version.

const LARGEST_OF_A_DAY = 500;
/** Pages show twelve months before the newest verification, which may be earlier again when prices end. */
const FIRST_DAY = "(SELECT max(verified_on) - 730 FROM price)";

const FULL_DAYS = `
  SELECT first_seen_on::text AS day, ${factor("was")} AS factor, price_id FROM (
    SELECT *, row_number() OVER (PARTITION BY first_seen_on ORDER BY ${byFactor("was")}, price_id) AS place FROM price_move
  ) AS ranked WHERE place = ${LARGEST_OF_A_DAY}`;

/** Updates the table for the series in `series`, whose observations are in `staged_observations` (see check-prices). */
export async function mergeLargestChanges(client: ClientBase): Promise<void> {
  const { rowCount } = await client.query("SELECT FROM price_correction LIMIT 1");
  // A change that is taken back leaves its place to one that was not among the largest.
  if (rowCount === 1) return rebuildLargestChanges(client);
  const { rows: full } = await client.query<FullDay>(FULL_DAYS);
  await client.query("DELETE FROM price_move m USING series s WHERE m.price_id = s.price_id");
  await addLargest(
    client,
    "SELECT price_id, observed_on, amount, currency, previous_amount, previous_currency FROM staged_observations WHERE is_other",
  );
  // A change that is none any more, because a reading was added before it, leaves a place free as well.
  if (full.length > 0 && (await hasFreePlace(client, full))) return rebuildLargestChanges(client);
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

/** Day with as many changes as are written, and the smallest of these: there may be others, which are smaller. */
type FullDay = { day: string; factor: number; price_id: number };

/** Tells whether one of the days has fewer changes now of the size of its smallest before. */
async function hasFreePlace(client: ClientBase, full: readonly FullDay[]): Promise<boolean> {
  const { rowCount } = await client.query(
    `SELECT FROM unnest($1::date[], $2::float8[], $3::int[]) AS before(day, factor, price_id)
     WHERE day > ${FIRST_DAY} AND (
       SELECT count(*) FROM price_move m
       WHERE m.first_seen_on = before.day AND (-${factor("m.was")}, m.price_id) <= (-before.factor, before.price_id)
     ) < ${LARGEST_OF_A_DAY} LIMIT 1`,
    [full.map(({ day }) => day), full.map(({ factor }) => factor), full.map(({ price_id }) => price_id)],
  );
  return rowCount !== 0;
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

/** Ratio of the higher to the lower amount, so that halving counts as much as doubling. */
function factor(was: string): string {
  return `(greatest(amount, ${was})::float8 / least(amount, ${was})::float8)`;
}

/** Orders changes, the largest first. */
function byFactor(was: string): string {
  return `${factor(was)} DESC`;
}
