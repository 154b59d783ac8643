import "server-only";
import type { ClientBase } from "pg";
import { orderDays } from "@/lib/import/check/check-prices";
import { findStates, updateChangedOn, updateDollars, updateStates } from "@/lib/import/merge/price-states";
import { RATE_DAY } from "@/lib/import/merge/rate-day";
import { createStageTables } from "@/lib/import/stage/stage-tables";
import type { DerivedFor } from "./derived-tables";

/** Writes the state of every series anew from its observations: an import of nothing into all series. */
export async function rebuildStates(client: ClientBase, { publishAnew }: DerivedFor): Promise<void> {
  await createStageTables(client, []);
  await client.query(
    `CREATE TEMPORARY TABLE series ON COMMIT DROP AS
     SELECT product, country, platform, period, false AS is_new, id AS price_id FROM price`,
  );
  await orderDays(client);
  await client.query("CREATE TEMPORARY VIEW movement AS SELECT * FROM day");
  await findStates(client);
  if ((await updateStates(client)) > 0 || (await isRateDayOther(client))) publishAnew();
  await updateDollars(client);
  await updateChangedOn(client);
  // An import that follows in this transaction makes tables of the same names.
  await client.query("DISCARD TEMPORARY");
}

/** The newest version stands at another rate day than it would if it was published now. */
async function isRateDayOther(client: ClientBase): Promise<boolean> {
  const { rows } = await client.query<{ isOther: boolean }>(
    `SELECT fx_date IS DISTINCT FROM ${RATE_DAY} AS "isOther" FROM dataset_version ORDER BY id DESC LIMIT 1`,
  );
  return rows[0]?.isOther ?? false;
}
