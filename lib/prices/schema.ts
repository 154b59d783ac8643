import { z } from "zod";
import { CountryCode, CurrencyCode, Day, Periods, Platforms, Slug } from "@/lib/contract/codes";

/** The price record, in the order of its columns everywhere (JSON, CSV, tables). */
export const Price = z
  .object({
    product: Slug,
    country: CountryCode,
    platform: Platforms,
    period: Periods,
    amount: z.number().positive().describe("Price as published, in `currency`."),
    currency: CurrencyCode,
    usd: z.number().nonnegative().nullable().describe("`amount` x `fx_rate`, US dollars; null without a rate."),
    usd_monthly: z
      .number()
      .nonnegative()
      .nullable()
      .describe("US dollars a month: weekly x 52/12, quarterly / 3, semiannual / 6, yearly / 12."),
    fx_rate: z.number().positive().nullable().describe("US dollars for one unit of `currency` on `fx_date`."),
    fx_date: Day.nullable().describe("Day of the exchange rate: the newest known at publish."),
    source_url: z.url().describe("Where the price was read."),
    verified_on: Day.describe("Last day on which this price was checked at `source_url`."),
  })
  .meta({ id: "Price", description: "One current price." });
export type Price = z.infer<typeof Price>;
