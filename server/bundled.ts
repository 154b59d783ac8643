const FILES = ["sources.csv", "products.csv", "prices.csv", "fx-rates.csv"].map((name) => `prisma/data/${name}`);

/** Imports and publishes the dataset that comes with this release. */
export async function importBundled(url: string): Promise<void> {
  const { importFiles } = await import("@/lib/dataset/import-files");
  await importFiles({ connectionString: url, files: FILES, importedBy: "bundled" });
}
