import "server-only";
import type { ClientBase } from "pg";
import { HIGHEST_USD } from "@/lib/dataset/rate-rules";
import type { FaultList } from "@/lib/import/report/faults";
import { collectFaults } from "./collect-faults";

/** Looked up once in a statement as a subquery: written as the argument, it is looked up for every row. */
const PRICE_ID_SEQUENCE = "pg_get_serial_sequence('price', 'id')::regclass";

/**
 * Makes of the staged prices `series`, each with its id in `price`, a new one for a new series, and with the price that
 * it had before.
 */
export async function findSeries(client: ClientBase): Promise<void> {
  await client.query(
    `CREATE TEMPORARY TABLE series ON COMMIT DROP AS
     SELECT given.*, p.id IS NULL AS is_new, coalesce(p.id, nextval((SELECT ${PRICE_ID_SEQUENCE}))::int) AS price_id,
       p.amount AS amount_before, p.currency AS currency_before
     FROM (
       SELECT DISTINCT product, country, platform, period FROM stage_price ORDER BY product, country, platform, period
     ) given LEFT JOIN price p USING (product, country, platform, period)`,
  );
  await client.query("ANALYZE series");
}

/**
 * Makes `day` of the staged prices: the staged rows and the stored observations of `series`, each beside the row
 * before it. In one sorted pass, because that is what a million rows cost.
 *
 * On a day with several rows the stored one comes first, then the lower source id: in whatever order the
 * files came. `is_repeat`: the day had a row already. `is_other`: another amount than the row before it, false for the
 * first. Rows of a day never differ in their amount (see checkPrices), so it is true once for each day that differs from
 * the day before.
 */
export async function orderDays(client: ClientBase): Promise<void> {
  await client.query(
    `CREATE TEMPORARY TABLE day ON COMMIT DROP AS
     SELECT row.*, false AS replaces,
       lag(file) OVER w AS previous_file, lag(line) OVER w AS previous_line, lag(observed_on) OVER w AS previous_on,
       lag(amount) OVER w AS previous_amount, lag(currency) OVER w AS previous_currency,
       lag(observed_on) OVER w IS NOT DISTINCT FROM observed_on AS is_repeat,
       lag(observed_on) OVER w IS NOT NULL
         AND (amount, currency) IS DISTINCT FROM (lag(amount) OVER w, lag(currency) OVER w) AS is_other
     FROM (
       SELECT price_id, is_new, observed_on, amount, currency, source_id, source_url, file, line
       FROM stage_price JOIN series USING (product, country, platform, period)
       UNION ALL
       SELECT price_id, is_new, observed_on, amount, currency, source_id, source_url COLLATE "C", NULL, NULL
       FROM series JOIN price_observation USING (price_id) WHERE NOT is_new
     ) AS row
     WINDOW w AS (PARTITION BY price_id ORDER BY observed_on, (file IS NOT NULL), source_id, source_url, file, line)`,
  );
  // Nearly always there are none, and three statements look for them.
  await client.query("CREATE INDEX ON day (price_id) WHERE is_repeat");
  await client.query("ANALYZE day (price_id, file, observed_on, is_repeat)");
}

/** Faults: two amounts for one series on one day, among the files or against what is stored, as `day` shows them. */
export async function checkPrices(client: ClientBase, faults: FaultList): Promise<void> {
  await collectFaults(
    client,
    faults,
    `SELECT file, line, 'amount' AS "column",
       format('%s on %s, but %s for the same series and day', coalesce(trim_scale(amount) || ' ' || currency, 'no price'), observed_on,
         CASE WHEN previous_file IS NULL THEN format('%s is stored', previous)
         ELSE format('%s:%s says %s', (SELECT path FROM stage_file f WHERE f.file = previous_file), previous_line, previous) END) AS text
     FROM day, LATERAL (SELECT coalesce(trim_scale(previous_amount) || ' ' || previous_currency, 'no price') AS previous) AS said
     WHERE is_repeat AND is_other`,
  );
}

/** Faults: amounts of more US dollars, at the highest rate of their currency, than the columns of dollars are made for. */
export async function checkAmounts(client: ClientBase, faults: FaultList): Promise<void> {
  await collectFaults(
    client,
    faults,
    `WITH highest AS (
       SELECT currency, max(usd_per_unit) AS usd_per_unit FROM (
         SELECT currency, usd_per_unit FROM fx_rate UNION ALL SELECT currency, usd_per_unit FROM rate UNION ALL SELECT 'USD', 1
       ) AS known GROUP BY currency
     )
     SELECT file, line, 'amount' AS "column",
       format('%s %s is more than %s US dollars', trim_scale(amount), currency, ${HIGHEST_USD}) AS text
     FROM stage_price JOIN highest USING (currency) WHERE amount * usd_per_unit > ${HIGHEST_USD}`,
  );
}
