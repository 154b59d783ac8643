const toPath = (name: string) => `prisma/data/${name}.csv`;
const SOURCES = toPath("sources");
const PRICES = ["products", "prices", "fx-rates"].map(toPath);
const LENSES = ["tax-rates", "tax-treatment", "income", "ppp"].map(toPath);
const DAILY_RATES = toPath("fx-rates-daily");

/** Imports and publishes the dataset bundled with this release. */
export async function importBundled(url: string): Promise<void> {
  const { importFiles } = await import("@/lib/import/import-files");
  const files = [SOURCES, ...PRICES, DAILY_RATES, ...LENSES];
  await importFiles({ connectionString: url, files, importedBy: "bundled" });
}

/**
 * Imports and publishes the bundled tax rates, incomes and daily exchange rates into a database of an earlier release,
 * which has none. Returns the reason when they do not fit its data, else null.
 */
export async function importBundledReferences(url: string): Promise<string | null> {
  const { importFiles } = await import("@/lib/import/import-files");
  const { ImportRejected } = await import("@/lib/import/report/result");
  try {
    await importFiles({ connectionString: url, files: [SOURCES, DAILY_RATES, ...LENSES], importedBy: "bundled" });
    return null;
  } catch (error) {
    if (!(error instanceof ImportRejected)) throw error;
    return error.faults[0] ?? error.message;
  }
}
