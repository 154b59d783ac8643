import "server-only";
import { z } from "zod";
import type { TaxView } from "@/lib/catalogue/tax/schema";
import { CurrencyCode, Day } from "@/lib/contract/codes";
import { db } from "@/lib/platform/db";
import { Prisma } from "@/prisma/client/client";
import { CountryPrice, pricesByIds } from "./prices-data";

const count = z.int().nonnegative();

/** Figures of all current prices of a country, computed at publish (lib/import/publish/country-pages.ts). */
export const CountryFigures = z.object({
  relatives: z
    .object({ all: count, equal: count, cheaper: count, dearer: count })
    .describe("Products by how their price stands to the US price, to the cent. Each counts once."),
  bins: z.array(z.object({ pct: z.number().describe("Lower end."), count })).describe("Those products by difference."),
  currencies: z.array(z.object({ currency: CurrencyCode, count })).describe("Prices, most frequent first."),
  sources: z.array(z.object({ id: z.string(), count, from: Day, to: Day })).describe("Those with most prices first."),
  categories: z.array(z.string()),
  lowest: z.array(CountryPrice).describe("Products most below their US price, the furthest first."),
  highest: z.array(CountryPrice).describe("Products most above their US price, the furthest first."),
  first: z.array(CountryPrice).describe("First prices in US dollars, in the order of the API."),
  example: CountryPrice.describe(
    "The first price that the index compares, else the first that can be compared, else the first of all.",
  ),
});
export type CountryFigures = z.infer<typeof CountryFigures>;

type Named = Pick<CountryFigures, "lowest" | "highest" | "first"> & { example: [CountryPrice] };
type Counted = Omit<CountryFigures, keyof Named>;

/** Null for a country without a current price. */
export async function findCountryFigures(country: string, tax: TaxView): Promise<CountryFigures | null> {
  const [found] = await db().$queryRaw<(Named & { counted: Counted })[]>`
    SELECT figures AS counted, ${pricesByIds(Prisma.sql`lowest_ids`, tax)} AS lowest,
      ${pricesByIds(Prisma.sql`highest_ids`, tax)} AS highest, ${pricesByIds(Prisma.sql`first_ids`, tax)} AS first,
      ${pricesByIds(Prisma.sql`ARRAY[example_id]`, tax)} AS example
    FROM country_page WHERE country = ${country} AND tax = ${tax}`;
  if (found === undefined) return null;
  const { counted, example, ...named } = found;
  return { ...counted, ...named, example: example[0] };
}
