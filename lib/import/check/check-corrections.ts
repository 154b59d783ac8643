import "server-only";
import type { ClientBase } from "pg";
import type { FaultList } from "@/lib/import/read/faults";
import { columnsOf, isOneKey, type LedgerTable, PRICES, RATES } from "@/lib/import/stage/tables";
import { collectFaults, stagedPlaceOf } from "./check-references";

/**
 * Query for rows that corrections removed and nothing replaced, which a plain file must not restore. `withdrawn_in`:
 * first version without the row.
 */
const withdrawnFrom = (ledger: LedgerTable) => `
  SELECT s.*, c.version_id AS withdrawn_in FROM ${ledger.table} s JOIN correction c
    ON c.version_id = s.superseded_in AND c.source_id = s.source_id
    AND ${Object.entries(ledger.named)
      .map(([column, own]) => `c.${column} = s.${own}`)
      .join(" AND ")}
  WHERE NOT EXISTS (SELECT FROM ${ledger.table} o WHERE o.superseded_in IS NULL AND ${isOneKey(ledger, "o", "s")}
    AND (c.action = 'replace' OR o.source_id = s.source_id))`;

/**
 * Creates the table of corrections, each beside its target (`old_…`). `stands`: the target is stored; `arrives`: it
 * is in this import; neither where a withdrawn row returns or a takedown erases one.
 */
async function pairCorrections(
  client: ClientBase,
  ledger: LedgerTable,
  staged: string,
  listFaults: string,
  faults: FaultList,
) {
  const { table, read, corrections, key, figures, rank, isSame } = ledger;
  const old = [...new Set(["source_id", ...figures])];
  const columns = columnsOf(ledger).join(", ");
  const pastRows = `${table} p WHERE p.superseded_in IS NOT NULL AND ${isOneKey(ledger, "p", "c")}`;
  await client.query(`CREATE INDEX ON ${read} (${key.join(", ")})`);
  await client.query(`ANALYZE ${read}`);
  await client.query(
    `DELETE FROM ${read} r USING (${withdrawnFrom(ledger)}) AS w
     WHERE ${isOneKey(ledger, "r", "w")} AND r.source_id = w.source_id AND (w.is_redacted OR ${isSame("r", "w")})`,
  );
  await client.query(
    `CREATE TEMPORARY TABLE ${corrections} ON COMMIT DROP AS
     WITH paired AS (
       SELECT c.*, old.*, old.stored_id IS NULL AND old.place IS NOT NULL AS is_read
       FROM (${staged}) AS c LEFT JOIN LATERAL (
         SELECT 1 AS place, id AS stored_id, ${old.map((column) => `${column} AS old_${column}`).join(", ")}
         FROM ${table} o WHERE o.superseded_in IS NULL AND ${isOneKey(ledger, "o", "c")}
         UNION ALL
         (SELECT 2, NULL, ${old.join(", ")} FROM ${read} r WHERE ${isOneKey(ledger, "r", "c")} ORDER BY ${rank.join(", ")} LIMIT 1)
         ORDER BY place LIMIT 1
       ) AS old ON true
     )
     SELECT c.*, is_named, stored_id IS NOT NULL AND is_named AS stands, is_read AND is_named AS arrives,
       CASE WHEN place IS NOT NULL AND is_named THEN old_source_id
         ELSE coalesce(source_id, (SELECT p.source_id FROM ${pastRows} ORDER BY p.superseded_in DESC LIMIT 1)) END AS taken_source,
       (SELECT max(w.withdrawn_in) FROM (${withdrawnFrom(ledger)}) AS w WHERE ${isOneKey(ledger, "w", "c")}) AS withdrawn_in,
       reason = 'licence' AND EXISTS (
         SELECT FROM ${pastRows} AND NOT p.is_redacted AND p.source_id = coalesce(c.source_id, p.source_id)
       ) AS erases
     FROM paired c, LATERAL (SELECT action = 'replace' OR source_id IS NULL OR source_id = old_source_id AS is_named) AS named`,
  );
  const last = key[1];
  await collectFaults(
    client,
    faults,
    `WITH checked AS (
       SELECT *, first_value(file) OVER w AS first_file, first_value(line) OVER w AS first_line, row_number() OVER w AS copy
       FROM ${corrections} WINDOW w AS (PARTITION BY ${key.join(", ")} ORDER BY file, line)
     )
     SELECT file, line, '${last}' AS "column", format('is corrected by %s, too', ${stagedPlaceOf("first_file", "first_line")}) AS text,
       first_file AS "otherFile", first_line AS "otherLine"
     FROM checked WHERE copy > 1
     UNION ALL
     SELECT *, NULL, NULL FROM (
       SELECT file, line, '${last}', format('was withdrawn in dataset version %s', (SELECT version FROM dataset_version WHERE id = withdrawn_in))
       FROM checked WHERE place IS NULL AND NOT erases AND action = 'withdraw' AND withdrawn_in IS NOT NULL
       UNION ALL ${listFaults}
     ) AS of_one`,
  );
  await client.query(
    `DELETE FROM ${read} r USING ${corrections} c
     WHERE ${isOneKey(ledger, "r", "c")} AND (c.stands OR c.arrives) AND ${isSame("r", "c", "old_")}
       AND (c.action = 'withdraw' OR NOT ${isSame("c", "c", "old_")} OR r.source_id = c.old_source_id)`,
  );
  await client.query(
    `INSERT INTO ${read} (file, line, ${columns}) SELECT file, line, ${columns} FROM ${corrections} WHERE action = 'replace'`,
  );
}

const IS_NOTHING = "place IS NULL AND NOT erases AND withdrawn_in IS NULL";

/** Creates and checks `rate_correction`. `toRate`: SQL for US dollars per unit. */
export const pairRateCorrections = (client: ClientBase, faults: FaultList, toRate: string) =>
  pairCorrections(
    client,
    RATES,
    `SELECT file, line, currency, date, source_id, action, reason, note, ${toRate} AS usd_per_unit FROM stage_rate_correction`,
    `SELECT file, line, 'date', format('nothing to correct: there is no rate of %s on %s from %s', currency, date, source_id)
     FROM checked WHERE ${IS_NOTHING}
     UNION ALL
     SELECT file, line, 'usd_per_unit', format('%s is what the rate says already', trim_scale(old_usd_per_unit))
     FROM checked WHERE action = 'replace' AND usd_per_unit = old_usd_per_unit`,
    faults,
  );

export const pairPriceCorrections = (client: ClientBase, faults: FaultList) =>
  pairCorrections(
    client,
    PRICES,
    `SELECT series.id AS series_id, c.* FROM stage_price_correction c JOIN series USING (product, country, platform, period)`,
    `SELECT file, line, 'observed_on', coalesce((
         SELECT format('nothing to correct: the series has no row of %s; the nearest day is %s', checked.observed_on, o.observed_on)
         FROM observation o WHERE o.superseded_in IS NULL AND o.series_id = checked.series_id
         ORDER BY abs(o.observed_on - checked.observed_on) LIMIT 1
       ), 'nothing to correct: no such series is known')
     FROM checked WHERE ${IS_NOTHING}
     UNION ALL
     SELECT file, line, 'amount', format('%s from %s is what the row says already',
       coalesce(trim_scale(old_amount) || ' ' || old_currency, 'no price'), old_source_id)
     FROM checked WHERE (stands OR arrives) AND action = 'replace'
       AND (amount, currency, source_id, source_url) IS NOT DISTINCT FROM (old_amount, old_currency, old_source_id, old_source_url)
     UNION ALL
     SELECT file, line, 'source', format('"%s" is not the source of the row: that is %s', source_id, old_source_id)
     FROM checked WHERE place IS NOT NULL AND NOT is_named AND NOT erases
     UNION ALL
     SELECT file, line, 'source_url', format('is not the address of the row: that is %s', old_source_url)
     FROM checked WHERE (stands OR arrives) AND action = 'withdraw' AND source_url <> old_source_url`,
    faults,
  );
