import "server-only";
import type { ClientBase } from "pg";
import type { StageTable } from "@/lib/import/read/formats/format";
import { CURRENCY_API, ECB } from "@/lib/import/read/known-sources";
import type { FaultList } from "@/lib/import/report/faults";
import { formatOf, type ImportFile } from "@/lib/import/stage/open-files";
import { stageSources } from "@/lib/import/stage/stage-sources";
import { checkLenses } from "./check-lenses";
import { settleOpentherank } from "./check-opentherank";
import { checkAmounts, checkPrices, findSeries, orderDays } from "./check-prices";
import { checkRates } from "./check-rates";
import { checkProductsKnown, checkSourcesAndProducts, checkSourcesKnown, findGivenSources } from "./check-references";

/**
 * Holds the staged rows against each other and against what is stored, and leaves them ready to merge in
 * `stage_source`, `stage_product`, `rate`, `series` and `day`. Every fault is noted.
 */
export async function checkStaged(client: ClientBase, files: readonly ImportFile[], faults: FaultList): Promise<void> {
  const unread = new Set(faults.files);
  const formats = new Set(files.map(formatOf));
  if (formats.has("ecb")) await stageSources(client, [ECB]);
  if (formats.has("currency-api")) await stageSources(client, [CURRENCY_API]);
  await checkSourcesAndProducts(client, faults);
  await checkRates(client, faults);
  await settleOpentherank(client, faults);
  await checkAmounts(client, faults);
  await findSeries(client);
  await findGivenSources(client);
  // A source or product that cannot be read is not staged: that each of its prices is unknown would only be noise.
  const knowsSources = !isUnread(files, unread, "stage_source");
  if (knowsSources) {
    await checkSourcesKnown(client, faults, "stage_rate");
    await checkSourcesKnown(client, faults, "stage_price");
  }
  if (!isUnread(files, unread, "stage_product")) await checkProductsKnown(client, faults);
  await checkLenses(client, faults, knowsSources && !isUnread(files, unread, "stage_product"));
  await orderDays(client);
  await checkPrices(client, faults);
}

function isUnread(files: readonly ImportFile[], unread: ReadonlySet<number>, table: StageTable): boolean {
  return files.some(
    ({ index, detected }) => detected.kind === "csv" && detected.format.table === table && unread.has(index),
  );
}
