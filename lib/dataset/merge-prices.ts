import "server-only";
import type { ClientBase } from "pg";
import { checkReferencesOnce } from "./check-references-once";
import { RATE_SOURCE_ORDER } from "./rate-rules";
import type { ChangeCount } from "./result";

const STATE = [
  "amount",
  "currency",
  "source_id",
  "source_url",
  "verified_on",
  "fx_rate",
  "fx_date",
  "fx_source_id",
  "usd",
  "usd_monthly",
  "changed_on",
];

/** The last day of a series, of its rows in `day`, on which the amount was another than before. */
const CHANGED_ON = "max(observed_on) FILTER (WHERE is_other) AS changed_on";

/** Otherwise PostgreSQL writes the products into every place that the rounding names them. */
const COMPUTED_ONCE = "OFFSET 0";

/**
 * Merges `series` and `day` (see check-prices) into the stored prices and observations, rebuilds the state of
 * series with a new newest day, and applies the newest exchange rates to every price. Leaves `movement`:
 * each observation that was written, the one before it, and its kind (added: the first of its series).
 */
export async function mergePrices(client: ClientBase): Promise<ChangeCount[]> {
  await markReplacements(client);
  await findMovements(client);
  await findNewestRates(client);
  await findStates(client);
  await checkReferencesOnce(client, async () => {
    await insertPrices(client);
    await updateStates(client);
  });
  await updateChanges(client);
  const { rows } = await client.query<ChangeCount>(
    "SELECT file, kind, count(*)::int AS count FROM movement GROUP BY file, kind",
  );
  return rows;
}

async function insertPrices(client: ClientBase): Promise<void> {
  await client.query(
    `INSERT INTO price (id, product, country, platform, period, ${STATE.join(", ")})
     SELECT price_id, product, country, platform, period, ${STATE.join(", ")} FROM state WHERE is_new`,
  );
  await client.query(
    `INSERT INTO price_observation (price_id, observed_on, amount, currency, source_id, source_url)
     SELECT price_id, observed_on, amount, currency, source_id, source_url FROM day WHERE file IS NOT NULL AND NOT is_repeat`,
  );
  await client.query(
    `UPDATE price_observation o SET source_id = day.source_id, source_url = day.source_url FROM day
     WHERE day.is_repeat AND day.replaces AND o.price_id = day.price_id AND o.observed_on = day.observed_on`,
  );
}

/** Of sources that agree on a day the lower one is kept: marks rows that come before the stored one. */
async function markReplacements(client: ClientBase): Promise<void> {
  await client.query(
    `UPDATE day SET replaces = true FROM price_observation stored
     WHERE day.is_repeat AND day.file IS NOT NULL AND day.previous_file IS NULL
       AND stored.price_id = day.price_id AND stored.observed_on = day.observed_on
       AND (day.source_id, day.source_url) < (stored.source_id, stored.source_url COLLATE "C")`,
  );
}

async function findMovements(client: ClientBase): Promise<void> {
  await client.query(
    `CREATE TEMPORARY VIEW movement AS
     SELECT *, CASE WHEN replaces THEN 'changed' WHEN previous_on IS NULL THEN 'added'
       WHEN is_other THEN 'changed' ELSE 'confirmed' END AS kind
     FROM day WHERE file IS NOT NULL AND (replaces OR NOT is_repeat)`,
  );
}

/** The newest rate of each currency. A US dollar is one on any day: its day is that of the newest rate. */
async function findNewestRates(client: ClientBase): Promise<void> {
  await client.query(
    `CREATE TEMPORARY TABLE newest_rate ON COMMIT DROP AS
     SELECT * FROM (
       SELECT DISTINCT ON (currency) currency, usd_per_unit, date, source_id FROM fx_rate WHERE currency <> 'USD'
       ORDER BY currency, date DESC, ${RATE_SOURCE_ORDER}
     ) newest
     UNION ALL SELECT 'USD', 1, max(date), NULL FROM fx_rate`,
  );
}

/** The state of every series whose newest day is one of those written, in US dollars at the newest rates. */
async function findStates(client: ClientBase): Promise<void> {
  await client.query(
    `CREATE TEMPORARY TABLE state ON COMMIT DROP AS
     SELECT exact.*, round_usd(exact_usd) AS usd, round_usd(exact_monthly) AS usd_monthly FROM (
       SELECT s.*, n.observed_on, n.kind, n.amount, n.currency, CASE WHEN n.amount IS NOT NULL THEN n.source_id END AS source_id,
         CASE WHEN n.amount IS NOT NULL THEN n.source_url END AS source_url,
         CASE WHEN n.amount IS NOT NULL THEN n.observed_on END AS verified_on,
         r.usd_per_unit AS fx_rate, CASE WHEN r.currency IS NOT NULL THEN coalesce(r.date, n.observed_on) END AS fx_date,
         r.source_id AS fx_source_id,
         n.amount * r.usd_per_unit AS exact_usd, per_month(n.amount * r.usd_per_unit, s.period) AS exact_monthly, c.changed_on
       FROM movement n JOIN series s USING (price_id) LEFT JOIN newest_rate r ON r.currency = n.currency
       JOIN (SELECT price_id, ${CHANGED_ON} FROM day GROUP BY price_id) AS c USING (price_id)
       WHERE n.is_last
       ${COMPUTED_ONCE}
     ) AS exact`,
  );
  await client.query("ANALYZE state (price_id, is_new)");
}

async function updateStates(client: ClientBase): Promise<void> {
  const ofState = STATE.map((column) => `s.${column}`).join(", ");
  const ofPrice = STATE.map((column) => `p.${column}`).join(", ");
  await client.query(
    `UPDATE price p SET (${STATE.join(", ")}) = ROW(${ofState}) FROM state s
     WHERE NOT s.is_new AND p.id = s.price_id AND (${ofPrice}) IS DISTINCT FROM (${ofState})`,
  );
  await client.query(
    `UPDATE price p SET fx_rate = e.fx_rate, fx_date = e.fx_date, fx_source_id = e.fx_source_id, usd = round_usd(e.usd), usd_monthly = round_usd(e.monthly)
     FROM (
       SELECT p.id, r.usd_per_unit AS fx_rate, coalesce(r.date, p.verified_on) AS fx_date, r.source_id AS fx_source_id,
         p.amount * r.usd_per_unit AS usd, per_month(p.amount * r.usd_per_unit, p.period) AS monthly
       FROM price p JOIN newest_rate r ON p.currency = r.currency
       WHERE (p.fx_rate, p.fx_date, p.fx_source_id)
         IS DISTINCT FROM (r.usd_per_unit, coalesce(r.date, p.verified_on), r.source_id)
       ${COMPUTED_ONCE}
     ) AS e WHERE p.id = e.id`,
  );
}

/** Of series whose newest day is none of those written: a day in between may be the last on which the amount changed. */
async function updateChanges(client: ClientBase): Promise<void> {
  // By way of `series`: where all of it is new, as in a first import, a million days need not be looked through.
  await client.query(
    `UPDATE price p SET changed_on = c.changed_on FROM (
       SELECT price_id, ${CHANGED_ON} FROM series JOIN day USING (price_id)
       WHERE NOT series.is_new AND price_id IN (SELECT price_id FROM movement WHERE NOT is_last)
       GROUP BY price_id
     ) AS c WHERE p.id = c.price_id AND p.changed_on IS DISTINCT FROM c.changed_on`,
  );
}
