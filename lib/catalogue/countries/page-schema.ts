import { z } from "zod";
import { type Lens, lensInputs } from "@/lib/catalogue/tax/lens-schema";
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

/** Lens and country of a table of prices. */
type Shown = { code: string; lens: Lens };

/** US prices are the base, and shares of an income stand in the place of the difference: such tables have no such columns. */
export const hasUsPrice = ({ code }: Pick<Shown, "code">): boolean => code !== "US";
export const hasDifference = (shown: Shown): boolean => hasUsPrice(shown) && shown.lens !== "income";

/** Order of a table that may have no column for the one asked for: then by price. */
export const toShownSort = (sort: PriceSort, shown: Shown): PriceSort =>
  (sort === "vs" && !hasDifference(shown)) || (sort === "us" && !hasUsPrice(shown)) ? "usd" : sort;

/** Query as parameters of the address, without defaults. */
export const toCountryParams = ({ sort, order, page, ...rest }: CountryQuery) => ({
  ...rest,
  sort: sort === "vs" ? undefined : sort,
  order: order === "ascending" ? undefined : order,
  page: page === 1 ? undefined : page,
});
