import { z } from "zod";
import { ConvertedOfferColumns } from "@/lib/catalogue/prices/converted-schema";
import { Price } from "@/lib/catalogue/prices/schema";
import { CountryCode, Day, Periods, Platforms, Slug } from "@/lib/contract/codes";
import { CategoryInput, CountryInput, PeriodInput, PlatformInput } from "@/lib/contract/inputs";
import { StorableText } from "@/lib/contract/text";

export const BROWSE_SORTS = ["known", "name", "cheapest", "spread", "changed"] as const;
export const BROWSE_PAGE_SIZE = 200;
/** Rows in sight before all are asked for. */
export const FIRST_OFFERS = 20;

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

export const BrowsedProduct = z
  .object({
    slug: Slug,
    name: z.string().describe("Name of the service."),
    plan: z.string(),
    category: z.string(),
    countries: z.int().positive().describe("Countries among the prices left."),
    prices: z.int().positive().describe("Prices left."),
    cheapest: Price.nullable().describe("Lowest `usd_monthly`; ties to the lower country, platform, period."),
    most_expensive: Price.nullable().describe("Highest `usd_monthly`."),
    us: Price.nullable().describe("Lowest US price on the same platform and period filters."),
    pct_vs_us: z.number().nullable().describe("`cheapest` against `us`, per cent with at most 4 decimals."),
    spread: z.number().nullable().describe("Highest divided by lowest `usd_monthly`."),
    changed_on: Day.nullable().describe("Newest day on which another amount than before was seen."),
    verified_on: Day.describe("Newest day of verification."),
  })
  .meta({ id: "Offer", description: "A product with those of its prices that match the filters." });
export type BrowsedProduct = z.infer<typeof BrowsedProduct>;

const { amount, currency, platform, period, country, usd_monthly } = Price.shape;

export const OfferRow = z
  .object({
    ...{ product: Slug, name: z.string(), plan: z.string(), category: z.string() },
    ...{ countries: BrowsedProduct.shape.countries, prices: BrowsedProduct.shape.prices },
    country: country.nullable().describe("Of the lowest `usd_monthly`, like the columns up to `usd_monthly`."),
    ...{ platform: platform.nullable(), period: period.nullable() },
    ...{ amount: amount.nullable(), currency: currency.nullable(), usd_monthly },
    highest_country: country.nullable(),
    highest_usd_monthly: usd_monthly,
    us_usd_monthly: usd_monthly,
    ...{ pct_vs_us: BrowsedProduct.shape.pct_vs_us, spread: BrowsedProduct.shape.spread },
    ...{ changed_on: BrowsedProduct.shape.changed_on, verified_on: BrowsedProduct.shape.verified_on },
    ...ConvertedOfferColumns,
  })
  .meta({ id: "OfferRow", description: "An offer as a flat row." });

export const BrowseChoices = z.object({
  categories: z.array(z.object({ category: z.string(), products: z.int().positive() })),
  countries: z.array(z.object({ code: CountryCode, name: z.string() })),
  platforms: z.array(Platforms),
  periods: z.array(Periods),
});
export type BrowseChoices = z.infer<typeof BrowseChoices>;
