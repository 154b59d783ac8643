import { z } from "zod";
import {
  CommonBasket,
  Country,
  CountryIncome,
  CountryIndex,
  CountryPurchasingPower,
  ExTaxIndex,
  IndexChange,
  IndexModel,
} from "@/lib/catalogue/countries/schema";
import { ExchangeRate } from "@/lib/catalogue/fx/schema";
import { Price, PriceRow } from "@/lib/catalogue/prices/schema";
import { Product } from "@/lib/catalogue/products/schema";
import { PriceTax, TaxColumns } from "@/lib/catalogue/tax/schema";
import { CountryCode, CurrencyCode, Day, Instant, Periods, Platforms, Slug } from "@/lib/contract/codes";

const { slug, name, vendor, category, plan, website, countries, verified_on } = Product.shape;
const { usd_monthly_min, usd_monthly_median, usd_monthly_max, in_basket } = Product.shape;

export const ProductRow = z
  .object({
    ...{ slug, name, vendor, category, plan, website, countries },
    ...{ usd_monthly_min, usd_monthly_median, usd_monthly_max },
    cheapest_country: CountryCode.nullable(),
    cheapest_usd_monthly: z.number().nullable(),
    verified_on,
    in_basket,
  })
  .meta({ id: "ProductRow", description: "A row of the export `products`." });

const { fx_source } = Price.shape;
const { median_low, median_high, share_equal_us, share_mode, mode_pct } = CountryIndex.shape;
const { se: model_se, se_classical: model_se_classical, rank_low, rank_high } = IndexModel.shape;
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
    fx_date: Day.nullable().describe("Rate day of the dataset, at whose exchange rates the index stands."),
    ...{ median_low, median_high, share_equal_us, share_mode, mode_pct },
    common_products: CommonBasket.shape.products.nullable(),
    common_pct_vs_us: CommonBasket.shape.pct_vs_us.nullable(),
    ...{ model_se, model_se_classical, model_rank_low: rank_low, model_rank_high: rank_high },
    previous_version: IndexChange.shape.previous_version.nullable(),
    change_products: IndexChange.shape.products.nullable(),
    change_from_pct: IndexChange.shape.from_pct.nullable(),
    change_to_pct: IndexChange.shape.to_pct.nullable(),
    ex_tax_pct_vs_us: ExTaxIndex.shape.pct_vs_us,
    ex_tax_shown_pct_vs_us: ExTaxIndex.shape.shown_pct_vs_us,
    ex_tax_median_low: ExTaxIndex.shape.median_low,
    ex_tax_median_high: ExTaxIndex.shape.median_high,
    ex_tax_basket_size: ExTaxIndex.shape.basket_size.nullable(),
    ex_tax_reason: ExTaxIndex.shape.reason,
    income_ratio: CountryIncome.shape.ratio,
    ppp_ratio: CountryPurchasingPower.shape.ratio,
  })
  .meta({ id: "IndexRow", description: "A row of the export `index`: a country that has one, in a dataset version." });

const localUnits = (per: string) =>
  z.number().positive().nullable().describe(`Local units for one ${per}, average of \`ppp_year\`.`);

export const CountryExportRow = z
  .object({
    country: CountryCode,
    ...{ name: z.string(), currency: Country.shape.currency, region: Country.shape.region },
    ...{ products: Country.shape.products, prices: Country.shape.prices, index_status: Country.shape.index_status },
    ...{ tax_rate_pct: TaxColumns.tax_rate_pct },
    tax_reason: z.string().nullable().describe("Why there is no single rate. Only `no such tax` says that it is 0."),
    tax_source: PriceTax.shape.source,
    tax_reviewed_on: PriceTax.shape.reviewed_on,
    gni_per_capita_usd: CountryIncome.shape.gni_per_capita_usd,
    income_year: CountryIncome.shape.year,
    income_reason: CountryIncome.shape.reason,
    ppp_factor: localUnits("international dollar"),
    ppp_official_rate: localUnits("US dollar"),
    price_level: CountryPurchasingPower.shape.price_level,
    ppp_year: CountryPurchasingPower.shape.year,
    ppp_reason: CountryPurchasingPower.shape.reason,
  })
  .meta({ id: "CountryRow", description: "A row of the export `countries`: a country with prices, and its lenses." });

export const RateRow = z
  .object({ ...ExchangeRate.shape, date: Day })
  .meta({ id: "RateRow", description: "A row of the export `rates`: one currency on one day from one source." });

const level = (what: string) => z.number().describe(`${what}, per cent of the other's level.`);
export const DifferenceRow = z
  .object({
    country: CountryCode,
    other: CountryCode,
    pct: level("Level of `country` by the model against that of `other`"),
    low_pct: level("Lower end of its 95 % interval"),
    high_pct: level("Upper end of its 95 % interval"),
    se: z.number().nonnegative().describe("Standard error of the difference of both logarithms, clustered by product."),
  })
  .meta({ id: "DifferenceRow", description: "A row of the export `differences`: two countries by the model." });

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
    fx_source,
    tax_rate_pct: TaxColumns.tax_rate_pct.describe(
      "Standard rate of the country on electronic services on `first_seen_on`, per cent; whether the price includes it is not said here.",
    ),
    tax_reason: z.string().nullable().describe("Why `tax_rate_pct` is null."),
  })
  .meta({ id: "HistoryRow", description: "A row of the export `history`: one unbroken run of one amount." });

/** Datasets with their columns in order, equal in JSON and CSV. */
export const DATASETS = {
  prices: PriceRow,
  products: ProductRow,
  index: IndexRow,
  history: HistoryRow,
  rates: RateRow,
  differences: DifferenceRow,
  countries: CountryExportRow,
} as const;
export type DatasetName = keyof typeof DATASETS;
export const DATASET_NAMES = Object.keys(DATASETS) as [DatasetName, ...DatasetName[]];
