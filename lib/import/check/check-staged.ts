import "server-only";
import type { ClientBase } from "pg";
import type { StageTable } from "@/lib/import/read/formats/format";
import { CURRENCY_API, ECB } from "@/lib/import/read/known-sources";
import type { FaultList } from "@/lib/import/report/faults";
import { formatOf, type ImportFile } from "@/lib/import/stage/open-files";
import { stageSources } from "@/lib/import/stage/stage-sources";
import { resolvePriceCorrections } from "./check-corrections";
import { checkLenses } from "./check-lenses";
import { resolveOpentherank } from "./check-opentherank";
import { checkAmounts, checkPrices, findSeries, orderObservations } from "./check-prices";
import { checkRates } from "./check-rates";
import { checkProductsKnown, checkSourcesAndProducts, checkSourcesKnown, findNamedSources } from "./check-references";

/**
 * Checks the staged rows against each other and against stored rows, and leaves them ready to merge in `stage_source`,
 * `stage_product`, `staged_rates`, `series` and `staged_observations`. Records every fault.
 */
export async function checkStaged(client: ClientBase, files: readonly ImportFile[], faults: FaultList): Promise<void> {
  const unread = new Set(faults.files);
  const formats = new Set(files.map(formatOf));
  if (formats.has("ecb")) await stageSources(client, [ECB]);
  if (formats.has("currency-api")) await stageSources(client, [CURRENCY_API]);
  await checkSourcesAndProducts(client, faults);
  await checkRates(client, faults);
  await resolveOpentherank(client, faults);
  await resolvePriceCorrections(client, faults);
  await checkAmounts(client, faults);
  await findSeries(client);
  await findNamedSources(client);
  // Faulty rows of sources or products are not staged; reporting each of their prices as unknown would hide the real
  // fault.
  const knowsSources = !isUnread(files, unread, "stage_source");
  if (knowsSources) {
    await checkSourcesKnown(client, faults, "stage_rate");
    await checkSourcesKnown(client, faults, "stage_price");
  }
  if (!isUnread(files, unread, "stage_product")) await checkProductsKnown(client, faults);
  await checkLenses(client, faults, knowsSources && !isUnread(files, unread, "stage_product"));
  await orderObservations(client);
  await checkPrices(client, faults);
}

function isUnread(files: readonly ImportFile[], unread: ReadonlySet<number>, table: StageTable): boolean {
  return files.some(
    ({ index, detected }) => detected.kind === "csv" && detected.format.table === table && unread.has(index),
  );
}
