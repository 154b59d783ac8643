import { z } from "zod";
import { lensInputs } from "@/lib/catalogue/tax/lens-schema";
import { mapInputs } from "@/lib/contract/map-regions";

export const RANK_SORTS = ["index", "name", "share", "basket", "burden", "income"] as const;
export type RankSort = (typeof RANK_SORTS)[number];

export const CountriesQuery = z.object({
  currency: z.string().optional(),
  ...lensInputs,
  ...mapInputs,
  /** By default the largest share of income first, else the cheapest. */
  sort: z.enum(RANK_SORTS).optional(),
  order: z.enum(["ascending", "descending"]).optional(),
});
export type CountriesQuery = z.infer<typeof CountriesQuery>;
