import { z } from "zod";
import { TAX_VIEWS } from "@/lib/catalogue/tax/schema";
import { CountryCode, CurrencyCode, Day, Periods, Platforms } from "@/lib/contract/codes";

export const DECIMALS = 4;

export const BasisInput = z
  .string()
  .toLowerCase()
  .regex(/^(median|model|product:[a-z0-9]+(-[a-z0-9]+)*)$/, "is not median, model or product:<slug>")
  .max(108, "is longer than any product slug")
  .default("median")
  .meta({
    description:
      "`median`: the median index; `model`: the model index; `product:<slug>`: `usd_monthly` of one product there over that in the base, at the first platform and period that it has in both countries.",
    examples: ["median"],
  });

export const PriceInput = z
  .string()
  .regex(/^(?=.*[1-9])(0|[1-9]\d{0,8})(\.\d{1,4})?$/, "is no amount such as 9.99")
  .meta({
    description:
      "Your price in the base country, in its currency: each country gets `local_price`, that price there in the currency there.",
    examples: ["9.99"],
  });

const factor = z.number().nonnegative().nullable();

export const Multiplier = z
  .object({
    country: CountryCode,
    name: z.string(),
    currency: CurrencyCode.nullable().describe("Legal tender; null where there is none."),
    factor: factor.describe("What a price of 1 in the base country is there, in one currency."),
    low: factor.describe("Lower end of the 95% interval; null where there is none."),
    high: factor.describe("Upper end of the 95% interval."),
    n: z.int().nonnegative().describe("Products that the factor rests on."),
    platform: Platforms.nullable().describe("Of a product: where both prices apply."),
    period: Periods.nullable().describe("Of a product: what one payment covers in both."),
    reason: z.string().nullable().describe("Why `factor` is null."),
    local_price: z
      .number()
      .nonnegative()
      .optional()
      .nullable()
      .describe(
        "Only with `price`: it by the factor before it is rounded, made from figures as they are published, and the exchange rates of `fx_date`, in `currency`, rounded to its minor unit; null without factor or rate.",
      ),
  })
  .meta({ id: "Multiplier", description: "The factor of one country." });
export type Multiplier = z.infer<typeof Multiplier>;

export const Multipliers = z
  .object({
    base: CountryCode,
    basis: z.string().describe("`median`, `model` or `product:<slug>`."),
    tax: z.enum(TAX_VIEWS),
    fx_date: Day.nullable().describe("Rate day of the dataset."),
    price: z.number().optional().describe("The `price` asked for, in the currency of the base country."),
    countries: z.array(Multiplier).describe("Every country with a current price, by code."),
  })
  .meta({
    id: "Multipliers",
    description: "What others charge in each country for 1 in the base country. Not advice.",
  });
export type Multipliers = z.infer<typeof Multipliers>;

export const MultiplierRow = Multiplier.extend(Multipliers.omit({ countries: true }).shape).meta({
  id: "MultiplierRow",
  description: "The factor of one country, with what it is a factor of.",
});
export type MultiplierRow = z.infer<typeof MultiplierRow>;
