import "server-only";
import type { ClientBase } from "pg";
import type { FaultList } from "@/lib/import/report/faults";
import { collectFaults } from "./collect-faults";
import { repeatedCorrections, WITHDRAWN } from "./corrections-sql";

/** Columns that identify an observation in a file. */
const KEY = "product, country, platform, period, observed_on";

/**
 * Creates `price_correction`: each staged correction of a price beside the row that it corrects, and checks it; the
 * rows that replace others join `stage_price`, and staged rows that say what is corrected leave it. A row that comes in
 * the same import is corrected as a stored one is: the order of files means nothing.
 *
 * `stands`: the row corrected is stored; `arrives`: it comes in this import. Neither, where a replacement puts back what
 * was withdrawn, or where a takedown erases a row that no longer stands.
 */
export async function resolvePriceCorrections(client: ClientBase, faults: FaultList): Promise<void> {
  await dropWithdrawn(client);
  await client.query(
    `CREATE TEMPORARY TABLE price_correction ON COMMIT DROP AS
     WITH arriving AS (
       SELECT DISTINCT ON (${KEY}) ${KEY}, amount, currency, source_id, source_url
       FROM stage_price WHERE (${KEY}) IN (SELECT ${KEY} FROM stage_price_correction)
       ORDER BY ${KEY}, source_id, source_url
     ), beside AS (
       SELECT c.*, p.id AS known_id, o.price_id IS NOT NULL AS is_stored, a.product IS NOT NULL AS is_staged,
         CASE WHEN o.price_id IS NULL THEN a.amount ELSE o.amount END AS old_amount,
         CASE WHEN o.price_id IS NULL THEN a.currency ELSE o.currency END AS old_currency,
         coalesce(o.source_id, a.source_id) AS old_source_id, coalesce(o.source_url, a.source_url) AS old_source_url
       FROM stage_price_correction c LEFT JOIN arriving a USING (${KEY})
       LEFT JOIN price p USING (product, country, platform, period)
       LEFT JOIN price_observation o ON o.price_id = p.id AND o.observed_on = c.observed_on
     )
     SELECT *, is_stored AND is_named AS stands, NOT is_stored AND is_staged AND is_named AS arrives
     FROM beside, LATERAL (
       SELECT action = 'replace' OR source_id IS NULL OR source_id = old_source_id AS is_named,
         (SELECT max(w.withdrawn_in) FROM (${WITHDRAWN.observation}) AS w
          WHERE w.price_id = beside.known_id AND w.observed_on = beside.observed_on) AS withdrawn_in,
         reason = 'licence' AND EXISTS (
           SELECT FROM superseded_observation s WHERE s.price_id = known_id AND s.observed_on = beside.observed_on
             AND NOT s.is_redacted AND s.source_id = coalesce(beside.source_id, s.source_id)
         ) AS erases
     ) AS found`,
  );
  await collectFaults(client, faults, FAULTS);
  await client.query(
    `DELETE FROM stage_price s USING price_correction c
     WHERE (s.product, s.country, s.platform, s.period, s.observed_on) = (c.product, c.country, c.platform, c.period, c.observed_on)
       AND (c.stands OR c.arrives) AND (s.amount, s.currency) IS NOT DISTINCT FROM (c.old_amount, c.old_currency)
       AND (c.action = 'withdraw' OR (c.amount, c.currency) IS DISTINCT FROM (c.old_amount, c.old_currency) OR s.source_id = c.old_source_id)`,
  );
  await client.query(
    `INSERT INTO stage_price (file, line, ${KEY}, amount, currency, source_id, source_url)
     SELECT file, line, ${KEY}, amount, currency, source_id, source_url FROM price_correction WHERE action = 'replace'`,
  );
}

/** Drops staged rows that repeat what was withdrawn: the same file again must not bring it back. */
async function dropWithdrawn(client: ClientBase): Promise<void> {
  await client.query(
    `DELETE FROM stage_price s USING price p, (${WITHDRAWN.observation}) AS w
     WHERE (s.product, s.country, s.platform, s.period) = (p.product, p.country, p.platform, p.period) AND w.price_id = p.id
       AND s.observed_on = w.observed_on AND s.source_id = w.source_id
       AND (w.is_redacted OR (s.amount, s.currency) IS NOT DISTINCT FROM (w.amount, w.currency))`,
  );
}

const SHOWN_OLD = "coalesce(trim_scale(old_amount) || ' ' || old_currency, 'no price')";
const FAULTS = `${repeatedCorrections("price_correction", KEY, "observed_on")}
  UNION ALL
  SELECT file, line, 'observed_on', CASE
    WHEN withdrawn_in IS NOT NULL THEN format('was withdrawn in dataset version %s', (SELECT version FROM dataset_version WHERE id = withdrawn_in))
    WHEN known_id IS NULL THEN 'nothing to correct: no such series is known'
    ELSE format('nothing to correct: the series has no row of %s; the nearest day is %s', observed_on, (
      SELECT o.observed_on FROM price_observation o WHERE o.price_id = known_id ORDER BY abs(o.observed_on - checked.observed_on) LIMIT 1)) END
  FROM checked WHERE NOT (is_stored OR is_staged OR erases OR action = 'replace' AND withdrawn_in IS NOT NULL)
  UNION ALL
  SELECT file, line, 'amount', format('%s from %s is what the row says already', ${SHOWN_OLD}, old_source_id)
  FROM checked WHERE (stands OR arrives) AND action = 'replace'
    AND (amount, currency, source_id, source_url) IS NOT DISTINCT FROM (old_amount, old_currency, old_source_id, old_source_url)
  UNION ALL
  SELECT file, line, 'source', format('"%s" is not the source of the row: that is %s', source_id, old_source_id)
  FROM checked WHERE (is_stored OR is_staged) AND NOT is_named AND NOT erases
  UNION ALL
  SELECT file, line, 'source_url', format('is not the address of the row: that is %s', old_source_url)
  FROM checked WHERE (stands OR arrives) AND action = 'withdraw' AND source_url <> old_source_url`;
