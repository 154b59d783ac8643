import { z } from "zod";
import { type Lens, lensInputs } from "@/lib/catalogue/tax/lens/schema";
import { PERIODS, PLATFORMS } from "@/lib/contract/codes";
import { CountryInput, PastDayInput } from "@/lib/contract/inputs";
import { StorableText } from "@/lib/contract/text";

export const PRICE_SORTS = ["product", "category", "usd", "us", "vs", "verified"] as const;
export type PriceSort = (typeof PRICE_SORTS)[number];
export const COUNTRY_PAGE_SIZE = 200;
/** Rows of a list that are in sight before all are asked for. */
export const FIRST_ROWS = 20;

export const CountryQuery = z.object({
  currency: z.string().optional(),
  ...lensInputs,
  home: CountryInput.optional(),
  date: PastDayInput.optional(),
  q: StorableText.max(100).optional(),
  show: z.literal("all").optional(),
  category: StorableText.max(100).optional(),
  platform: z.enum(PLATFORMS).optional(),
  period: z.enum(PERIODS).optional(),
  sort: z.enum(PRICE_SORTS).default("vs"),
  order: z.enum(["ascending", "descending"]).default("ascending"),
  page: z.coerce.number().int().min(1).max(10_000).default(1),
});
export type CountryQuery = z.infer<typeof CountryQuery>;

type Shown = { code: string; lens: Lens; base?: string };

/** Prices of the base, and shares of income, are compared with nothing. */
export const hasUsPrice = ({ code, base = "US" }: Pick<Shown, "code" | "base">): boolean => code !== base;
export const hasDifference = (shown: Shown): boolean => hasUsPrice(shown) && shown.lens !== "income";

/** Falls back to the price when the table has no such column. */
export const toShownSort = (sort: PriceSort, shown: Shown): PriceSort =>
  (sort === "vs" && !hasDifference(shown)) || (sort === "us" && !hasUsPrice(shown)) ? "usd" : sort;

export const toCountryParams = ({ sort, order, page, ...rest }: CountryQuery) => ({
  ...rest,
  sort: sort === "vs" ? undefined : sort,
  order: order === "ascending" ? undefined : order,
  page: page === 1 ? undefined : page,
});
