import { createHash } from "node:crypto";
import { readFile } from "node:fs/promises";
import type { ClientBase } from "pg";
import { connectClient } from "@/lib/platform/database-client";
import { migrate } from "./migrate";
import type { EmbeddedOptions } from "./postgres";
import { prepareServingRole } from "./serving-role";
import { toServingUrl } from "./serving-url";
import { ensureAuthSecret, readSettings } from "./settings";

const BUNDLED_BY = "bundled";
const PRICES = "prisma/data/prices.csv";
/** The dataset bundled with this release, as its sources say it; and what of it is withdrawn, published second. */
const FILES = [
  "sources",
  "products",
  "price-evidence",
  "fx-rates",
  "fx-rates-daily",
  "tax-rates",
  "tax-treatment",
  "income",
  "ppp",
].map((name) => `prisma/data/${name}.csv`);
const CORRECTIONS = "prisma/data/corrections.csv";

/** `url`: the owner's, for migrations, imports and commands. */
type Database = { url: string; servingUrl: string; close(): Promise<void> };

/** Uses DATABASE_URL and DATABASE_OWNER_URL, else the embedded server in DATA_DIR. */
export async function openDatabase(options?: EmbeddedOptions): Promise<Database> {
  const { databaseUrl, databaseOwnerUrl, dataDir } = readSettings();
  if (databaseUrl) return { url: databaseOwnerUrl ?? databaseUrl, servingUrl: databaseUrl, close: async () => {} };
  const { findPrograms, openEmbedded } = await import("./postgres");
  // Before a folder is made that nothing would be in.
  findPrograms();
  await ensureAuthSecret(dataDir);
  const { url, close } = await openEmbedded(dataDir, options);
  return { url, servingUrl: toServingUrl(url), close };
}

/**
 * Makes a database what this release serves: applies its migrations, and where nothing was published, publishes the bundled
 * dataset as the first version and its corrections as the second. Many processes may do so at once. Returns what was done,
 * for people.
 */
export async function prepareDatabase({ url, servingUrl }: Omit<Database, "close">): Promise<string[]> {
  const applied = await migrate(url);
  await prepareServingRole(url, servingUrl);
  const hasImported = await importBundled(url);
  return [
    ...applied.map((name) => `Applied the migration ${name}.`),
    ...(hasImported ? ["Imported and published the bundled dataset."] : []),
  ];
}

/** What a start has to do with the bundled dataset: all, its corrections alone after a start that was ended between, or nothing. */
type BundledState = "missing" | "uncorrected" | "whole";

/** Another process has imported between the look and the lock. */
class ImportedMeanwhile extends Error {}

/** False where nothing was left to import. */
async function importBundled(url: string): Promise<boolean> {
  const client = await connectClient(url, "start");
  const state = await findBundledState(client).finally(() => client.end());
  if (state === "whole") return false;
  const steps = [
    await importWhere("missing", url, [...FILES, PRICES]),
    await importWhere("uncorrected", url, [CORRECTIONS]),
  ];
  return steps.includes(true);
}

/** Imports where the state is the expected one under the lock of imports. */
async function importWhere(expected: BundledState, url: string, files: string[]): Promise<boolean> {
  const { importFiles } = await import("@/lib/import/import-files");
  try {
    await importFiles({
      connectionString: url,
      files,
      importedBy: BUNDLED_BY,
      isBundled: true,
      acceptsOutliers: expected === "uncorrected",
      begin: async (client) => {
        if ((await findBundledState(client)) !== expected) throw new ImportedMeanwhile();
      },
    });
    return true;
  } catch (error) {
    if (error instanceof ImportedMeanwhile) return false;
    throw error;
  }
}

async function findBundledState(client: ClientBase): Promise<BundledState> {
  const { rows } = await client.query<{ sha256: string | null }>(
    `SELECT sha256 FROM dataset_version v
     LEFT JOIN import i ON i.version_id = v.id AND i.imported_by = $1 AND i.file_name = 'prices.csv' LIMIT 2`,
    [BUNDLED_BY],
  );
  if (rows.length !== 1) return rows.length === 0 ? "missing" : "whole";
  // A database of another release has other files, and keeps what it has.
  const sha256 = createHash("sha256")
    .update(await readFile(PRICES))
    .digest("hex");
  return rows[0]?.sha256 === sha256 ? "uncorrected" : "whole";
}
