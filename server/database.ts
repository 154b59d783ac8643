import { openEmbedded } from "./postgres/embedded";
import type { Report } from "./postgres/supervisor";
import { readSettings } from "./settings";

export type Database = { url: string; embedded: boolean; close(): Promise<void> };

/**
 * Opens the database of this process: the server of DATABASE_URL, else the embedded one in DATA_DIR. With `report`, an
 * embedded server that ends is restarted.
 */
export async function openDatabase(report?: Report): Promise<Database> {
  const { databaseUrl, dataDir } = readSettings();
  if (databaseUrl) return { url: databaseUrl, embedded: false, close: async () => {} };
  return { ...(await openEmbedded(dataDir, { report })), embedded: true };
}
