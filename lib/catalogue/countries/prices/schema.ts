import { z } from "zod";
import { ofCurrency } from "@/lib/catalogue/prices/converted/schema";
import { Price } from "@/lib/catalogue/prices/schema";

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
