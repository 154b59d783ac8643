import { z } from "zod";
import type { Price } from "@/lib/catalogue/prices/schema";
import type { PRODUCT_SORTS } from "@/lib/catalogue/products/rules";
import type { Product } from "@/lib/catalogue/products/schema";
import { CountryCode, Periods, Platforms } from "@/lib/contract/codes";
import { CategoryInput, CountryInput, PeriodInput, PlatformInput } from "@/lib/contract/inputs";
import { StorableText } from "@/lib/contract/text";

export const BROWSE_SORTS = [
  "known",
  "name",
  "mine",
  "cheapest",
  "difference",
  "highest",
  "spread",
  "countries",
  "changed",
] as const;
/** Those of the reader's country, which no call of the API has. */
export const HOME_SORTS = ["mine", "difference"] as const satisfies readonly (typeof BROWSE_SORTS)[number][];
export const BROWSE_PAGE_SIZE = 200;
/** Rows in sight before all are asked for. */
export const FIRST_OFFERS = 20;
/** Orders of the page by their name in `/api/services`, so that the call that a page names has its order. */
export const API_SORTS: Record<(typeof BROWSE_SORTS)[number], (typeof PRODUCT_SORTS)[number]> = {
  known: "known",
  name: "name",
  mine: "known",
  cheapest: "min",
  difference: "known",
  highest: "-max",
  spread: "-spread",
  countries: "-n_countries",
  changed: "-changed_on",
};

export const BrowseQuery = z.object({
  q: StorableText.max(100).optional(),
  category: CategoryInput.optional(),
  country: CountryInput.optional(),
  platform: PlatformInput.optional(),
  period: PeriodInput.optional(),
  sort: z.enum(BROWSE_SORTS).default("known"),
  show: z.literal("all").optional(),
  home: CountryInput.optional(),
  page: z.coerce.number().int().min(1).max(10_000).default(1),
  currency: z.string().max(10).optional(),
});
export type BrowseQuery = z.infer<typeof BrowseQuery>;

/** `mine`: lowest price in the reader's country; `spread`: highest divided by lowest; `isSavingTold`: of the lowest against `mine`. */
export type BrowsedProduct = Product & { mine: Price | null; spread: number | null; isSavingTold: boolean };

export const BrowseChoices = z.object({
  categories: z.array(z.object({ category: z.string(), products: z.int().positive() })),
  countries: z.array(z.object({ code: CountryCode, name: z.string() })),
  platforms: z.array(Platforms),
  periods: z.array(Periods),
});
export type BrowseChoices = z.infer<typeof BrowseChoices>;
