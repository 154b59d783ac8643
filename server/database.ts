import { openEmbedded } from "./postgres/embedded";
import { readSettings } from "./settings";

export type Database = { url: string; embedded: boolean; close(): Promise<void> };

/** The database of this process: the server of DATABASE_URL, or else the embedded one in DATA_DIR. */
export async function openDatabase(): Promise<Database> {
  const { databaseUrl, dataDir } = readSettings();
  if (databaseUrl) return { url: databaseUrl, embedded: false, close: async () => {} };
  return { ...(await openEmbedded(dataDir)), embedded: true };
}
