import "server-only";
import type { ClientBase } from "pg";
import { HIGHEST_RATE, LOWEST_RATE, SAME_RATE_FACTOR } from "@/lib/dataset/rate-rules";
import type { FaultList } from "@/lib/import/report/faults";
import { resolveRateCorrections } from "./check-rate-corrections";
import { collectFaults } from "./collect-faults";

/** Column of the file that a staged rate came from. */
const COLUMN = `CASE f.format WHEN 'native' THEN 'usd_per_unit' WHEN 'ecb' THEN r.currency ELSE lower(r.currency) END`;

/**
 * Creates `staged_rates` from the staged fractions: US dollars per unit to 10 significant digits and 14 decimals at
 * most, so a unit of less than 0.0001 dollars has fewer digits. Faults: a rate outside 1e-10 to 1e9, and two different
 * rates of one source for one day.
 */
export async function checkRates(client: ClientBase, faults: FaultList): Promise<void> {
  await collectFaults(
    client,
    faults,
    `SELECT r.file, r.line, ${COLUMN} AS "column", format('%s US dollars for one %s cannot be', trim_scale(r.numerator / r.denominator), r.currency) AS text
     FROM stage_rate r JOIN stage_file f USING (file)
     WHERE r.numerator / r.denominator NOT BETWEEN ${LOWEST_RATE} AND ${HIGHEST_RATE}`,
  );
  await client.query(
    `CREATE TEMPORARY TABLE staged_rates ON COMMIT DROP AS
     SELECT file, line, currency, date, source_id,
       to_char(numerator / denominator, '9.999999999EEEE')::numeric(24,14) AS usd_per_unit
     FROM stage_rate WHERE numerator / denominator BETWEEN ${LOWEST_RATE} AND ${HIGHEST_RATE}`,
  );
  await client.query("ANALYZE staged_rates");
  await resolveRateCorrections(client, faults);
  // Rates as they stand after the import.
  await client.query(
    `CREATE TEMPORARY VIEW rates_after AS
     SELECT currency, date, source_id, usd_per_unit FROM fx_rate
     WHERE (currency, date, source_id) NOT IN (SELECT currency, date, source_id FROM rate_correction)
     UNION ALL SELECT currency, date, source_id, usd_per_unit FROM staged_rates`,
  );
  await collectFaults(
    client,
    faults,
    `SELECT r.file, r.line, ${COLUMN} AS "column",
       format('%s US dollars for one %s on %s, but %s', trim_scale(r.usd_per_unit), r.currency, r.date,
         CASE WHEN s.usd_per_unit IS NOT NULL THEN format('%s is stored; to replace it, import %s,%s,%s,replace,%s,REASON, as docs/corrections.md says',
           trim_scale(s.usd_per_unit), r.currency, r.date, r.source_id, trim_scale(r.usd_per_unit))
         ELSE format('%s:%s says %s', (SELECT path FROM stage_file WHERE file = r.first_file), r.first_line, trim_scale(r.first_rate)) END) AS text
     FROM (
       SELECT *, first_value(usd_per_unit) OVER w AS first_rate, first_value(file) OVER w AS first_file, first_value(line) OVER w AS first_line
       FROM staged_rates WINDOW w AS (PARTITION BY currency, date, source_id ORDER BY usd_per_unit, file, line)
     ) r
     JOIN stage_file f USING (file)
     LEFT JOIN fx_rate s ON (s.currency, s.date, s.source_id) = (r.currency, r.date, r.source_id)
       AND (r.currency, r.date, r.source_id) NOT IN (SELECT currency, date, source_id FROM rate_correction)
     WHERE greatest(r.usd_per_unit, s.usd_per_unit, r.first_rate)
         > least(r.usd_per_unit, s.usd_per_unit, r.first_rate) * ${SAME_RATE_FACTOR}`,
  );
}
