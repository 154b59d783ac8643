import { Client } from "pg";

const FILES = ["sources.csv", "products.csv", "prices.csv", "fx-rates.csv"].map((name) => `prisma/data/${name}`);

/** Imports and publishes the dataset that comes with this release, where nothing was published yet. */
export async function importBundled(url: string): Promise<void> {
  if (await hasDataset(url)) return;
  const { importFiles } = await import("@/lib/dataset/import-files");
  await importFiles({ connectionString: url, files: FILES, importedBy: "bundled" });
}

async function hasDataset(url: string): Promise<boolean> {
  const client = new Client({ connectionString: url, application_name: "price-atlas-start" });
  await client.connect();
  try {
    const { rowCount } = await client.query("SELECT FROM dataset_version LIMIT 1");
    return rowCount === 1;
  } finally {
    await client.end();
  }
}
