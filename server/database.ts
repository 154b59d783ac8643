import { connectClient } from "@/lib/platform/database-client";
import { migrate } from "./migrate";
import type { EmbeddedOptions } from "./postgres";
import { ensureAuthSecret, readSettings } from "./settings";

const FILES = [
  ...["sources", "products", "prices", "price-evidence", "fx-rates", "fx-rates-daily"],
  ...["tax-rates", "tax-treatment", "income", "ppp"],
].map((name) => `prisma/data/${name}.csv`);

type Database = { url: string; close(): Promise<void> };

/** Uses DATABASE_URL, else the embedded server in DATA_DIR. */
export async function openDatabase(options?: EmbeddedOptions): Promise<Database> {
  const { databaseUrl, dataDir } = readSettings();
  if (databaseUrl) return { url: databaseUrl, close: async () => {} };
  await ensureAuthSecret(dataDir);
  const { openEmbedded } = await import("./postgres");
  return openEmbedded(dataDir, options);
}

/**
 * Applies migrations, and publishes the bundled dataset where nothing was published. Returns what was done, for
 * people.
 */
export async function prepareDatabase(url: string): Promise<string[]> {
  const applied = await migrate(url);
  const client = await connectClient(url, "start");
  const { rowCount } = await client.query("SELECT FROM dataset_version LIMIT 1").finally(() => client.end());
  if (rowCount === 0) {
    const { importFiles } = await import("@/lib/import/import-files");
    await importFiles({ connectionString: url, files: FILES, importedBy: "bundled" });
  }
  return [
    ...applied.map((name) => `Applied the migration ${name}.`),
    ...(rowCount === 0 ? ["Imported and published the bundled dataset."] : []),
  ];
}
