import { z } from "zod";
import { CurrencyCount, DifferenceBin, Relatives, SourceCount } from "@/lib/catalogue/countries/figures/schema";
import { CountryPrice } from "@/lib/catalogue/countries/prices/schema";
import { Country } from "@/lib/catalogue/countries/schema";

const count = z.int().nonnegative();

const CategoryMedian = z
  .object({
    category: z.string(),
    pct_vs_us: z.number().describe("Median price difference from the US, per cent."),
    n_products: z.int().positive().describe("Products compared."),
    rank: z.int().positive().describe("1 is the lowest median; equal ones by code."),
    n_countries: z.int().positive().describe("Countries that are ranked."),
  })
  .meta({ id: "CategoryStanding", description: "The median of one category in the country." });

export const CountryDetail = z
  .object({
    ...Country.shape,
    n_ranked: count.describe("Countries with an index, among which `index.rank` is one."),
    relatives: Relatives,
    distribution: z.array(DifferenceBin).describe("Those products by their difference."),
    categories: z
      .array(CategoryMedian)
      .describe("Categories with at least 5 products in common with the US, lowest median first."),
    lowest: z.array(CountryPrice).describe("Products most below their US price, the furthest first."),
    highest: z.array(CountryPrice).describe("Products most above their US price, the furthest first."),
    currencies: z.array(CurrencyCount).describe("Most frequent first."),
    sources: z.array(SourceCount).describe("Those with most prices first."),
  })
  .meta({ id: "CountryDetail", description: "A country with its index, and how its prices stand to those of the US." });
export type CountryDetail = z.infer<typeof CountryDetail>;
