import { connectClient } from "@/lib/platform/database-client";

const FILES = [
  ...["sources", "products", "prices", "fx-rates", "fx-rates-daily"],
  ...["tax-rates", "tax-treatment", "income", "ppp"],
].map((name) => `prisma/data/${name}.csv`);

/** Imports and publishes the dataset bundled with this release into a migrated database without any. */
export async function prepareDataset(url: string): Promise<void> {
  if (await hasDataset(url)) return;
  const { importFiles } = await import("@/lib/import/import-files");
  await importFiles({ connectionString: url, files: FILES, importedBy: "bundled" });
}

async function hasDataset(url: string): Promise<boolean> {
  const client = await connectClient(url, "start");
  try {
    const { rowCount } = await client.query("SELECT FROM dataset_version LIMIT 1");
    return rowCount === 1;
  } finally {
    await client.end();
  }
}
