import "server-only";
import type { ClientBase } from "pg";
import { settleOpentherank } from "./check-opentherank";
import { checkPrices } from "./check-prices";
import { checkRates } from "./check-rates";
import { checkProductsKnown, checkSourcesAndProducts, checkSourcesKnown } from "./check-references";
import type { FaultList } from "./faults";
import type { StageTable } from "./formats/format";
import { CURRENCY_API, ECB } from "./known-sources";
import { formatOf, type ImportFile } from "./open-files";
import { stageSources } from "./stage-sources";

/**
 * Holds the staged rows against each other and against what is stored, and leaves them ready to merge in
 * `stage_source`, `stage_product`, `rate`, `series` and `observation`. Every fault is noted.
 */
export async function checkStaged(client: ClientBase, files: readonly ImportFile[], faults: FaultList): Promise<void> {
  const formats = new Set(files.map(formatOf));
  if (formats.has("ecb")) await stageSources(client, [ECB]);
  if (formats.has("currency-api")) await stageSources(client, [CURRENCY_API]);
  await checkSourcesAndProducts(client, faults);
  await checkRates(client, faults);
  await settleOpentherank(client, faults);
  await client.query("ANALYZE stage_price (product, country, platform, period)");
  // A faulty source or product is not staged: that each of its prices is unknown would only be noise.
  if (!hasFault(files, faults, "stage_source")) {
    await checkSourcesKnown(client, faults, "stage_rate");
    await checkSourcesKnown(client, faults, "stage_price");
  }
  if (!hasFault(files, faults, "stage_product")) await checkProductsKnown(client, faults);
  await checkPrices(client, faults);
}

function hasFault(files: readonly ImportFile[], faults: FaultList, table: StageTable): boolean {
  return files.some(
    ({ index, detected }) => detected.kind === "csv" && detected.format.table === table && faults.files.has(index),
  );
}
