import { z } from "zod";
import { Price } from "@/lib/catalogue/prices/schema";
import { CountryCode, Day, Periods, Platforms, Slug } from "@/lib/contract/codes";
import { CategoryInput, CountryInput, PeriodInput, PlatformInput } from "@/lib/contract/inputs";
import { StorableText } from "@/lib/contract/text";

const BROWSE_SORTS = ["known", "name", "cheapest", "spread", "changed"] as const;
const BROWSE_VIEWS = ["table", "cards"] as const;
export const BROWSE_PAGE_SIZE = 50;

/** Parameters of the price browser, as its form sends them. */
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

/** Product with its prices that match the filters. */
export const BrowsedProduct = z.object({
  slug: Slug,
  name: z.string(),
  plan: z.string(),
  category: z.string(),
  countries: z.int().positive().describe("Countries among the prices left."),
  prices: z.int().positive(),
  cheapest: Price.nullable().describe("Lowest `usd_monthly`; ties to the lower country, platform, period."),
  most_expensive: Price.nullable(),
  us: Price.nullable().describe("Lowest US price on the same platform and period filters."),
  spread: z.number().nullable().describe("Highest divided by lowest `usd_monthly`."),
  changed_on: Day.nullable().describe("Newest day on which another amount than before was seen."),
  verified_on: Day,
});
export type BrowsedProduct = z.infer<typeof BrowsedProduct>;

/** Choices of the filters: only values with a current price. */
export const BrowseChoices = z.object({
  categories: z.array(z.object({ category: z.string(), products: z.int().positive() })),
  countries: z.array(z.object({ code: CountryCode, name: z.string() })),
  platforms: z.array(Platforms),
  periods: z.array(Periods),
});
export type BrowseChoices = z.infer<typeof BrowseChoices>;
