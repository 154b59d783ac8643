import { makeCsvWriter, writeCsvHead } from "@/lib/contract/csv-text";
import type { Factor } from "./rules";

const COLUMNS = [
  "territory",
  "country",
  "name",
  "currency",
  "factor",
  "factor_low",
  "factor_high",
  "n_products",
  "exact_amount",
  "suggested_amount",
];

/** One row an App Store territory, by its three-letter code: `suggested_amount` ends as prices in its currency end. */
export function writeFactorsCsv(factors: readonly Factor[]): string {
  const rows = factors.map(({ iso3, country, name, currency, factor, low, high, n, local, shop }) => ({
    territory: iso3,
    country,
    name,
    currency,
    factor,
    factor_low: low,
    factor_high: high,
    n_products: n,
    exact_amount: local,
    suggested_amount: shop,
  }));
  const byTerritory = rows.sort((a, b) => (a.territory < b.territory ? -1 : 1));
  return writeCsvHead(COLUMNS, false) + makeCsvWriter(COLUMNS)(byTerritory);
}
