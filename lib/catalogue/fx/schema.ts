import { z } from "zod";
import { CurrencyCode, Day } from "@/lib/contract/codes";
import { RATE_VALID_DAYS } from "@/lib/contract/days";

export const Rate = z.object({ currency: CurrencyCode, date: Day, usd_per_unit: z.number().positive() });
export type Rate = z.infer<typeof Rate>;

export const ExchangeRate = z
  .object({
    currency: CurrencyCode,
    date: Day.describe(
      `Day of the rate: the day asked for, or the nearest of the ${RATE_VALID_DAYS} days before it that has one.`,
    ),
    usd_per_unit: z.number().positive().describe("US dollars for one unit of `currency`, as the source gives it."),
    source: z.string().describe("Id of the source, as in `/api/sources`; prices and history name it as `fx_source`."),
  })
  .meta({ id: "ExchangeRate", description: "The rate by which prices in a currency are converted on a day." });
export type ExchangeRate = z.infer<typeof ExchangeRate>;
