import { z } from "zod";
import type { Price } from "@/lib/catalogue/prices/schema";
import { CountryCode, Periods, Platforms } from "@/lib/contract/codes";
import { CategoryInput, CountryInput, PeriodInput, PlatformInput } from "@/lib/contract/inputs";
import { StorableText } from "@/lib/contract/text";
import type { PRODUCT_SORTS } from "./rules";
import type { Product } from "./schema";

export const BROWSE_SORTS = ["known", "name", "cheapest", "spread", "changed"] as const;
/** The same orders of the API. */
export const API_SORTS: Record<(typeof BROWSE_SORTS)[number], (typeof PRODUCT_SORTS)[number]> = {
  ...{ known: "known", name: "name", cheapest: "min", spread: "-spread", changed: "-changed_on" },
};
const BROWSE_VIEWS = ["table", "cards"] as const;
export const BROWSE_PAGE_SIZE = 50;

export const BrowseQuery = z.object({
  q: StorableText.max(100).optional(),
  category: CategoryInput.optional(),
  country: CountryInput.optional(),
  platform: PlatformInput.optional(),
  period: PeriodInput.optional(),
  sort: z.enum(BROWSE_SORTS).default("known"),
  view: z.enum(BROWSE_VIEWS).default("table"),
  page: z.coerce.number().int().min(1).max(10_000).default(1),
  currency: z.string().max(10).optional(),
});
export type BrowseQuery = z.infer<typeof BrowseQuery>;

/** Beside the lowest US price on the same platform and for the same period. `pct_vs_us` is of `cheapest`. */
export type BrowsedProduct = Product & { us: Price | null; spread: number | null; pct_vs_us: number | null };

export const BrowseChoices = z.object({
  categories: z.array(z.object({ category: z.string(), products: z.int().positive() })),
  countries: z.array(z.object({ code: CountryCode, name: z.string() })),
  platforms: z.array(Platforms),
  periods: z.array(Periods),
});
export type BrowseChoices = z.infer<typeof BrowseChoices>;
