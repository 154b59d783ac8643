import { z } from "zod";
import { CountryPrice } from "@/lib/catalogue/countries/prices/schema";
import { CurrencyCode, Day } from "@/lib/contract/codes";

const count = z.int().nonnegative();

export const Relatives = z
  .object({
    n_products: count,
    n_equal: count.describe("To the cent."),
    n_cheaper: count,
    n_dearer: count,
  })
  .meta({ id: "Relatives", description: "Products by how their price stands to the US price. Each counts once." });

export const DifferenceBin = z
  .object({
    pct: z.number().describe("Lower end of the class, per cent; the lowest and the highest are open."),
    n_products: count,
  })
  .meta({ id: "DifferenceBin", description: "Products within five points of difference from the US price." });

export const CurrencyCount = z
  .object({ currency: CurrencyCode, n_prices: count })
  .meta({ id: "CurrencyCount", description: "Current prices in one currency." });

export const SourceCount = z
  .object({ source: z.string().describe("`id` of `/api/sources`."), n_prices: count, from: Day, to: Day })
  .meta({ id: "SourceCount", description: "Current prices read at one source, with the days of their readings." });

const CountryFigures = z.object({
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
