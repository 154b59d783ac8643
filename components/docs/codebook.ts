import { DATASET_NAMES, DATASETS, type DatasetName } from "@/lib/exports/schema";
import { readSchemaFields, type SchemaField } from "@/lib/openapi/reference";

const MEANINGS: Readonly<Record<string, string>> = {
  product: "Slug of the product: one plan of one service.",
  country: "ISO 3166-1 alpha-2 code of the country; `XK` for Kosovo.",
  name: "Name of the service, or of the country.",
  plan: "Name of the plan.",
  website: "Home page of the service, where known.",
  amount: "Price as published, in `currency`.",
  currency: "ISO 4217 code of the currency of `amount`.",
  cheapest_country: "Country of the lowest price a month; ties go to the lower code.",
  fx_rate: "US dollars for one unit of `currency` on `fx_date`.",
  fx_date: "Day of the exchange rate.",
  first_seen_on: "First day on which this amount was seen.",
  last_seen_on: "Last day on which this amount was seen without a break.",
  source_url: "Where the price was read.",
  index_model_value: "Country-product-dummy estimate, United States = 100; empty where it is not published.",
  index_model_low: "Lower end of its 95% interval.",
  index_model_high: "Upper end of its 95% interval.",
  dataset_version: "Dataset the row belongs to.",
  published_at: "When that dataset was published.",
  index_status: "Whether the country has an index: from 30 products in common with the US on.",
  income_year: "Year of the income.",
  purchasing_power_year: "Year of both the purchasing power factor and the official rate.",
  other: "ISO 3166-1 alpha-2 code of the country it is compared with.",
  date: "Day of the rate.",
};

export type Codebook = { dataset: DatasetName; title: string; rows: string; columns: SchemaField[] };

const TITLES: Readonly<Record<DatasetName, { title: string; rows: string }>> = {
  prices: { title: "Prices", rows: "One row per product, country, platform and billing period that has a price now." },
  products: { title: "Products", rows: "One row per product, with its lowest, middle and highest price." },
  index: {
    title: "Index",
    rows: "One row per country that has an index. `version=all` has those of every dataset version, where columns are empty that were not computed yet when it was published.",
  },
  history: {
    title: "History",
    rows: "One row per unbroken run of one amount. A price that ended and came back is two rows.",
  },
  rates: {
    title: "Rates",
    rows: "One row per currency, day and source: every exchange rate we hold. Of several sources for one day `ecb` counts first, then `currency-api`, then the others by id; a rate serves its own day and the ten after it.",
  },
  countries: {
    title: "Countries",
    rows: "One row per country with prices, as in `/api/countries`, whether it has an index or not: the index, its tax rate on the day of the exchange rates, its income and its general price level, each with its year or the reason why it is not known.",
  },
  corrections: {
    title: "Corrections",
    rows: "One row per price or rate that was published and then replaced or withdrawn, oldest first: when, why, before and after. What stands is in the other files alone.",
  },
  coverage: {
    title: "Coverage",
    rows: "One row per product and country with prices: whether that product has a price there, or why it has none. `/coverage` shows it as a page.",
  },
  differences: {
    title: "Differences",
    rows: "One row two countries that both have a model index: how far apart the model puts them.",
  },
};

export const readCodebook = (): Codebook[] =>
  DATASET_NAMES.map((dataset) => ({
    dataset,
    ...TITLES[dataset],
    columns: readSchemaFields(DATASETS[dataset], MEANINGS),
  }));
