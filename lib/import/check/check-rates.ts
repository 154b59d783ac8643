import "server-only";
import type { ClientBase } from "pg";
import { HIGHEST_RATE, LOWEST_RATE } from "@/lib/dataset/rate-rules";
import type { FaultList } from "@/lib/import/read/faults";
import { isOneKey, isSameRate, RATES } from "@/lib/import/stage/tables";
import { pairRateCorrections } from "./check-corrections";
import { collectFaults, stagedPlaceOf } from "./check-references";

const COLUMN = `CASE f.format WHEN 'native' THEN 'usd_per_unit' WHEN 'ecb' THEN r.currency ELSE lower(r.currency) END`;
const EXACT = "numerator / coalesce(denominator, 1)";
const rounded = (rate: string) => `to_char(${rate}, '9.999999999EEEE')::numeric(24,14)`;

/**
 * Creates `read_rate`, `rate_correction`, and `rate_after` (rates after the import). Faults: a rate outside the
 * limits, and two different rates of a source for a day.
 */
export async function checkRates(client: ClientBase, faults: FaultList): Promise<void> {
  await collectFaults(
    client,
    faults,
    `SELECT r.file, r.line, ${COLUMN} AS "column", format('%s US dollars for one %s cannot be', trim_scale(${EXACT}), r.currency) AS text
     FROM stage_rate r JOIN stage_file f USING (file) WHERE ${EXACT} NOT BETWEEN ${LOWEST_RATE} AND ${HIGHEST_RATE}`,
  );
  await client.query(
    `CREATE TEMPORARY TABLE read_rate ON COMMIT DROP AS
     SELECT file, line, currency, date, source_id, ${rounded(EXACT)} AS usd_per_unit
     FROM stage_rate WHERE ${EXACT} BETWEEN ${LOWEST_RATE} AND ${HIGHEST_RATE}`,
  );
  await pairRateCorrections(client, faults, rounded("numerator"));
  const valid = `SELECT * FROM rate WHERE superseded_in IS NULL AND id NOT IN (SELECT stored_id FROM rate_correction WHERE stands)`;
  await client.query(
    `CREATE TEMPORARY VIEW rate_after AS
     SELECT currency, date, source_id, usd_per_unit FROM (${valid}) AS valid
     UNION ALL SELECT currency, date, source_id, usd_per_unit FROM read_rate`,
  );
  await collectFaults(
    client,
    faults,
    `SELECT r.file, r.line, ${COLUMN} AS "column", format('%s US dollars for one %s on %s, but %s', trim_scale(r.usd_per_unit), r.currency, r.date,
       CASE WHEN s.usd_per_unit IS NOT NULL THEN format('%s is stored; to replace it, import %s,%s,%s,replace,%s,REASON, as docs/corrections.md says',
         trim_scale(s.usd_per_unit), r.currency, r.date, r.source_id, trim_scale(r.usd_per_unit))
       ELSE format('%s says %s', ${stagedPlaceOf("r.first_file", "r.first_line")}, trim_scale(r.first_rate)) END) AS text,
       CASE WHEN s.usd_per_unit IS NULL THEN r.first_file END AS "otherFile", r.first_line AS "otherLine"
     FROM (
       SELECT *, first_value(usd_per_unit) OVER w AS first_rate, first_value(file) OVER w AS first_file, first_value(line) OVER w AS first_line
       FROM read_rate WINDOW w AS (PARTITION BY currency, date, source_id ORDER BY usd_per_unit, file, line)
     ) r JOIN stage_file f USING (file) LEFT JOIN (${valid}) s ON ${isOneKey(RATES, "s", "r")}
     WHERE NOT ${isSameRate("greatest(r.usd_per_unit, s.usd_per_unit)", "least(r.first_rate, s.usd_per_unit)")}`,
  );
}
