import "server-only";
import type { ClientBase } from "pg";
import { resolvePriceCorrections } from "@/lib/import/check/check-corrections";
import { orderObservations } from "@/lib/import/check/check-prices";
import { findNewStates, updateChangedOn, updateDollars, updateStates } from "@/lib/import/merge/price-states";
import { RATE_DAY } from "@/lib/import/merge/rate-day";
import { FaultList } from "@/lib/import/report/faults";
import { createStageTables } from "@/lib/import/stage/stage-tables";
import type { DerivedFor } from "./derived-tables";

/** Rebuilds the state of every series from its observations, as an import without rows into all series would. */
export async function rebuildStates(client: ClientBase, { publishNewVersion }: DerivedFor): Promise<void> {
  await createStageTables(client, []);
  await resolvePriceCorrections(client, new FaultList());
  await client.query(
    `CREATE TEMPORARY TABLE series ON COMMIT DROP AS
     SELECT product, country, platform, period, true AS is_corrected, false AS is_new, id AS price_id FROM price`,
  );
  await orderObservations(client);
  await client.query("CREATE TEMPORARY VIEW stated_observations AS SELECT * FROM staged_observations");
  await findNewStates(client);
  if ((await updateStates(client)) > 0 || (await isRateDayOther(client))) publishNewVersion();
  await updateDollars(client);
  await updateChangedOn(client);
  // Drops the temporary tables: an import that follows in this transaction creates its own under the same names.
  await client.query("DISCARD TEMPORARY");
}

/** Checks if publishing now would choose another rate day than that of the newest version. */
async function isRateDayOther(client: ClientBase): Promise<boolean> {
  const { rows } = await client.query<{ isOther: boolean }>(
    `SELECT fx_date IS DISTINCT FROM ${RATE_DAY} AS "isOther" FROM dataset_version ORDER BY id DESC LIMIT 1`,
  );
  return rows[0]?.isOther ?? false;
}
