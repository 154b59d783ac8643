import { z } from "zod";
import { PriceTax } from "@/lib/catalogue/tax/schema";
import { CountryCode, CurrencyCode, Day } from "@/lib/contract/codes";

const pct = (what: string) => z.number().describe(`${what}, per cent against the price of the base.`);

const unknown = "null in datasets published before it was computed";

const IndexModel = z
  .object({
    value: z.number(),
    low: z.number(),
    high: z.number(),
    se: z
      .number()
      .nonnegative()
      .nullable()
      .describe(`Standard error of the logarithm of the level, clustered by product; ${unknown}.`),
    rank_low: z
      .int()
      .positive()
      .nullable()
      .describe(`Best rank that its differences from other countries leave open, 1 the cheapest; ${unknown}.`),
    rank_high: z.int().positive().nullable().describe(`Worst such rank; ${unknown}.`),
  })
  .meta({
    id: "IndexModel",
    description: "Country-product-dummy estimate, United States = 100, with its 95% interval.",
  });

const CommonBasket = z
  .object({
    value: z.number().positive().describe("Median price level over these products, United States = 100."),
    pct_vs_us: pct("Median relative price of these products"),
    n_products: z.int().positive().describe("Products of the common basket."),
  })
  .meta({
    id: "CommonBasket",
    description: "The median over the products that every country with an index has, so that all have one basket.",
  });

const WithoutDoubt = z
  .object({
    value: z.number().positive().describe("Median price level over these products, United States = 100."),
    pct_vs_us: pct("Median relative price of these products"),
    median_low: pct("Lower end of its 95% interval").nullable(),
    median_high: pct("Upper end of its 95% interval").nullable(),
    n_products: z.int().positive().describe("Products of which neither price carries a doubt."),
  })
  .meta({
    id: "WithoutDoubt",
    description:
      "The median over prices without a doubt, here and in the US. For sensitivity, not for the better number: what is left out is not left out at random.",
  });

const IndexChange = z
  .object({
    previous_version: z.string().describe("The dataset version before."),
    n_products: z.int().positive().describe("Products of the basket."),
    from_pct: pct("Their median in that version"),
    to_pct: pct("Their median now"),
    points: z.number().describe("`to_pct` - `from_pct`."),
  })
  .meta({
    id: "IndexChange",
    description: "Change of the median since the version before, whose basket has the same products.",
  });

export const CountryIndex = z
  .object({
    base: CountryCode.describe("Country whose level is 100: the US, or the one that `base=` names."),
    value: z.number().positive().describe("Median price level over the products that both sell, base = 100."),
    pct_vs_us: pct("Median relative price"),
    p10_pct: pct("10th percentile"),
    p25_pct: pct("25th percentile"),
    p75_pct: pct("75th percentile"),
    p90_pct: pct("90th percentile"),
    cheaper_pct: z.number().min(0).max(100).describe("Per cent of the products that cost less than in the base."),
    n_products: z.int().positive().describe("Products compared."),
    rank: z.int().positive().describe("1 is the cheapest country; equal values share a rank."),
    usd_billed: z.boolean().describe("Most of the basket is priced in US dollars, outside the US."),
    model: IndexModel.nullable().describe(
      "Country-product-dummy estimate, United States = 100, with its 95% interval.",
    ),
    median_low: pct("Lower end of the 95% interval of the median").nullable(),
    median_high: pct("Upper end of the 95% interval of the median").nullable(),
    equal_pct: z
      .number()
      .min(0)
      .max(100)
      .nullable()
      .describe("Per cent of the products that cost exactly as much as in the base."),
    common_basket: CommonBasket.nullable().describe("Null below 5 common products."),
    rate_low_pct: pct("Lowest median at the exchange rates of `rate_days`, the prices held").nullable(),
    rate_high_pct: pct("Highest such median").nullable(),
    rate_days: z
      .array(Day)
      .describe(
        "Days whose exchange rates give `rate_low_pct` and `rate_high_pct`: the rate day, and of each of the six months before it the last day with rates, where every currency of the basket has one of that day. A month without one is left out. Empty, and both null, without such a month and with `tax=excluded`.",
      ),
    without_doubt: WithoutDoubt.nullable().describe("Null below 30 such products, and with `tax=excluded`."),
    change: IndexChange.nullable().describe(
      "Null without a version before, or where the products of the basket are not the same in both.",
    ),
  })
  .meta({ id: "CountryIndex", description: "Price index of a country; see the methodology." });
export type CountryIndex = z.infer<typeof CountryIndex>;

const ratio = z.number().nonnegative().nullable();
const reason = (what: string) => z.string().nullable().describe(`Why ${what} is null.`);

const LeftOut = z
  .object({ reason: z.string(), n_products: z.int().positive() })
  .meta({ id: "LeftOut", description: "Products left out for one reason." });

export const ExTaxIndex = z
  .object({
    value: z.number().positive().nullable().describe("Median price level without tax, United States = 100."),
    pct_vs_us: pct("Median relative price without tax").nullable(),
    median_low: pct("Lower end of its 95% interval").nullable(),
    median_high: pct("Upper end of its 95% interval").nullable(),
    shown_pct_vs_us: pct("Median as shown over the same products")
      .nullable()
      .describe("Median as shown over the same products, per cent: only this may be subtracted from `pct_vs_us`."),
    n_products: z.int().nonnegative().describe("Products whose price without tax is known here and in the US."),
    left_out: z.array(LeftOut).describe("Products of the index as shown that are left out, by reason."),
    reason: reason("the median"),
  })
  .meta({ id: "ExTaxIndex", description: "The median index over prices without tax; null below 30 products." });
export type ExTaxIndex = z.infer<typeof ExTaxIndex>;

const CountryTax = z
  .object({
    rate_pct: PriceTax.shape.rate_pct,
    reason: z.string().nullable().describe("Why there is no single rate. Only `no such tax` says that it is 0."),
    source: PriceTax.shape.source,
    reviewed_on: PriceTax.shape.reviewed_on,
  })
  .meta({ id: "CountryTax", description: "Tax on electronic services to consumers." });

const CountryIncome = z
  .object({
    gni_per_capita_usd: z.number().positive().nullable().describe("Gross national income per head, Atlas method."),
    year: z.int().nullable(),
    reason: reason("the income"),
    ratio: ratio.describe(
      "Median price level against the US, divided by income against the US: how many times more of its income the same subscriptions take. Null without an index or income.",
    ),
  })
  .meta({ id: "CountryIncome", description: "Prices beside the newest average income." });

const localUnits = (per: string) =>
  z.number().positive().nullable().describe(`Local units for one ${per}, average of \`year\`.`);

const CountryPurchasingPower = z
  .object({
    factor: localUnits("international dollar"),
    official_rate: localUnits("US dollar"),
    price_level: z.number().positive().nullable().describe("`factor` / `official_rate`; United States = 1."),
    year: z.int().nullable(),
    reason: reason("the price level"),
    ratio: ratio.describe("Median price level against the US, divided by `price_level`. Null without one of them."),
  })
  .meta({ id: "CountryPurchasingPower", description: "Prices beside the general price level of the country." });

export const Country = z
  .object({
    country: CountryCode,
    iso3: z
      .string()
      .regex(/^[A-Z]{3}$/)
      .describe("ISO 3166-1 alpha-3 code; that of Kosovo is user-assigned."),
    name: z.string(),
    region: z.string().describe("Continent."),
    currency: CurrencyCode.nullable().describe("Legal tender; null where there is none."),
    n_products: z.int().nonnegative().describe("Products with a current price."),
    n_prices: z.int().nonnegative().describe("Current prices."),
    index: CountryIndex.nullable().describe("Null below 30 matched products, with `category=` below 5."),
    tax: CountryTax,
    income: CountryIncome,
    purchasing_power: CountryPurchasingPower,
    ex_tax: ExTaxIndex.nullable().describe("Null where there is no index as shown either."),
    index_status: z.enum(["published", "insufficient_basket"]),
    exact_amount: z
      .number()
      .nonnegative()
      .nullable()
      .optional()
      .describe("Only with `price=`: that price times `index.value / 100`, in `currency`, in whole minor units."),
    suggested_amount: z
      .number()
      .nonnegative()
      .nullable()
      .optional()
      .describe(
        "Only with `price=`: the nearest amount that ends as prices in `currency` end, such as 189.99 or 1,499.",
      ),
  })
  .meta({ id: "Country", description: "A country with prices, and its index." });
export type Country = z.infer<typeof Country>;
export type IndexedCountry = Country & { index: CountryIndex };
