import "server-only";
import { z } from "zod";
import { CountryCode, CurrencyCode, Day, Periods, Platforms, Slug } from "@/lib/contract/codes";
import { readFigures } from "@/lib/dataset/page-figures-data";
import { readOncePerVersion } from "@/lib/dataset/per-version";

/** Another amount or currency than the run before it, as it was first seen. */
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
  pct: z.number().nullable().describe("Per cent; null where the currency changed."),
  source_url: z.url(),
});
export type PriceChange = z.infer<typeof PriceChange>;

/** The newest changes of local prices, newest first. Written at publish (lib/import/publish/changes-sql.ts). */
export const findChanges = readOncePerVersion("changes", () => readFigures<PriceChange[]>("changes"));
