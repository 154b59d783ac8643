import { z } from "zod";
import { CountryRow } from "@/lib/catalogue/countries/row-schema";
import { Country } from "@/lib/catalogue/countries/schema";
import { CoverageRow } from "@/lib/catalogue/coverage/schema";
import { ExchangeRate } from "@/lib/catalogue/fx/schema";
import { SeriesRunRow } from "@/lib/catalogue/prices/history/series/schema";
import { Provenance } from "@/lib/catalogue/prices/provenance-schema";
import { Price, PriceRow } from "@/lib/catalogue/prices/schema";
import { ProductRow } from "@/lib/catalogue/products/schema";
import { TaxColumns } from "@/lib/catalogue/tax/schema";
import { CountryCode, CurrencyCode, Day, Instant, Periods, Platforms, Slug } from "@/lib/contract/codes";
import { RATE_VALID_DAYS } from "@/lib/contract/days";
import { toColumns } from "@/lib/contract/flat-rows";
import { CorrectionRow } from "@/lib/dataset/corrections/schema";

const { fx_source } = Price.shape;
export const IndexRow = z
  .object({
    country: CountryCode,
    dataset_version: z.string(),
    published_at: Instant,
    fx_date: Day.nullable().describe("Rate day of the dataset, at whose exchange rates the index stands."),
    ...toColumns(Country.pick({ name: true, index: true, ex_tax: true })),
    income_ratio: Country.shape.income.shape.ratio,
    purchasing_power_ratio: Country.shape.purchasing_power.shape.ratio,
  })
  .meta({ id: "IndexRow", description: "A row of the export `index`: a country that has one, in a dataset version." });

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
    source: SeriesRunRow.shape.source,
    ...Provenance.shape,
  })
  .meta({ id: "HistoryRow", description: "A row of the export `history`: one unbroken run of one amount." });

export const DATASETS = {
  prices: PriceRow,
  products: ProductRow,
  index: IndexRow,
  history: HistoryRow,
  rates: RateRow,
  differences: DifferenceRow,
  countries: CountryRow,
  corrections: CorrectionRow,
  coverage: CoverageRow,
} as const;
export type DatasetName = keyof typeof DATASETS;
export const DATASET_NAMES = Object.keys(DATASETS) as [DatasetName, ...DatasetName[]];

export const EXPORT_FORMATS = ["csv", "json", "ndjson", "parquet"] as const;
export type ExportFormat = (typeof EXPORT_FORMATS)[number];
