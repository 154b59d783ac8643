import "server-only";
import type { ClientBase } from "pg";
import { buildDerivedTables, DERIVED_TABLES, type DerivedTable, markDerivedTables } from "./derived-tables";
import { inImportTransaction } from "./import-transaction";
import { publishVersion } from "./publish";
import { recordReferences } from "./record-references";

/** Derived tables that were rebuilt, and their dataset version. */
export interface Rebuilt {
  tables: string[];
  version: string;
  /** Prices had to be changed, so this version is a new one. */
  isPublished: boolean;
}

interface Newest {
  id: number;
  version: string;
  /** Names of the derived tables that were built for it. */
  derived: string[];
}

/**
 * Rebuilds the derived tables that were not built for the newest dataset version. Null when there are none. Waits for a
 * running import. Throws NewerDatabase.
 */
export async function rebuildDerivedTables(connectionString: string, onWait: () => void): Promise<Rebuilt | null> {
  return inImportTransaction(connectionString, onWait, async (client) => {
    const rebuilt = await rebuildStale(client);
    return { result: rebuilt, shouldCommit: rebuilt !== null };
  });
}

/** Rebuilds stale derived tables inside the caller's transaction. */
export async function rebuildStale(client: ClientBase): Promise<Rebuilt | null> {
  const newest = await findNewest(client);
  if (newest === null) return null;
  const stale = listStale(newest);
  if (stale.length === 0) return null;
  const tables = stale.map(({ name }) => name);
  const isChanged = await buildDerivedTables(client, newest.id, stale);
  if (isChanged) {
    const published = await publishVersion(client);
    return { tables, version: published?.version ?? newest.version, isPublished: true };
  }
  await recordReferences(client, newest.id);
  await markDerivedTables(client, newest.id);
  return { tables, version: newest.version, isPublished: false };
}

/** Derived tables that were not built for the newest version. */
export function listStale({ derived }: Newest): DerivedTable[] {
  return DERIVED_TABLES.filter(({ name }) => !derived.includes(name));
}

export async function findNewest(client: ClientBase): Promise<Newest | null> {
  const { rows } = await client.query<Newest>(
    `SELECT id, version, ARRAY(SELECT name FROM derived_table WHERE version_id = v.id) AS derived
     FROM dataset_version v ORDER BY id DESC LIMIT 1`,
  );
  return rows[0] ?? null;
}
