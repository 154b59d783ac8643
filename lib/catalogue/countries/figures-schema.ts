import { z } from "zod";
import { Day } from "@/lib/contract/codes";
import { CountryPrice, CurrencyCount, DifferenceBin, Relatives, SourceCount } from "./detail-schema";

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
