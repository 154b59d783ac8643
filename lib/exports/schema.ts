import { z } from "zod";
import {
  IndexColumns,
  IndexDetailColumns,
  RateBandColumns,
  WithoutDoubtColumns,
} from "@/lib/catalogue/countries/row-schema";
import { Country, CountryIncome, CountryPurchasingPower } from "@/lib/catalogue/countries/schema";
import { CoverageRow } from "@/lib/catalogue/coverage/schema";
import { ExchangeRate } from "@/lib/catalogue/fx/schema";
import { Price, PriceRow } from "@/lib/catalogue/prices/schema";
import { ProductRow } from "@/lib/catalogue/products/schema";
import { PriceTax, TaxColumns } from "@/lib/catalogue/tax/schema";
import { CountryCode, CurrencyCode, Day, Instant, Periods, Platforms, Slug } from "@/lib/contract/codes";
import { RATE_VALID_DAYS } from "@/lib/contract/days";
import { CorrectionRow } from "@/lib/dataset/correction-schema";

const { fx_source } = Price.shape;
export const IndexRow = z
  .object({
    ...{ country: CountryCode, name: z.string(), ...IndexColumns },
    dataset_version: z.string(),
    published_at: Instant,
    fx_date: Day.nullable().describe("Rate day of the dataset, at whose exchange rates the index stands."),
    ...IndexDetailColumns,
    ...WithoutDoubtColumns,
    ...RateBandColumns,
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
    low_pct: level("Lower end of its 95% interval"),
    high_pct: level("Upper end of its 95% interval"),
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
      .describe(`At the rate of \`first_seen_on\`, or the nearest within ${RATE_VALID_DAYS} days before.`),
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

export const DATASETS = {
  prices: PriceRow,
  products: ProductRow,
  index: IndexRow,
  history: HistoryRow,
  rates: RateRow,
  differences: DifferenceRow,
  countries: CountryExportRow,
  corrections: CorrectionRow,
  coverage: CoverageRow,
} as const;
export type DatasetName = keyof typeof DATASETS;
export const DATASET_NAMES = Object.keys(DATASETS) as [DatasetName, ...DatasetName[]];
