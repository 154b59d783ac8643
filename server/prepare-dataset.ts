import { connectClient } from "@/lib/platform/database-client";
import { importBundled, importBundledReferences } from "./bundled";

/**
 * Prepares a migrated database for serving: imports the bundled dataset when none was ever published, rebuilds derived
 * tables of an older version, and adds tax rates, incomes and daily exchange rates. A database that a newer release has migrated is served as
 * it is and never written. `report` receives lines for the operator.
 */
export async function prepareDataset(url: string, report: (line: string) => void): Promise<void> {
  const { newest, stale, unknown, hasLenses } = await readState(url);
  if (newest === null) return importBundled(url);
  if (unknown.length > 0) {
    report(
      `A newer release has migrated this database (${unknown.join(", ")} is unknown here): it is served as it is, ` +
        "and nothing can be imported with this release.",
    );
    return;
  }
  if (stale.length > 0) await rebuild(url, report);
  const fault = hasLenses ? null : await importBundledReferences(url);
  if (fault !== null)
    report(
      `The bundled tax rates, incomes and daily exchange rates do not fit the stored data and were left out: ${fault}`,
    );
}

async function rebuild(url: string, report: (line: string) => void): Promise<void> {
  const { rebuildDerivedTables } = await import("@/lib/import/publish/rebuild-derived");
  const rebuilt = await rebuildDerivedTables(url, () => report("An import is running: the start waits for its end."));
  if (rebuilt === null) return;
  const { tables, version, isPublished } = rebuilt;
  report(
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
