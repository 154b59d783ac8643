import "server-only";
import type { ClientBase } from "pg";
import { checkReferencesOnce } from "@/lib/import/check/check-references-once";
import type { ChangeCount } from "@/lib/import/report/result";
import { applyPriceCorrections } from "./apply-corrections";
import { NEXT_VERSION } from "./next-version";
import { findNewStates, STATE, updateChangedOn, updateDollars, updateStates } from "./price-states";

/**
 * Merges `series` and `staged_observations` (see check-prices) into the stored prices and observations, takes corrected
 * rows from these, rebuilds the state of series with another newest day, and applies the exchange rates of the version to every price. Leaves
 * `written_observations`: each observation that was written, the one before it, and its kind (added: the first of its
 * series); and `new_states`.
 */
export async function mergePrices(client: ClientBase, importedBy: string): Promise<ChangeCount[]> {
  await markReplacements(client);
  await defineWrittenObservations(client);
  await defineStatedObservations(client);
  await findNewStates(client);
  const corrected: ChangeCount[] = [];
  await checkReferencesOnce(client, async () => {
    await insertPrices(client);
    corrected.push(...(await applyPriceCorrections(client, importedBy)));
    await insertObservations(client);
    await updateStates(client);
    await updateDollars(client);
  });
  await updateChangedOn(client);
  const { rows } = await client.query<ChangeCount>(
    `SELECT file, kind, count(*)::int AS count FROM written_observations
     WHERE file NOT IN (SELECT file FROM price_correction) GROUP BY file, kind`,
  );
  return [...rows, ...corrected];
}

/** Marks rows that come before the stored one: of sources that agree on a day, the lower one is stored. */
async function markReplacements(client: ClientBase): Promise<void> {
  await client.query(
    `UPDATE staged_observations AS staged SET replaces = true FROM price_observation stored
     WHERE staged.is_repeat AND staged.file IS NOT NULL AND staged.previous_file IS NULL
       AND stored.price_id = staged.price_id AND stored.observed_on = staged.observed_on
       AND (staged.source_id, staged.source_url) < (stored.source_id, stored.source_url COLLATE "C")`,
  );
}

/** Defines `written_observations`: at most one row of each staged. */
async function defineWrittenObservations(client: ClientBase): Promise<void> {
  await client.query(
    `CREATE TEMPORARY VIEW written_observations AS
     SELECT *, CASE WHEN replaces THEN 'changed' WHEN previous_on IS NULL THEN 'added'
       WHEN is_other THEN 'changed' ELSE 'confirmed' END AS kind
     FROM staged_observations WHERE file IS NOT NULL AND (replaces OR NOT is_repeat)`,
  );
}

/** Defines `stated_observations`: written rows, and all that stand of corrected series, one for each day. */
async function defineStatedObservations(client: ClientBase): Promise<void> {
  const columns = "price_id, observed_on, amount, currency, source_id, source_url";
  await client.query(
    `CREATE TEMPORARY VIEW stated_observations AS
     SELECT ${columns} FROM written_observations
     UNION ALL
     SELECT ${columns} FROM staged_observations o JOIN series s USING (price_id)
     WHERE s.is_corrected AND file IS NULL AND NOT EXISTS (
       SELECT FROM staged_observations r WHERE r.price_id = o.price_id AND r.observed_on = o.observed_on AND r.replaces
     )`,
  );
}

async function insertPrices(client: ClientBase): Promise<void> {
  await client.query(
    `INSERT INTO price (id, product, country, platform, period, ${STATE.join(", ")})
     SELECT price_id, product, country, platform, period, ${STATE.join(", ")} FROM new_states WHERE is_new`,
  );
}

async function insertObservations(client: ClientBase): Promise<void> {
  await client.query(
    `INSERT INTO price_observation (price_id, observed_on, amount, currency, source_id, source_url, recorded_in)
     SELECT price_id, observed_on, amount, currency, source_id, source_url, ${NEXT_VERSION} FROM staged_observations WHERE file IS NOT NULL AND NOT is_repeat`,
  );
  await client.query(
    `UPDATE price_observation o SET source_id = staged.source_id, source_url = staged.source_url, recorded_in = ${NEXT_VERSION}
     FROM staged_observations AS staged
     WHERE staged.is_repeat AND staged.replaces AND o.price_id = staged.price_id AND o.observed_on = staged.observed_on`,
  );
}
