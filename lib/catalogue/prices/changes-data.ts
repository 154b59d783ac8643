import "server-only";
import { z } from "zod";
import { CountryCode, CurrencyCode, Day, Periods, Platforms, Slug } from "@/lib/contract/codes";
import { readFigures } from "@/lib/dataset/page-figures-data";
import { readOncePerVersion } from "@/lib/dataset/per-version";

/** Price whose amount or currency differs from the run before it, on the day it was first seen. */
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
});
export type PriceChange = z.infer<typeof PriceChange>;

/** Newest changes of local prices, newest first. Computed at publish (lib/import/publish/changes-sql.ts). */
export const findChanges = readOncePerVersion("changes", () => readFigures<PriceChange[]>("changes"));
