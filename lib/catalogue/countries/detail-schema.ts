import { z } from "zod";
import { ofCurrency } from "@/lib/catalogue/prices/converted/schema";
import { Price } from "@/lib/catalogue/prices/schema";
import { CurrencyCode, Day } from "@/lib/contract/codes";
import { Country } from "./schema";

export const CountryPrice = z
  .object({
    price: Price,
    name: z.string().describe("Name of the service."),
    plan: z.string(),
    category: z.string(),
    us_usd_monthly: z
      .number()
      .nullable()
      .describe("US price of the same product, platform and period, US dollars a month; null where there is none."),
    pct: z.number().nullable().describe("Against that US price, per cent with at most 4 decimals."),
    ...ofCurrency,
  })
  .meta({ id: "CountryPrice", description: "A price in the country, beside the US price it is compared with." });
export type CountryPrice = z.infer<typeof CountryPrice>;

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

const CategoryStanding = z
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
      .array(CategoryStanding)
      .describe("Categories with at least 5 products in common with the US, lowest median first."),
    lowest: z.array(CountryPrice).describe("Products most below their US price, the furthest first."),
    highest: z.array(CountryPrice).describe("Products most above their US price, the furthest first."),
    currencies: z.array(CurrencyCount).describe("Most frequent first."),
    sources: z.array(SourceCount).describe("Those with most prices first."),
  })
  .meta({ id: "CountryDetail", description: "A country with its index, and how its prices stand to those of the US." });
export type CountryDetail = z.infer<typeof CountryDetail>;
