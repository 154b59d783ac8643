import { z } from "zod";
import { CurrencyCode, Day } from "@/lib/contract/codes";
import { RATE_VALID_DAYS } from "@/lib/contract/days";

const figure = (of: string) => z.number().nullable().optional().describe(`\`${of}\` in this currency.`);

const amounts = {
  amount: z
    .number()
    .nullable()
    .optional()
    .describe(
      "Of a price: `usd` in this currency, from the local amount, so that a price in this currency stays as it is.",
    ),
  monthly: figure("usd_monthly"),
  yearly: figure("usd_yearly"),
  us_monthly: figure("us_usd_monthly"),
  min: figure("min"),
  median: figure("median"),
  max: figure("max"),
  partial_monthly: figure("partial_usd_monthly"),
  ex_tax_amount: figure("tax.ex_tax_usd"),
  ex_tax_monthly: figure("tax.ex_tax_usd_monthly"),
};
const rate = {
  currency: CurrencyCode,
  fx_rate: z
    .number()
    .positive()
    .nullable()
    .describe(
      "US dollars for one unit of `currency` on `fx_date`; null where there is none, and then every amount is.",
    ),
  fx_date: Day.nullable().describe(`Day of that rate: the one asked for, or at most ${RATE_VALID_DAYS} days before.`),
};

export const Converted = z.object({ ...amounts, ...rate }).meta({
  id: "Converted",
  description:
    "Only with `currency=`: the US dollars beside it in that currency, at most 4 decimals, banker’s rounding. Null where the US dollars are.",
});
export type Converted = z.infer<typeof Converted>;

/** Present only where a call asks for a currency. */
export const ofCurrency = { converted: Converted.optional() };

const rateColumns = {
  converted_currency: rate.currency.optional().describe("Only with `currency=`."),
  converted_fx_rate: rate.fx_rate.optional(),
  converted_fx_date: rate.fx_date.optional(),
};

/** Empty without `currency=`. */
export const ConvertedPriceColumns = {
  converted_amount: amounts.amount,
  converted_monthly: amounts.monthly,
  converted_us_monthly: amounts.us_monthly,
  ...rateColumns,
};

/** After the others, so that columns keep their places. */
export const ConvertedTaxColumns = {
  converted_ex_tax_amount: amounts.ex_tax_amount,
  converted_ex_tax_monthly: amounts.ex_tax_monthly,
};

export const ConvertedSpreadColumns = {
  converted_min: amounts.min,
  converted_median: amounts.median,
  converted_max: amounts.max,
  ...rateColumns,
};
