import { z } from "zod";
import { ConvertedSpreadColumns, ofCurrency } from "@/lib/catalogue/prices/converted-schema";
import { DayPrice, Price } from "@/lib/catalogue/prices/schema";
import { CountryCode, Day, Slug } from "@/lib/contract/codes";

const rowIdentity = {
  slug: Slug,
  name: z.string().describe("Name of the product."),
  vendor: z.string().nullable().describe("Groups the services of one company; null when the source names none."),
  category: z.string().describe("For example `streaming`."),
  plan: z.string().describe("Name of the plan."),
  website: z.url().nullable().describe("Home page of the service, where known."),
};
const service = z
  .string()
  .describe("Groups the plans of one service: Netflix Standard and Premium are both of Netflix.");
const identity = { ...rowIdentity, service };
const usdMonthly = z.number().nonnegative().nullable();
const spread = {
  countries: z.int().nonnegative().describe("Countries with a current price."),
  usd_monthly_min: usdMonthly.describe("Lowest price, US dollars a month."),
  usd_monthly_median: usdMonthly.describe("Median over the cheapest price of each country, US dollars a month."),
  usd_monthly_max: usdMonthly.describe("Highest price, US dollars a month."),
  verified_on: Day.nullable().describe("Newest day of verification."),
  in_basket: z.boolean().describe("Counts in the basket of the median index: one plan of each product does."),
};

export const Product = z
  .object({
    ...identity,
    cheapest: Price.nullable().describe("Price of the lowest `usd_monthly`."),
    ...spread,
    ...ofCurrency,
  })
  .meta({ id: "Product", description: "One plan of one service, with its cheapest country." });
export type Product = z.infer<typeof Product>;

export const ProductDetail = z
  .object({
    ...identity,
    cheapest: Price.nullable().describe("Price of the lowest `usd_monthly`."),
    most_expensive: Price.nullable().describe("Price of the highest `usd_monthly`."),
    ...spread,
    prices: z.array(Price).describe("All current prices, by country, platform, period."),
    ...ofCurrency,
  })
  .meta({ id: "ProductDetail", description: "One product with all its prices." });
export type ProductDetail = z.infer<typeof ProductDetail>;

export const ProductRow = z
  .object({
    ...rowIdentity,
    countries: spread.countries,
    usd_monthly_min: spread.usd_monthly_min,
    usd_monthly_median: spread.usd_monthly_median,
    usd_monthly_max: spread.usd_monthly_max,
    cheapest_country: CountryCode.nullable(),
    cheapest_usd_monthly: z.number().nullable(),
    verified_on: spread.verified_on,
    in_basket: spread.in_basket,
    service,
  })
  .meta({ id: "ProductRow", description: "A row of the export `products`." });
export type ProductRow = z.infer<typeof ProductRow>;

export const ListedProductRow = ProductRow.extend({
  ...ConvertedSpreadColumns,
  converted_cheapest_monthly: z.number().nullable().optional(),
}).meta({ id: "ListedProductRow", description: "A row of a list of products." });

export const ProductOnDay = ProductDetail.extend({
  prices: z
    .array(DayPrice)
    .describe("All current prices, by country, platform, period; with `date=` those of that day."),
}).meta({ id: "ProductOnDay", description: "One product with all its prices, current or of a day." });
export type ProductOnDay = z.infer<typeof ProductOnDay>;
