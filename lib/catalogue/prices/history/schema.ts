import { z } from "zod";
import { Rate } from "@/lib/catalogue/fx/schema";
import { CountryCode, CurrencyCode, Day, Periods, Platforms } from "@/lib/contract/codes";

/** Consecutive days with one amount; without an amount: no longer listed. */
export const Run = z.object({
  amount: z.number().positive().nullable(),
  currency: CurrencyCode.nullable(),
  first_seen_on: Day,
  last_seen_on: Day,
});
export type Run = z.infer<typeof Run>;

/** The export of the history has all runs. */
export const MOST_RUNS = 200;

export const CountryHistory = z.object({ country: CountryCode, is_current: z.boolean(), runs: z.array(Run) });
export type CountryHistory = z.infer<typeof CountryHistory>;

export const ProductHistory = z.object({
  platform: Platforms,
  period: Periods,
  first_seen_on: Day.describe("Of the product; where `is_cut`, of the runs in `series`."),
  observed_days: z.int().positive().describe("Days on which any country was observed."),
  is_cut: z.boolean().describe("A series has more runs than are in `series`."),
  rate_day: Day.describe("Day of the dataset's exchange rates, which are held after it."),
  until: Day.describe("The later of `rate_day` and the last reading; current prices are drawn to here."),
  countries: z.array(CountryCode).describe("All countries with a history, those with most changes first."),
  series: z.array(CountryHistory),
  sources: z.array(z.string()).describe("Ids of the sources in which the prices of `series` were read."),
  rates: z.array(Rate).describe("Rates of the currencies in `series` for the days of its runs, by currency and date."),
});
export type ProductHistory = z.infer<typeof ProductHistory>;
