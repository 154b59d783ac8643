import "server-only";
import type { ClientBase } from "pg";
import { RATE_SOURCE_ORDER } from "./rate-rules";
import type { ChangeCount } from "./result";

/**
 * Merges `observation` (see check-prices) into the stored observations, makes new series, rebuilds the
 * state of the series touched, and applies the newest exchange rates to every price. Leaves behind
 * `movement`: each observation that was added, with the one before it.
 */
export async function mergePrices(client: ClientBase): Promise<ChangeCount[]> {
  await dropStored(client);
  await findNewestRates(client);
  await findStates(client);
  await client.query(
    `INSERT INTO price (id, product, country, platform, period, amount, currency, source_id, source_url, verified_on, fx_rate, fx_date, usd, usd_monthly)
     SELECT price_id, product, country, platform, period, amount, currency, source_id, source_url, verified_on, fx_rate, fx_date, usd, usd_monthly
     FROM state WHERE is_new ORDER BY price_id`,
  );
  await client.query(
    `INSERT INTO price_observation (price_id, observed_on, amount, currency, source_id, source_url)
     SELECT price_id, observed_on, amount, currency, source_id, source_url FROM observation ORDER BY price_id, observed_on
     ON CONFLICT (price_id, observed_on) DO UPDATE SET source_id = excluded.source_id, source_url = excluded.source_url`,
  );
  await updateStates(client);
  return findMovements(client);
}

/** Leaves in `observation` what is new, and the days whose row is to be replaced by one of a lower source. */
async function dropStored(client: ClientBase): Promise<void> {
  await client.query(
    `DELETE FROM observation o USING price_observation s
     WHERE NOT o.of_new_series AND s.price_id = o.price_id AND s.observed_on = o.observed_on
       AND (s.source_id, s.source_url COLLATE "C") <= (o.source_id, o.source_url)`,
  );
  await client.query(
    `UPDATE observation o SET replaces = true FROM price_observation s
     WHERE NOT o.of_new_series AND s.price_id = o.price_id AND s.observed_on = o.observed_on`,
  );
}

/** The newest rate of each currency. A US dollar is one on any day: its day is that of the newest rate. */
async function findNewestRates(client: ClientBase): Promise<void> {
  await client.query(
    `CREATE TEMPORARY TABLE newest_rate ON COMMIT DROP AS
     SELECT * FROM (
       SELECT DISTINCT ON (currency) currency, usd_per_unit, date FROM fx_rate WHERE currency <> 'USD'
       ORDER BY currency, date DESC, ${RATE_SOURCE_ORDER}
     ) newest
     UNION ALL SELECT 'USD', 1, max(date) FROM fx_rate`,
  );
}

/** The state of every series whose newest observation is one to add, in US dollars at the newest rates. */
async function findStates(client: ClientBase): Promise<void> {
  await client.query(
    `CREATE TEMPORARY TABLE state ON COMMIT DROP AS
     WITH newest AS (
       SELECT o.* FROM observation o
       JOIN (SELECT price_id, max(observed_on) AS observed_on FROM observation GROUP BY price_id) last USING (price_id, observed_on)
       WHERE o.of_new_series OR NOT EXISTS (
         SELECT 1 FROM price_observation s WHERE s.price_id = o.price_id AND s.observed_on > o.observed_on
       )
     )
     SELECT s.*, n.observed_on, n.amount, n.currency, CASE WHEN n.amount IS NOT NULL THEN n.source_id END AS source_id,
       CASE WHEN n.amount IS NOT NULL THEN n.source_url END AS source_url,
       CASE WHEN n.amount IS NOT NULL THEN n.observed_on END AS verified_on,
       r.usd_per_unit AS fx_rate, CASE WHEN r.currency IS NOT NULL THEN coalesce(r.date, n.observed_on) END AS fx_date,
       round_usd(n.amount * r.usd_per_unit) AS usd, round_usd(per_month(n.amount * r.usd_per_unit, s.period)) AS usd_monthly
     FROM newest n JOIN series s USING (price_id) LEFT JOIN newest_rate r ON r.currency = n.currency`,
  );
  await client.query("ANALYZE state");
}

async function updateStates(client: ClientBase): Promise<void> {
  const columns = [
    "amount",
    "currency",
    "source_id",
    "source_url",
    "verified_on",
    "fx_rate",
    "fx_date",
    "usd",
    "usd_monthly",
  ];
  const ofState = columns.map((column) => `s.${column}`).join(", ");
  const ofPrice = columns.map((column) => `p.${column}`).join(", ");
  await client.query(
    `UPDATE price p SET (${columns.join(", ")}) = ROW(${ofState}) FROM state s
     WHERE NOT s.is_new AND p.id = s.price_id AND (${ofPrice}) IS DISTINCT FROM (${ofState})`,
  );
  await client.query(
    `UPDATE price p SET fx_rate = r.usd_per_unit, fx_date = coalesce(r.date, p.verified_on),
       usd = round_usd(p.amount * r.usd_per_unit), usd_monthly = round_usd(per_month(p.amount * r.usd_per_unit, p.period))
     FROM newest_rate r
     WHERE p.currency = r.currency
       AND (p.fx_rate, p.fx_date) IS DISTINCT FROM (r.usd_per_unit, coalesce(r.date, p.verified_on))`,
  );
}

/**
 * Tells of each observation written what it says beside the one before it: the first of its series, another
 * amount, or the same one confirmed. Read from the merged days, so that the order of files changes nothing.
 */
async function findMovements(client: ClientBase): Promise<ChangeCount[]> {
  await client.query(
    `CREATE TEMPORARY TABLE movement ON COMMIT DROP AS
     SELECT *, CASE WHEN replaces THEN 'changed' WHEN previous_on IS NULL THEN 'added'
       WHEN (amount, currency) IS DISTINCT FROM (previous_amount, previous_currency) THEN 'changed' ELSE 'confirmed' END AS kind
     FROM (
       SELECT o.price_id, o.observed_on, o.amount, o.currency, a.file, a.replaces,
         lag(o.observed_on) OVER w AS previous_on, lag(o.amount) OVER w AS previous_amount,
         lag(o.currency) OVER w AS previous_currency
       FROM price_observation o LEFT JOIN observation a USING (price_id, observed_on)
       WHERE o.price_id IN (SELECT price_id FROM observation)
       WINDOW w AS (PARTITION BY o.price_id ORDER BY o.observed_on)
     ) AS day WHERE file IS NOT NULL`,
  );
  const { rows } = await client.query<ChangeCount>(
    "SELECT file, kind, count(*)::int AS count FROM movement GROUP BY file, kind",
  );
  return rows;
}
