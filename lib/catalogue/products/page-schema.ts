import { z } from "zod";
import { SORTS } from "@/lib/catalogue/prices/table-rules";
import { lensInputs } from "@/lib/catalogue/tax/lens/schema";
import { COUNTRY_CODES, PERIODS, PLATFORMS } from "@/lib/contract/codes";
import { CountryInput, PastDayInput } from "@/lib/contract/inputs";
import { mapInputs } from "@/lib/contract/map-regions";

export const HISTORY_MAX = 6;
/** Rows of the table before "Show all". */
export const FIRST_COUNTRIES = 12;

const known = new Set(COUNTRY_CODES);

export const ProductQuery = z.object({
  currency: z.string().optional(),
  ...lensInputs,
  date: PastDayInput.optional(),
  ...mapInputs,
  home: CountryInput.optional(),
  history: z
    .string()
    .transform((text) => [...new Set(text.toUpperCase().split(","))].slice(0, HISTORY_MAX))
    .refine((codes) => codes.every((code) => known.has(code)))
    .optional(),
  /** Part of a country's name. */
  q: z.string().max(100).optional(),
  country: CountryInput.optional(),
  region: z.string().max(40).optional(),
  platform: z.enum(PLATFORMS).optional(),
  period: z.enum(PERIODS).optional(),
  sort: z.enum(SORTS).default("usd"),
  order: z.enum(["ascending", "descending"]).default("ascending"),
  rows: z.enum(["all"]).optional(),
});
export type ProductQuery = z.infer<typeof ProductQuery>;

export const toProductParams = ({ history, sort, order, ...rest }: ProductQuery) => ({
  ...rest,
  history: history?.join(","),
  sort: sort === "usd" ? undefined : sort,
  order: order === "ascending" ? undefined : order,
});
