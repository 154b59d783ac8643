import "server-only";
import { z } from "zod";
import { BASE_COUNTRY } from "@/lib/catalogue/price-index/rules";
import type { TaxView } from "@/lib/catalogue/tax/schema";
import { Day } from "@/lib/contract/codes";
import type { Version } from "@/lib/versions/current";
import { CountryPrice, CurrencyCount, DifferenceBin, Relatives, SourceCount } from "./detail-schema";
import { summarizeCountry } from "./price-rules";
import { findCountryRecords, type NamedPrice, readComparedPrices } from "./prices-data";

export const CountryFigures = z.object({
  relatives: Relatives,
  read: z
    .object({ from: Day, to: Day, median: Day })
    .nullable()
    .describe("Days on which the prices of these products were read, and the day by which half of them were."),
  bins: z.array(DifferenceBin).describe("Those products by difference."),
  currencies: z.array(CurrencyCount).describe("Prices, most frequent first."),
  sources: z.array(SourceCount).describe("Those with most prices first."),
  categories: z.array(z.string()),
  platforms: z.array(z.string()),
  periods: z.array(z.string()),
  lowest: z.array(CountryPrice).describe("Products most below their US price, the furthest first."),
  highest: z.array(CountryPrice).describe("Products most above their US price, the furthest first."),
  first: z.array(CountryPrice).describe("First prices in US dollars, in the order of the API."),
  example: CountryPrice.describe(
    "The first price that the index compares, else the first that can be compared, else the first of all.",
  ),
});
export type CountryFigures = z.infer<typeof CountryFigures>;

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
