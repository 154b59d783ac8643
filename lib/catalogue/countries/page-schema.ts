import { z } from "zod";
import { lensInputs } from "@/lib/catalogue/tax/lens-schema";
import { PERIODS, PLATFORMS } from "@/lib/contract/codes";
import { DateInput } from "@/lib/contract/inputs";
import { StorableText } from "@/lib/contract/text";

export const PRICE_SORTS = ["product", "category", "usd", "us", "vs", "verified"] as const;
export type PriceSort = (typeof PRICE_SORTS)[number];
export const COUNTRY_PAGE_SIZE = 50;

/** Parameters of a country's page. */
export const CountryQuery = z.object({
  currency: z.string().optional(),
  ...lensInputs,
  date: DateInput.optional(),
  category: StorableText.max(100).optional(),
  platform: z.enum(PLATFORMS).optional(),
  period: z.enum(PERIODS).optional(),
  sort: z.enum(PRICE_SORTS).default("vs"),
  order: z.enum(["ascending", "descending"]).default("ascending"),
  page: z.coerce.number().int().min(1).max(10_000).default(1),
});
export type CountryQuery = z.infer<typeof CountryQuery>;

/** Query as parameters of the address, without defaults. */
export const toCountryParams = ({ sort, order, page, ...rest }: CountryQuery) => ({
  ...rest,
  sort: sort === "vs" ? undefined : sort,
  order: order === "ascending" ? undefined : order,
  page: page === 1 ? undefined : page,
});
