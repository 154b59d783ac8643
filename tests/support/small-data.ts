import { readFile } from "node:fs/promises";
import type { Folder } from "./import-cli";

export const COUNTRIES = new Set(["US", "TR", "DE", "AR", "EG", "AQ"]);
const CURRENCIES = new Set(["TRY", "EUR", "ARS", "EGP"]);
const RATES_FROM = "2026-02-01";

/** Rows of the bundled files by name of file: of six countries, and the exchange rates of some months. */
const ROWS: Record<string, (cells: string[]) => boolean> = {
  sources: () => true,
  products: () => true,
  prices: ([, country = ""]) => COUNTRIES.has(country),
  "price-evidence": ([, country = ""]) => COUNTRIES.has(country),
  "fx-rates": ([currency = "", date = ""]) => CURRENCIES.has(currency) && date >= RATES_FROM,
  "fx-rates-daily": ([currency = "", date = ""]) => CURRENCIES.has(currency) && date >= RATES_FROM,
  "tax-rates": ([country = ""]) => COUNTRIES.has(country),
  "tax-treatment": () => true,
  income: ([country = ""]) => COUNTRIES.has(country),
  ppp: ([country = ""]) => COUNTRIES.has(country),
};

/** Writes a part of the bundled dataset, for tests that publish often. Returns the paths by name of file. */
export async function writeSmallData(folder: Folder): Promise<Record<string, string>> {
  const written = Object.entries(ROWS).map(async ([name, isWanted]) => {
    const [header = "", ...rows] = (await readFile(`prisma/data/${name}.csv`, "utf8")).trimEnd().split("\n");
    const text = [header, ...rows.filter((row) => isWanted(row.split(","))), ""].join("\n");
    return [name, await folder.write(`${name}.csv`, text)] as const;
  });
  return Object.fromEntries(await Promise.all(written));
}
