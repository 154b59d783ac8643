import "server-only";
import type { ClientBase } from "pg";
import { checkReferencesOnce } from "@/lib/import/check/check-references-once";
import type { ChangeCount } from "@/lib/import/report/result";
import { findStates, STATE, updateChangedOn, updateDollars, updateStates } from "./price-states";

/**
 * Merges `series` and `day` (see check-prices) into the stored prices and observations, rebuilds the state of
 * series with a new newest day, and applies the exchange rates of the version to every price. Leaves `movement`:
 * each observation that was written, the one before it, and its kind (added: the first of its series); and `state`.
 */
export async function mergePrices(client: ClientBase): Promise<ChangeCount[]> {
  await markReplacements(client);
  await findMovements(client);
  await findStates(client);
  await checkReferencesOnce(client, async () => {
    await insertPrices(client);
    await updateStates(client);
    await updateDollars(client);
  });
  await updateChangedOn(client);
  const { rows } = await client.query<ChangeCount>(
    "SELECT file, kind, count(*)::int AS count FROM movement GROUP BY file, kind",
  );
  return rows;
}

/** Of sources that agree on a day the lower one is kept: marks rows that come before the stored one. */
async function markReplacements(client: ClientBase): Promise<void> {
  await client.query(
    `UPDATE day SET replaces = true FROM price_observation stored
     WHERE day.is_repeat AND day.file IS NOT NULL AND day.previous_file IS NULL
       AND stored.price_id = day.price_id AND stored.observed_on = day.observed_on
       AND (day.source_id, day.source_url) < (stored.source_id, stored.source_url COLLATE "C")`,
  );
}

/** Of the rows of one day at most one is written. */
async function findMovements(client: ClientBase): Promise<void> {
  await client.query(
    `CREATE TEMPORARY VIEW movement AS
     SELECT *, CASE WHEN replaces THEN 'changed' WHEN previous_on IS NULL THEN 'added'
       WHEN is_other THEN 'changed' ELSE 'confirmed' END AS kind
     FROM day WHERE file IS NOT NULL AND (replaces OR NOT is_repeat)`,
  );
}

async function insertPrices(client: ClientBase): Promise<void> {
  await client.query(
    `INSERT INTO price (id, product, country, platform, period, ${STATE.join(", ")})
     SELECT price_id, product, country, platform, period, ${STATE.join(", ")} FROM state WHERE is_new`,
  );
  await client.query(
    `INSERT INTO price_observation (price_id, observed_on, amount, currency, source_id, source_url)
     SELECT price_id, observed_on, amount, currency, source_id, source_url FROM day WHERE file IS NOT NULL AND NOT is_repeat`,
  );
  await client.query(
    `UPDATE price_observation o SET source_id = day.source_id, source_url = day.source_url FROM day
     WHERE day.is_repeat AND day.replaces AND o.price_id = day.price_id AND o.observed_on = day.observed_on`,
  );
}
