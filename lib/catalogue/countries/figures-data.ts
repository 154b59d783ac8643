import "server-only";
import { z } from "zod";
import type { TaxView } from "@/lib/catalogue/tax/schema";
import { findRow } from "@/lib/platform/read-row";
import { Prisma } from "@/prisma/client/client";
import { CountryPrice, CurrencyCount, DifferenceBin, Relatives, SourceCount } from "./detail-schema";
import { pricesByIds } from "./prices-data";

/** Figures of all current prices of a country, computed at publish (lib/import/publish/country-pages.ts). */
export const CountryFigures = z.object({
  relatives: Relatives,
  bins: z.array(DifferenceBin).describe("Those products by difference."),
  currencies: z.array(CurrencyCount).describe("Prices, most frequent first."),
  sources: z.array(SourceCount).describe("Those with most prices first."),
  categories: z.array(z.string()),
  platforms: z.array(z.string()),
  periods: z.array(z.string()),
  lowest: z.array(CountryPrice).describe("Products most below their US price, the furthest first."),
  highest: z.array(CountryPrice).describe("Products most above their US price, the furthest first."),
  first: z.array(CountryPrice).describe("First prices in US dollars, in the order of the API."),
  example: CountryPrice.describe(
    "The first price that the index compares, else the first that can be compared, else the first of all.",
  ),
});
export type CountryFigures = z.infer<typeof CountryFigures>;

type Named = Pick<CountryFigures, "lowest" | "highest" | "first" | "platforms" | "periods"> & {
  example: [CountryPrice];
};
type Counted = Omit<CountryFigures, keyof Named>;

/** Null for a country without a current price. */
export async function findCountryFigures(country: string, tax: TaxView): Promise<CountryFigures | null> {
  const found = await findRow<Named & { counted: Counted }>(Prisma.sql`
    SELECT figures AS counted, ${pricesByIds(Prisma.sql`lowest_ids`, tax)} AS lowest,
      ${pricesByIds(Prisma.sql`highest_ids`, tax)} AS highest, ${pricesByIds(Prisma.sql`first_ids`, tax)} AS first,
      ${pricesByIds(Prisma.sql`ARRAY[example_id]`, tax)} AS example,
      ARRAY(SELECT DISTINCT unnest(platforms)::text) AS platforms, ARRAY(SELECT DISTINCT unnest(periods)::text) AS periods
    FROM country_page WHERE country = ${country} AND tax = ${tax}`);
  if (found === null) return null;
  const { counted, example, ...named } = found;
  return { ...counted, ...named, example: example[0] };
}
