const toPath = (name: string) => `prisma/data/${name}.csv`;
const SOURCES = toPath("sources");
const PRICES = ["products", "prices", "fx-rates"].map(toPath);
const LENSES = ["tax-rates", "tax-treatment", "income", "ppp"].map(toPath);

/** Imports and publishes the dataset bundled with this release. */
export async function importBundled(url: string): Promise<void> {
  const { importFiles } = await import("@/lib/import/import-files");
  const files = [SOURCES, ...PRICES, ...LENSES];
  await importFiles({ connectionString: url, files, importedBy: "bundled" });
}

/**
 * Imports and publishes the bundled tax rates and incomes into a database of an earlier release, which has none.
 * Returns the reason when they do not fit its prices, else null.
 */
export async function importBundledLenses(url: string): Promise<string | null> {
  const { importFiles } = await import("@/lib/import/import-files");
  const { ImportRejected } = await import("@/lib/import/report/result");
  try {
    await importFiles({ connectionString: url, files: [SOURCES, ...LENSES], importedBy: "bundled" });
    return null;
  } catch (error) {
    if (!(error instanceof ImportRejected)) throw error;
    return error.faults[0] ?? error.message;
  }
}
