import { connectClient } from "@/lib/platform/database-client";
import { importBundled, importBundledLenses } from "./bundled";

/**
 * Makes the database of migrated tables ready to be served: with the dataset of this release where none was ever
 * published, with derived tables that are those of the newest version, and with tax rates and incomes. Where a newer
 * release has migrated, the dataset is served as it is and never written. `tell` takes one line for each thing that a
 * person should know.
 */
export async function prepareDataset(url: string, tell: (line: string) => void): Promise<void> {
  const { newest, stale, unknown, hasLenses } = await readState(url);
  if (newest === null) return importBundled(url);
  if (unknown.length > 0) {
    tell(
      `A newer release has migrated this database (${unknown.join(", ")} is unknown here): it is served as it is, ` +
        "and nothing can be imported with this release.",
    );
    return;
  }
  if (stale.length > 0) await rebuild(url, tell);
  const fault = hasLenses ? null : await importBundledLenses(url);
  if (fault !== null) tell(`The bundled tax and income figures do not fit the stored data and were left out: ${fault}`);
}

async function rebuild(url: string, tell: (line: string) => void): Promise<void> {
  const { rebuildDerivedTables } = await import("@/lib/import/publish/rebuild-derived");
  const rebuilt = await rebuildDerivedTables(url, () => tell("An import is running: the start waits for its end."));
  if (rebuilt === null) return;
  const { tables, version, isPublished } = rebuilt;
  tell(
    isPublished
      ? `Mended current prices that did not follow from their history, and published dataset version ${version}.`
      : `Rebuilt for dataset version ${version}, which an older release published: ${tables.join(", ")}.`,
  );
}

async function readState(url: string) {
  const [{ findUnknownMigrations }, { findNewest, listStale }] = await Promise.all([
    import("@/lib/import/publish/known-migrations"),
    import("@/lib/import/publish/rebuild-derived"),
  ]);
  const client = await connectClient(url, "start");
  try {
    const newest = await findNewest(client);
    const { rowCount } = await client.query("SELECT FROM tax_rate LIMIT 1");
    return {
      newest,
      stale: newest ? listStale(newest) : [],
      unknown: await findUnknownMigrations(client),
      hasLenses: rowCount === 1,
    };
  } finally {
    await client.end();
  }
}
