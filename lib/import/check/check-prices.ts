import "server-only";
import type { ClientBase } from "pg";
import { HIGHEST_USD } from "@/lib/dataset/rate-rules";
import type { FaultList } from "@/lib/import/report/faults";
import { collectFaults } from "./collect-faults";

/**
 * A subquery, so that it is looked up once per statement; as an argument of nextval it would be looked up for every
 * row.
 */
const PRICE_ID_SEQUENCE = "pg_get_serial_sequence('price', 'id')::regclass";

/**
 * Creates the table `series` of the staged and corrected prices: each with its id in `price` (a new one for a new
 * series) and its price before the import.
 */
export async function findSeries(client: ClientBase): Promise<void> {
  await client.query(
    `CREATE TEMPORARY TABLE series ON COMMIT DROP AS
     SELECT staged.*, (product, country, platform, period) IN (SELECT product, country, platform, period FROM price_correction) AS is_corrected,
       p.id IS NULL AS is_new, coalesce(p.id, nextval((SELECT ${PRICE_ID_SEQUENCE}))::int) AS price_id,
       p.amount AS amount_before, p.currency AS currency_before, p.verified_on AS verified_before
     FROM (
       SELECT product, country, platform, period FROM stage_price GROUP BY product, country, platform, period
       UNION SELECT product, country, platform, period FROM price_correction ORDER BY product, country, platform, period
     ) staged LEFT JOIN price p USING (product, country, platform, period)`,
  );
  await client.query("ANALYZE series");
}

/**
 * Creates `staged_observations`: the staged rows together with the stored observations of their `series` (these have no
 * `file`; those that are corrected are left out), each beside the row before it. One sorted pass, because sorting is the main cost of a million rows.
 *
 * On a day with several rows the stored one comes first, then the lower source id, whatever the order of the files.
 * `is_repeat`: the day already had a row. `is_other`: another amount than the row before it; false for the first. Rows
 * of one day never differ in their amount (see checkPrices), so it is true once for each day that differs from the day
 * before.
 */
export async function orderObservations(client: ClientBase): Promise<void> {
  await client.query(
    `CREATE TEMPORARY TABLE staged_observations ON COMMIT DROP AS
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
       FROM series JOIN price_observation o USING (price_id) WHERE NOT is_new
         AND (price_id, observed_on) NOT IN (SELECT known_id, observed_on FROM price_correction WHERE stands)
     ) AS row
     WINDOW w AS (PARTITION BY price_id ORDER BY observed_on, (file IS NOT NULL), source_id, source_url, file, line)`,
  );
  // Three statements look for repeated days, of which there are hardly any.
  await client.query("CREATE INDEX ON staged_observations (price_id) WHERE is_repeat");
  await client.query("ANALYZE staged_observations (price_id, file, observed_on, is_repeat)");
}

/** SQL of the row of a corrections file that would replace what is stored by a staged row. */
const CORRECTION_ROW = `concat_ws(',', product, country, platform, period, observed_on, 'replace', coalesce(trim_scale(amount)::text, ''),
  coalesce(currency, ''), 'REASON', '', source_id, CASE WHEN source_url ~ '[,"]' THEN '"' || replace(source_url, '"', '""') || '"' ELSE source_url END)`;

/** Finds two amounts for one series on one day, among the files or against a stored observation. */
export async function checkPrices(client: ClientBase, faults: FaultList): Promise<void> {
  await collectFaults(
    client,
    faults,
    `SELECT file, line, 'amount' AS "column",
       format('%s on %s, but %s for the same series and day%s', coalesce(trim_scale(amount) || ' ' || currency, 'no price'), observed_on,
         CASE WHEN previous_file IS NULL THEN format('%s is stored', previous)
         ELSE format('%s:%s says %s', (SELECT path FROM stage_file f WHERE f.file = previous_file), previous_line, previous) END,
         CASE WHEN previous_file IS NULL THEN '; to correct what is stored, import this row as docs/corrections.md says: ' || ${CORRECTION_ROW} END) AS text
     FROM staged_observations JOIN series USING (price_id), LATERAL (SELECT coalesce(trim_scale(previous_amount) || ' ' || previous_currency, 'no price') AS previous) AS said
     WHERE is_repeat AND is_other`,
  );
}

/** Finds amounts worth more US dollars, at the highest rate of their currency, than the dollar columns can hold. */
export async function checkAmounts(client: ClientBase, faults: FaultList): Promise<void> {
  await collectFaults(
    client,
    faults,
    `WITH highest AS (
       SELECT currency, max(usd_per_unit) AS usd_per_unit FROM (
         SELECT currency, usd_per_unit FROM rates_after UNION ALL SELECT 'USD', 1
       ) AS known GROUP BY currency
     )
     SELECT file, line, 'amount' AS "column",
       format('%s %s is more than %s US dollars', trim_scale(amount), currency, ${HIGHEST_USD}) AS text
     FROM stage_price JOIN highest USING (currency) WHERE amount * usd_per_unit > ${HIGHEST_USD}`,
  );
}
