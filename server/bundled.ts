const toPath = (name: string) => `prisma/data/${name}.csv`;
const SOURCES = toPath("sources");
const PRICES = ["products", "prices", "fx-rates"].map(toPath);
const LENSES = ["tax-rates", "tax-treatment", "income", "ppp"].map(toPath);

/** Imports and publishes the dataset that comes with this release. */
export async function importBundled(url: string): Promise<void> {
  const { importFiles } = await import("@/lib/import/import-files");
  const files = [SOURCES, ...PRICES, ...LENSES];
  await importFiles({ connectionString: url, files, importedBy: "bundled" });
}

/**
 * Imports and publishes the tax rates, incomes and such that come with this release, for a database of an earlier one,
 * which has none. Returns why they do not fit its prices, or null.
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
