import type { ListedCountry } from "./row-schema";
import type { Country } from "./schema";

export function toCountryRow({
  code,
  index,
  ex_tax,
  income,
  purchasing_power,
  index_fx_date,
  ...country
}: Country): ListedCountry {
  const { model, common_basket, without_doubt, change, rate_low_pct, rate_high_pct, rate_days, ...figures } =
    index ?? {};
  return {
    ...{ country: code, ...country, fx_date: index_fx_date, ...figures },
    ...{ model_value: model?.value, model_low: model?.low, model_high: model?.high },
    model_se: model?.se,
    ...{ model_rank_low: model?.rank_low, model_rank_high: model?.rank_high },
    ...{ common_products: common_basket?.products, common_pct_vs_us: common_basket?.pct_vs_us },
    ...{ previous_version: change?.previous_version, change_products: change?.products },
    ...{ change_from_pct: change?.from_pct, change_to_pct: change?.to_pct },
    ...{ ex_tax_pct_vs_us: ex_tax?.pct_vs_us, ex_tax_shown_pct_vs_us: ex_tax?.shown_pct_vs_us },
    ...{ ex_tax_median_low: ex_tax?.median_low, ex_tax_median_high: ex_tax?.median_high },
    ...{ ex_tax_basket_size: ex_tax?.basket_size, ex_tax_reason: ex_tax?.reason },
    ...{ gni_per_capita_usd: income.gni_per_capita_usd, income_year: income.year, income_reason: income.reason },
    income_ratio: income.ratio,
    ...{ price_level: purchasing_power.price_level, ppp_year: purchasing_power.year },
    ...{ ppp_reason: purchasing_power.reason, ppp_ratio: purchasing_power.ratio },
    ...{ without_doubt_pct_vs_us: without_doubt?.pct_vs_us, without_doubt_products: without_doubt?.products },
    ...{ without_doubt_median_low: without_doubt?.median_low, without_doubt_median_high: without_doubt?.median_high },
    ...{ rate_low_pct, rate_high_pct, rate_days: rate_days?.join(" ") },
  };
}
