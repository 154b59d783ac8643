import "server-only";
import type { ClientBase } from "pg";
import { SAME_RATE_FACTOR } from "@/lib/dataset/rate-rules";
import type { FaultList } from "@/lib/import/report/faults";
import { collectFaults } from "./collect-faults";
import { repeatedCorrections, WITHDRAWN } from "./corrections-sql";

const KEY = "currency, date, source_id";

const isSame = (a: string, b: string) => `greatest(${a}, ${b}) <= least(${a}, ${b}) * ${SAME_RATE_FACTOR}`;

/**
 * Creates `rate_correction`: each staged correction of a rate beside the rate that it corrects, stored or in this
 * import; and checks it. Rates that replace others join `staged_rates`, and staged ones that say what is corrected, or
 * repeat what was withdrawn, leave it.
 */
export async function resolveRateCorrections(client: ClientBase, faults: FaultList): Promise<void> {
  await client.query(
    `DELETE FROM staged_rates r USING (${WITHDRAWN.rate}) AS w
     WHERE (r.currency, r.date, r.source_id) = (w.currency, w.date, w.source_id)
       AND (w.is_redacted OR ${isSame("r.usd_per_unit", "w.usd_per_unit")})`,
  );
  await client.query(
    `CREATE TEMPORARY TABLE rate_correction ON COMMIT DROP AS
     WITH arriving AS (
       SELECT ${KEY}, min(usd_per_unit) AS usd_per_unit FROM staged_rates
       WHERE (${KEY}) IN (SELECT ${KEY} FROM stage_rate_correction) GROUP BY ${KEY}
     ), beside AS (
       SELECT c.file, c.line, c.currency, c.date, c.source_id, c.action, c.reason, c.note,
         to_char(c.numerator, '9.999999999EEEE')::numeric(24,14) AS usd_per_unit,
         r.currency IS NOT NULL AS stands, r.currency IS NULL AND a.currency IS NOT NULL AS arrives,
         coalesce(r.usd_per_unit, a.usd_per_unit) AS old_usd_per_unit
       FROM stage_rate_correction c LEFT JOIN fx_rate r USING (${KEY}) LEFT JOIN arriving a USING (${KEY})
     )
     SELECT beside.*,
       (SELECT max(w.withdrawn_in) FROM (${WITHDRAWN.rate}) AS w
        WHERE (w.currency, w.date, w.source_id) = (beside.currency, beside.date, beside.source_id)) AS withdrawn_in,
       reason = 'licence' AND EXISTS (
         SELECT FROM superseded_rate s
         WHERE (s.currency, s.date, s.source_id) = (beside.currency, beside.date, beside.source_id) AND NOT s.is_redacted
       ) AS erases
     FROM beside`,
  );
  await collectFaults(client, faults, FAULTS);
  await client.query(
    `DELETE FROM staged_rates r USING rate_correction c
     WHERE (r.currency, r.date, r.source_id) = (c.currency, c.date, c.source_id) AND ${isSame("r.usd_per_unit", "c.old_usd_per_unit")}`,
  );
  await client.query(
    `INSERT INTO staged_rates (file, line, ${KEY}, usd_per_unit)
     SELECT file, line, ${KEY}, usd_per_unit FROM rate_correction WHERE action = 'replace'`,
  );
}

const FAULTS = `${repeatedCorrections("rate_correction", KEY, "date")}
  UNION ALL
  SELECT file, line, 'date', CASE
    WHEN withdrawn_in IS NOT NULL THEN format('was withdrawn in dataset version %s', (SELECT version FROM dataset_version WHERE id = withdrawn_in))
    ELSE format('nothing to correct: there is no rate of %s on %s from %s', currency, date, source_id) END
  FROM checked WHERE NOT (stands OR arrives OR erases OR action = 'replace' AND withdrawn_in IS NOT NULL)
  UNION ALL
  SELECT file, line, 'usd_per_unit', format('%s is what the rate says already', trim_scale(old_usd_per_unit))
  FROM checked WHERE action = 'replace' AND usd_per_unit = old_usd_per_unit`;
