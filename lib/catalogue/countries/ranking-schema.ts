import { z } from "zod";
import { lensInputs } from "@/lib/catalogue/tax/lens-schema";
import { mapInputs } from "@/lib/contract/map-regions";

const RANK_SORTS = ["index", "name", "share", "model", "basket"] as const;
export type RankSort = (typeof RANK_SORTS)[number];

/** Parameters of the countries page. */
export const CountriesQuery = z.object({
  currency: z.string().optional(),
  ...lensInputs,
  ...mapInputs,
  sort: z.enum(RANK_SORTS).default("index"),
  order: z.enum(["ascending", "descending"]).default("ascending"),
});
export type CountriesQuery = z.infer<typeof CountriesQuery>;
