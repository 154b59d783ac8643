import { z } from "zod";
import { CountryCode } from "@/lib/contract/codes";
import {
  CommonBasket,
  Country,
  CountryIncome,
  CountryIndex,
  CountryPurchasingPower,
  ExTaxIndex,
  IndexChange,
  IndexModel,
  WithoutDoubt,
} from "./schema";

const { value, pct_vs_us, p10_pct, p25_pct, p75_pct, p90_pct, cheaper_share, basket_size, rank, usd_billed } =
  CountryIndex.shape;
const { median_low, median_high, share_equal_us } = CountryIndex.shape;

export const IndexColumns = {
  ...{ value, pct_vs_us, p10_pct, p25_pct, p75_pct, p90_pct, cheaper_share, basket_size, rank, usd_billed },
  model_value: IndexModel.shape.value.nullable(),
  model_low: IndexModel.shape.low.nullable(),
  model_high: IndexModel.shape.high.nullable(),
};

export const IndexDetailColumns = {
  ...{ median_low, median_high, share_equal_us },
  common_products: CommonBasket.shape.products.nullable(),
  common_pct_vs_us: CommonBasket.shape.pct_vs_us.nullable(),
  model_se: IndexModel.shape.se,
  model_rank_low: IndexModel.shape.rank_low,
  model_rank_high: IndexModel.shape.rank_high,
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
};

export const WithoutDoubtColumns = {
  without_doubt_pct_vs_us: WithoutDoubt.shape.pct_vs_us.nullable(),
  without_doubt_median_low: WithoutDoubt.shape.median_low,
  without_doubt_median_high: WithoutDoubt.shape.median_high,
  without_doubt_products: WithoutDoubt.shape.products.nullable(),
};

/** Columns of the band over the rates of several days, at the end of a flat row. */
export const RateBandColumns = {
  rate_low_pct: CountryIndex.shape.rate_low_pct,
  rate_high_pct: CountryIndex.shape.rate_high_pct,
  rate_days: z.string().describe("`rate_days` of the index, separated by spaces."),
};

export const ListedCountry = z
  .object({
    country: CountryCode,
    ...{ name: Country.shape.name, currency: Country.shape.currency, region: Country.shape.region },
    ...{ products: Country.shape.products, prices: Country.shape.prices, index_status: Country.shape.index_status },
    fx_date: Country.shape.index_fx_date,
    ...z.object({ ...IndexColumns, ...IndexDetailColumns }).partial().shape,
    gni_per_capita_usd: CountryIncome.shape.gni_per_capita_usd,
    income_year: CountryIncome.shape.year,
    income_reason: CountryIncome.shape.reason,
    price_level: CountryPurchasingPower.shape.price_level,
    ppp_year: CountryPurchasingPower.shape.year,
    ppp_reason: CountryPurchasingPower.shape.reason,
    ...z.object({ ...WithoutDoubtColumns, ...RateBandColumns }).partial().shape,
    base: CountryIndex.shape.base.optional(),
    iso3: Country.shape.iso3,
  })
  .meta({ id: "ListedCountry", description: "A country as a flat row; without an index its columns are empty." });
export type ListedCountry = z.infer<typeof ListedCountry>;
