import "server-only";
import type { ClientBase } from "pg";
import type { ChangeCount } from "@/lib/import/report/result";
import { NEXT_VERSION } from "./next-version";

/**
 * Takes the rates of `rate_correction` from those that stand; the rates that replace them are in `staged_rates`. Database
 * triggers keep what was published. Returns a change for each correction.
 */
export async function applyRateCorrections(client: ClientBase, correctedBy: string): Promise<ChangeCount[]> {
  await client.query(
    `DELETE FROM fx_rate r USING rate_correction c
     WHERE c.stands AND (r.currency, r.date, r.source_id) = (c.currency, c.date, c.source_id)`,
  );
  await client.query(
    `INSERT INTO superseded_rate (currency, date, source_id, usd_per_unit, recorded_in, superseded_in)
     SELECT currency, date, source_id, old_usd_per_unit, ${NEXT_VERSION}, ${NEXT_VERSION} FROM rate_correction WHERE arrives`,
  );
  await client.query(
    `INSERT INTO correction (version_id, action, reason, note, corrected_by, currency, day, source_id)
     SELECT ${NEXT_VERSION}, action, reason, note, $1, currency, date, source_id FROM rate_correction ORDER BY file, line`,
    [correctedBy],
  );
  await countErased(
    client,
    `UPDATE superseded_rate s SET usd_per_unit = NULL, is_redacted = true FROM rate_correction c
     WHERE c.reason = 'licence' AND NOT s.is_redacted AND (s.currency, s.date, s.source_id) = (c.currency, c.date, c.source_id)`,
  );
  return countCorrections(client, "rate_correction");
}

/** Takes the observations of `price_correction` from those that stand, as applyRateCorrections does for rates. */
export async function applyPriceCorrections(client: ClientBase, correctedBy: string): Promise<ChangeCount[]> {
  await client.query(
    `DELETE FROM price_observation o USING price_correction c
     WHERE c.stands AND o.price_id = c.known_id AND o.observed_on = c.observed_on`,
  );
  await client.query(
    `INSERT INTO superseded_observation (price_id, observed_on, amount, currency, source_id, source_url, recorded_in, superseded_in)
     SELECT s.price_id, c.observed_on, c.old_amount, c.old_currency, c.old_source_id, c.old_source_url, ${NEXT_VERSION}, ${NEXT_VERSION}
     FROM price_correction c JOIN series s USING (product, country, platform, period) WHERE c.arrives`,
  );
  await client.query(
    `INSERT INTO correction (version_id, action, reason, note, corrected_by, price_id, day, source_id)
     SELECT ${NEXT_VERSION}, c.action, c.reason, c.note, $1, s.price_id, c.observed_on, ${SUPERSEDED_SOURCE}
     FROM price_correction c JOIN series s USING (product, country, platform, period) ORDER BY c.file, c.line`,
    [correctedBy],
  );
  await eraseRelatives(client);
  await countErased(
    client,
    `UPDATE superseded_observation s SET amount = NULL, currency = NULL, source_url = NULL, is_redacted = true
     FROM price_correction c JOIN series USING (product, country, platform, period)
     WHERE c.reason = 'licence' AND NOT s.is_redacted AND s.price_id = series.price_id AND s.observed_on = c.observed_on
       AND s.source_id = ${SUPERSEDED_SOURCE}`,
  );
  return countCorrections(client, "price_correction");
}

/**
 * SQL of the source whose row a correction of a price supersedes: the one that stood, or where none did, the one that the
 * correction names, or the one whose row was superseded last.
 */
const SUPERSEDED_SOURCE = `CASE WHEN c.stands OR c.arrives THEN c.old_source_id ELSE coalesce(c.source_id, (
  SELECT l.source_id FROM superseded_observation l WHERE l.price_id = c.known_id AND l.observed_on = c.observed_on
  ORDER BY l.superseded_in DESC LIMIT 1)) END`;

/**
 * Runs an UPDATE of superseded rows that erases, and counts its rows in the versions that held them. Lists of changes
 * repeat what is erased, and are written again when somebody asks.
 */
async function countErased(client: ClientBase, erase: string): Promise<void> {
  const { rowCount } = await client.query(
    `WITH erased AS (${erase} RETURNING s.recorded_in, s.superseded_in), held AS (
       SELECT v.id, count(*)::int AS rows FROM erased e
       JOIN dataset_version v ON v.in_ledger AND v.id >= e.recorded_in AND v.id < e.superseded_in GROUP BY v.id
     )
     UPDATE dataset_version v SET redacted = coalesce(v.redacted, 0) + held.rows FROM held WHERE held.id = v.id`,
  );
  if (rowCount === 0) return;
  // An import deletes no rows by their references.
  for (const table of ["change_entry", "change_list"]) await client.query(`DELETE FROM ${table}`);
}

/** Erases the relatives of taken down prices from the indexes of all versions: an amount could be computed from them. */
async function eraseRelatives(client: ClientBase): Promise<void> {
  await client.query(
    `UPDATE country_index i SET relatives = i.relatives - c.products
     FROM (SELECT country, array_agg(product) AS products FROM price_correction WHERE reason = 'licence' GROUP BY country) AS c
     WHERE i.country = c.country AND i.relatives ?| c.products`,
  );
}

async function countCorrections(client: ClientBase, table: string): Promise<ChangeCount[]> {
  const { rows } = await client.query<ChangeCount>(
    `SELECT file, 'changed' AS kind, count(*)::int AS count FROM ${table} GROUP BY file`,
  );
  return rows;
}
