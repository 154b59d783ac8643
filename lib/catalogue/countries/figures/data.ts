import "server-only";
import { findCountryRecords, type NamedPrice, readComparedPrices } from "@/lib/catalogue/countries/prices/data";
import { BASE_COUNTRY } from "@/lib/catalogue/price-index/rules";
import type { TaxView } from "@/lib/catalogue/tax/schema";
import type { Version } from "@/lib/versions/current";
import { summarizeCountry } from "./rules";
import type { CountryFigures } from "./schema";

/** Null for a country without a current price. */
export async function findCountryFigures(
  version: Version,
  country: string,
  tax: TaxView,
  base = BASE_COUNTRY,
): Promise<CountryFigures | null> {
  const [head, ...others] = await readComparedPrices(version, country, tax, base);
  if (head === undefined) return null;
  const { lowest, highest, first, example, ...counted } = summarizeCountry([head, ...others]);
  const recordsOf = (prices: readonly NamedPrice[]) => findCountryRecords(version, prices, tax);
  const [low, high, listed, [one]] = await Promise.all([
    recordsOf(lowest),
    recordsOf(highest),
    recordsOf(first),
    recordsOf([example]),
  ]);
  return one === undefined ? null : { ...counted, lowest: low, highest: high, first: listed, example: one };
}
