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

export const WithdrawnChange = PriceChange.pick({
  product: true,
  name: true,
  plan: true,
  country: true,
  country_name: true,
  platform: true,
  period: true,
  first_seen_on: true,
}).extend({ withdrawn_at: Instant });
export type WithdrawnChange = z.infer<typeof WithdrawnChange>;
