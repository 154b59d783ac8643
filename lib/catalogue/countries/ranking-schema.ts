import { z } from "zod";
import { lensInputs } from "@/lib/catalogue/tax/lens/schema";
import { CountryInput } from "@/lib/contract/inputs";
import { mapInputs } from "@/lib/contract/map-regions";

export const RANK_SORTS = ["index", "name", "share", "basket", "burden", "income"] as const;
export type RankSort = (typeof RANK_SORTS)[number];

export const CountriesQuery = z.object({
  currency: z.string().optional(),
  home: CountryInput.optional(),
  ...lensInputs,
  ...mapInputs,
  /** By default the largest share of income first, else the cheapest. */
  sort: z.enum(RANK_SORTS).optional(),
  order: z.enum(["ascending", "descending"]).optional(),
  /** Part of the name of a country without an index. */
  q: z.string().max(100).optional(),
  rows: z.enum(["all"]).optional(),
});
export type CountriesQuery = z.infer<typeof CountriesQuery>;
