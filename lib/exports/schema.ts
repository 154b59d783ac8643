import { z } from "zod";
import { CountryCode, CurrencyCode, Day, Instant, Periods, Platforms, Slug } from "@/lib/contract/codes";
import { CountryIndex } from "@/lib/countries/schema";
import { PriceRow } from "@/lib/prices/schema";
import { Product } from "@/lib/products/schema";

const { slug, name, vendor, category, plan, website, countries, verified_on } = Product.shape;
const { usd_monthly_min, usd_monthly_median, usd_monthly_max } = Product.shape;

export const ProductRow = z
  .object({
    ...{ slug, name, vendor, category, plan, website, countries },
    ...{ usd_monthly_min, usd_monthly_median, usd_monthly_max },
    cheapest_country: CountryCode.nullable(),
    cheapest_usd_monthly: z.number().nullable(),
    verified_on,
  })
  .meta({ id: "ProductRow", description: "A row of the export `products`." });

const { value, pct_vs_us, p10_pct, p25_pct, p75_pct, p90_pct, cheaper_share, basket_size, rank, usd_billed } =
  CountryIndex.shape;

export const IndexRow = z
  .object({
    ...{ country: CountryCode, name: z.string(), value, pct_vs_us, p10_pct, p25_pct, p75_pct, p90_pct },
    ...{ cheaper_share, basket_size, rank, usd_billed },
    model_value: z.number().nullable(),
    model_low: z.number().nullable(),
    model_high: z.number().nullable(),
    dataset_version: z.string(),
    published_at: Instant,
  })
  .meta({ id: "IndexRow", description: "A row of the export `index`: a country that has one." });

export const HistoryRow = z
  .object({
    product: Slug,
    country: CountryCode,
    platform: Platforms,
    period: Periods,
    amount: z.number().positive(),
    currency: CurrencyCode,
    usd: z
      .number()
      .nonnegative()
      .nullable()
      .describe("At the rate of `first_seen_on`, or the nearest within 10 days before."),
    fx_rate: z.number().positive().nullable(),
    fx_date: Day.nullable(),
    first_seen_on: Day,
    last_seen_on: Day,
    source_url: z.url(),
  })
  .meta({ id: "HistoryRow", description: "A row of the export `history`: one unbroken run of one amount." });

/** The datasets and the columns of each, in order, the same in JSON and CSV. */
export const DATASETS = { prices: PriceRow, products: ProductRow, index: IndexRow, history: HistoryRow } as const;
export type DatasetName = keyof typeof DATASETS;
export const DATASET_NAMES = Object.keys(DATASETS) as [DatasetName, ...DatasetName[]];
