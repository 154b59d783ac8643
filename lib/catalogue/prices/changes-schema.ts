import { z } from "zod";
import { CountryCode, CurrencyCode, Day, Instant, Periods, Platforms, Slug } from "@/lib/contract/codes";

export const PriceChange = z.object({
  product: Slug,
  name: z.string(),
  plan: z.string(),
  country: CountryCode,
  country_name: z.string(),
  platform: Platforms,
  period: Periods,
  first_seen_on: Day,
  was: z.object({ amount: z.number().positive(), currency: CurrencyCode, last_seen_on: Day }),
  is: z.object({ amount: z.number().positive(), currency: CurrencyCode }),
  pct: z.number().nullable().describe("Per cent; null where the currency changed, but for a redenomination."),
  source_url: z.url(),
  corrected_at: Instant.nullable().describe("When one of the two amounts or days was last corrected."),
});
export type PriceChange = z.infer<typeof PriceChange>;

const LocalAmount = z
  .object({ day: Day, amount: z.number() })
  .meta({ id: "LocalAmount", description: "A local amount from the day on which it was first read." });

export const WithdrawnChange = PriceChange.pick({
  ...{ product: true, name: true, plan: true, country: true, country_name: true, platform: true, period: true },
  first_seen_on: true,
}).extend({ withdrawn_at: Instant });
export type WithdrawnChange = z.infer<typeof WithdrawnChange>;

export const LargestChange = z
  .object({
    product: Slug,
    name: z.string(),
    plan: z.string(),
    country: CountryCode,
    country_name: z.string(),
    currency: CurrencyCode,
    period: Periods,
    first_seen_on: Day.describe("First day on which the new amount was read."),
    was: z.number().positive().describe("Local amount before."),
    is: z.number().positive().describe("Local amount since."),
    pct: z.number().describe("Change of the local amount, per cent."),
    also: z.int().nonnegative().describe("Other countries with the same change of the same price."),
    amounts: z.array(LocalAmount).describe("All amounts in this currency, from their first day."),
  })
  .meta({ id: "LargestChange", description: "A change of a local price by its vendor, in one currency." });
export type LargestChange = z.infer<typeof LargestChange>;
