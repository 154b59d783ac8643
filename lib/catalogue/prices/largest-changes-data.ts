import "server-only";
import { z } from "zod";
import { CountryCode, CurrencyCode, Day, Periods, Slug } from "@/lib/contract/codes";
import { readFigures } from "@/lib/dataset/page-figures-data";
import { readOncePerVersion } from "@/lib/dataset/per-version";

/** A change of a local price by its vendor: same series, same currency, another amount. */
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
 * The largest changes of a current local price in the twelve months before the newest verification: one a vendor and
 * country, and one for countries that share it. Written at publish (lib/import/publish/moves-sql.ts).
 */
export const findLargestChanges = readOncePerVersion("moves", () =>
  readFigures<{ since: string; moves: LargestChange[] }>("moves"),
);

/** Products of which a change could be seen in those months, and their vendors in order, by product where none is named. */
export type ReadTwice = { products: number; vendors: string[] };

export const findReadTwice = readOncePerVersion("read-twice", () => readFigures<ReadTwice>("read_twice"));
