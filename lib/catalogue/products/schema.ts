import { z } from "zod";
import { ConvertedSpreadColumns, ofCurrency } from "@/lib/catalogue/prices/converted/schema";
import { RANKINGS } from "@/lib/catalogue/prices/ranking/rules";
import { DayPrice, Price } from "@/lib/catalogue/prices/schema";
import { AccessStatement } from "@/lib/catalogue/products/access/schema";
import { CountryCode, Day, Slug } from "@/lib/contract/codes";

const identity = {
  product: Slug,
  name: z.string().describe("Name of the product."),
  vendor: z.string().nullable().describe("Groups the services of one company; null when the source names none."),
  service: z.string().describe("Groups the plans of one service: Netflix Standard and Premium are both of Netflix."),
  category: z.string().describe("For example `streaming`."),
  plan: z.string().describe("Name of the plan."),
  website: z.url().nullable().describe("Home page of the service, where known."),
  in_basket: z
    .boolean()
    .describe(
      "Counts in the basket of the median index: one plan of each product does, and of products that are sold as one plan the main one.",
    ),
};
const samePlan = {
  same_plan_as: Slug.nullable().describe(
    "The main product of its plan, where this is another door to it: Microsoft PowerPoint is sold as Microsoft 365 Personal, as Microsoft Excel is. Such a plan counts once, by its main product.",
  ),
};
const usdMonthly = z.number().nonnegative().nullable();
const figures = {
  n_prices: z.int().nonnegative().describe("Prices that the filters leave."),
  n_countries: z.int().nonnegative().describe("Countries with one of them."),
  min: usdMonthly.describe("Lowest ranked price, US dollars a month."),
  median: usdMonthly.describe("Median of the ranked prices, US dollars a month."),
  max: usdMonthly.describe("Highest ranked price, US dollars a month."),
};
const ranking = {
  ranking: z
    .enum(RANKINGS)
    .describe(
      "What the prices bear. `certain`: prices without a doubt, of at least three countries and half of all, are ranked. `uncertain`: doubted ones are ranked as well. `last_seen`: outdated ones are. `none`: nothing to compare.",
    ),
  n_ranked: z.int().nonnegative().describe("Ranked prices, one a country, on which these figures rest."),
};
const withoutTax = {
  ex_tax_min: usdMonthly.describe("`min` without tax, over the prices that are ranked so."),
  ex_tax_median: usdMonthly.describe("`median` without tax."),
  ex_tax_max: usdMonthly.describe("`max` without tax."),
  ex_tax_ranking: z.enum(RANKINGS).describe("`ranking` of the prices without tax."),
  ex_tax_n_ranked: z.int().nonnegative().describe("`n_ranked` without tax."),
};
const days = {
  verified_from: Day.nullable().describe("Oldest day on which a ranked price was read."),
  verified_on: Day.nullable().describe("Newest day on which a ranked price was read."),
  changed_on: Day.nullable().describe("Newest day on which another amount than before was seen."),
};

export const Product = z
  .object({
    ...identity,
    ...figures,
    ...ranking,
    cheapest: Price.nullable().describe("Price of `min`; ties to the lower country, platform, period."),
    most_expensive: Price.nullable().describe("Price of `max`."),
    cheapest_without_tax: Price.nullable().describe("The cheapest by amounts without tax, where those are known."),
    ...withoutTax,
    ...days,
    ...samePlan,
    ...ofCurrency,
  })
  .meta({ id: "Product", description: "One plan of one service, with figures over its prices." });
export type Product = z.infer<typeof Product>;

export const ProductDetail = z
  .object({
    ...Product.shape,
    prices: z.array(Price).describe("All current prices, by country, platform, period."),
    access: z
      .array(AccessStatement)
      .describe(
        "Whether it can be bought from abroad, as far as somebody read it: at most one sentence a question, in the order of the questions; of the version, whatever `date`. Empty where nobody did.",
      ),
  })
  .meta({ id: "ProductDetail", description: "One product with all its prices." });
export type ProductDetail = z.infer<typeof ProductDetail>;

const country = CountryCode.nullable();
const columns = {
  ...identity,
  ...figures,
  cheapest_country: country.describe("Country of `min`."),
  most_expensive_country: country.describe("Country of `max`."),
  verified_on: days.verified_on,
  changed_on: days.changed_on,
};
const addedColumns = {
  ...ranking,
  verified_from: days.verified_from,
  cheapest_without_tax_country: country.describe("Country of the cheapest price without tax."),
  ...withoutTax,
  ...samePlan,
};
export const ProductRow = z
  .object({ ...columns, ...addedColumns })
  .meta({ id: "ProductRow", description: "A product as a flat row of the export `products`." });

export const ListedProductRow = z
  .object({ ...columns, ...ConvertedSpreadColumns, ...addedColumns })
  .meta({ id: "ListedProductRow", description: "A row of a list of products." });

export const ProductOnDay = ProductDetail.extend({
  prices: z
    .array(DayPrice)
    .describe("All current prices, by country, platform, period; with `date=` those of that day."),
}).meta({ id: "ProductOnDay", description: "One product with all its prices, current or of a day." });
export type ProductOnDay = z.infer<typeof ProductOnDay>;
