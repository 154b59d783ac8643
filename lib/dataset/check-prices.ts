import "server-only";
import type { ClientBase } from "pg";
import { collectFaults } from "./collect-faults";
import type { FaultList } from "./faults";

const describe = (row: string) => `coalesce(trim_scale(${row}.amount)::text || ' ' || ${row}.currency, 'no price')`;

/**
 * Makes of the staged prices `series`, each with its id in `price` (a new one for a new series), and
 * `observation`, one row a series and day: of rows that agree, the one with the lower source id stays,
 * in whatever order the files came. Faults: two amounts for one series on one day, among the files or
 * against what is stored.
 */
export async function checkPrices(client: ClientBase, faults: FaultList): Promise<void> {
  await client.query(
    `CREATE TEMPORARY TABLE series ON COMMIT DROP AS
     SELECT given.*, p.id IS NULL AS is_new,
       coalesce(p.id, nextval(pg_get_serial_sequence('price', 'id'))::int) AS price_id
     FROM (
       SELECT DISTINCT product, country, platform, period FROM stage_price ORDER BY product, country, platform, period
     ) given LEFT JOIN price p USING (product, country, platform, period)`,
  );
  await client.query("ANALYZE series");
  const { rowCount: kept } = await client.query(
    `CREATE TEMPORARY TABLE observation ON COMMIT DROP AS
     SELECT DISTINCT ON (price_id, observed_on) price_id, observed_on, is_new AS of_new_series, false AS replaces,
       amount, currency, source_id, source_url, file, line
     FROM stage_price JOIN series USING (product, country, platform, period)
     ORDER BY price_id, observed_on, source_id, source_url, file, line`,
  );
  await client.query("ANALYZE observation");
  const { rows } = await client.query<{ staged: number }>("SELECT count(*)::int AS staged FROM stage_price");
  if (rows[0]?.staged !== kept) await checkAgainstEachOther(client, faults);
  await checkAgainstStored(client, faults);
}

function checkAgainstEachOther(client: ClientBase, faults: FaultList): Promise<void> {
  return collectFaults(
    client,
    faults,
    `SELECT s.file, s.line, 'amount' AS "column",
       format('%s on %s, but %s:%s says %s for the same series and day', ${describe("s")}, s.observed_on,
         (SELECT path FROM stage_file WHERE file = s.first_file), s.first_line,
         coalesce(trim_scale(s.first_amount)::text || ' ' || s.first_currency, 'no price')) AS text
     FROM (
       SELECT *, first_value(file) OVER w AS first_file, first_value(line) OVER w AS first_line,
         first_value(amount) OVER w AS first_amount, first_value(currency) OVER w AS first_currency
       FROM stage_price WINDOW w AS (PARTITION BY product, country, platform, period, observed_on ORDER BY file, line)
     ) s
     WHERE (s.amount, s.currency) IS DISTINCT FROM (s.first_amount, s.first_currency)`,
  );
}

/** `observation` holds one row of each day; rows beside it that contradict are found among the files. */
function checkAgainstStored(client: ClientBase, faults: FaultList): Promise<void> {
  return collectFaults(
    client,
    faults,
    `SELECT s.file, s.line, 'amount' AS "column",
       format('%s on %s, but %s is stored for the same series and day', ${describe("s")}, s.observed_on, ${describe("o")}) AS text
     FROM observation s JOIN price_observation o USING (price_id, observed_on)
     WHERE NOT s.of_new_series AND (s.amount, s.currency) IS DISTINCT FROM (o.amount, o.currency)`,
  );
}
