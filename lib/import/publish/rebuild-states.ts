import "server-only";
import type { ClientBase } from "pg";
import { orderDays } from "@/lib/import/check/check-prices";
import {
  findNewestRates,
  findStates,
  updateChangedOn,
  updateDollars,
  updateStates,
} from "@/lib/import/merge/price-states";
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
  await findNewestRates(client);
  await findStates(client);
  if ((await updateStates(client)) > 0) publishAnew();
  await updateDollars(client);
  await updateChangedOn(client);
  // An import that follows in this transaction makes tables of the same names.
  await client.query("DISCARD TEMPORARY");
}
