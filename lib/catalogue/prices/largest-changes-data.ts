import "server-only";
import { z } from "zod";
import { CountryCode, CurrencyCode, Day, Periods, Slug } from "@/lib/contract/codes";
import { readFigures } from "@/lib/dataset/page-figures-data";
import { readOncePerVersion } from "@/lib/dataset/per-version";

/** Change of a local price by its vendor: same series and currency, another amount. */
export const LargestChange = z.object({
  product: Slug,
  name: z.string(),
  plan: z.string(),
  country: CountryCode,
  country_name: z.string(),
  currency: CurrencyCode,
  period: Periods,
  first_seen_on: Day,
  was: z.number().positive(),
  is: z.number().positive(),
  pct: z.number(),
  also: z.int().nonnegative().describe("Other countries with the same change of the same price."),
  amounts: z
    .array(z.object({ day: Day, amount: z.number() }))
    .describe("All amounts in this currency, from their first day."),
});
export type LargestChange = z.infer<typeof LargestChange>;

/**
 * Largest changes of current local prices in the twelve months before the newest verification: one per vendor and
 * country, and one for all countries that share it. Computed at publish (lib/import/publish/largest-changes-sql.ts).
 */
export const findLargestChanges = readOncePerVersion("moves", () =>
  readFigures<{ since: string; moves: LargestChange[] }>("moves"),
);

/**
 * Number of products that could show a change in those months, and their vendors in order; a product without a vendor
 * counts as its own.
 */
export type ReadTwice = { products: number; vendors: string[] };

export const findReadTwice = readOncePerVersion("read-twice", () => readFigures<ReadTwice>("read_twice"));
