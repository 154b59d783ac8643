import { openEmbedded } from "./postgres/embedded";
import type { Tell } from "./postgres/keeper";
import { readSettings } from "./settings";

export type Database = { url: string; embedded: boolean; close(): Promise<void> };

/**
 * The database of this process: the server of DATABASE_URL, or else the embedded one in DATA_DIR. With `tell`, the
 * embedded one is brought back whenever it ends.
 */
export async function openDatabase(tell?: Tell): Promise<Database> {
  const { databaseUrl, dataDir } = readSettings();
  if (databaseUrl) return { url: databaseUrl, embedded: false, close: async () => {} };
  return { ...(await openEmbedded(dataDir, { tell })), embedded: true };
}
