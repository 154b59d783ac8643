import "server-only";
import { FEWER_WITHOUT_TAX } from "@/lib/catalogue/price-index/rules";
import type { TaxView } from "@/lib/catalogue/tax/schema";
import { Prisma } from "@/prisma/client/client";

/** Model index of a country (table alias `i`, its lens `l`), which is computed with tax only. */
const modelJson = Prisma.sql`CASE WHEN i.model_status = 'published'
  THEN json_build_object('value', i.model_value, 'low', i.model_low, 'high', i.model_high, 'se', i.model_se,
    'se_classical', i.model_se_classical, 'rank_low', i.model_rank_low, 'rank_high', i.model_rank_high) END`;
const changeJson = Prisma.sql`CASE WHEN i.change_products IS NOT NULL THEN json_build_object(
  'previous_version', i.previous_version, 'products', i.change_products, 'from_pct', i.change_from_pct,
  'to_pct', i.change_to_pct, 'points', trim_scale(i.change_to_pct::numeric - i.change_from_pct::numeric)) END`;
const NULL = Prisma.sql`NULL`;

/** Index of a country as JSON; null without one. `f`: the table with its median. */
const indexJsonOf = (f: Prisma.Sql, model: Prisma.Sql, change: Prisma.Sql) => Prisma.sql`
  CASE WHEN ${f}.status = 'published' THEN json_build_object(
    'value', trim_scale(100 + ${f}.pct_vs_us::numeric),
    'pct_vs_us', ${f}.pct_vs_us, 'p10_pct', ${f}.p10_pct, 'p25_pct', ${f}.p25_pct, 'p75_pct', ${f}.p75_pct, 'p90_pct', ${f}.p90_pct,
    'cheaper_share', ${f}.cheaper_share, 'basket_size', ${f}.basket_size, 'rank', ${f}.rank, 'usd_billed', ${f}.usd_billed,
    'model', ${model}, 'median_low', ${f}.median_low, 'median_high', ${f}.median_high,
    'share_equal_us', ${f}.share_equal_us, 'share_mode', ${f}.share_mode, 'mode_pct', ${f}.mode_pct,
    'common_basket', CASE WHEN ${f}.common_products IS NOT NULL THEN json_build_object(
      'value', trim_scale(100 + ${f}.common_pct::numeric), 'pct_vs_us', ${f}.common_pct, 'products', ${f}.common_products) END,
    'change', ${change}
  ) END`;

const indexJson: Record<TaxView, Prisma.Sql> = {
  shown: indexJsonOf(Prisma.sql`i`, modelJson, changeJson),
  excluded: indexJsonOf(Prisma.sql`l`, NULL, NULL),
};
const indexStatus: Record<TaxView, Prisma.Sql> = {
  shown: Prisma.sql`i.status`,
  excluded: Prisma.sql`l.status`,
};

/** Lenses of a country beside its index. */
const exTaxJson = Prisma.sql`CASE WHEN i.status = 'published' THEN json_build_object(
  'value', trim_scale(100 + l.pct_vs_us::numeric), 'pct_vs_us', l.pct_vs_us, 'median_low', l.median_low,
  'median_high', l.median_high, 'shown_pct_vs_us', l.shown_pct_vs_us, 'basket_size', l.basket_size,
  'left_out', l.left_out,
  'reason', CASE WHEN l.status <> 'published' THEN ${FEWER_WITHOUT_TAX} END) END`;
const incomeJson = Prisma.sql`json_build_object(
  'gni_per_capita_usd', trim_scale(l.gni_per_capita_usd), 'year', l.income_year, 'reason', l.income_reason,
  'ratio', trim_scale(l.income_ratio))`;
const purchasingPowerJson = Prisma.sql`json_build_object(
  'price_level', trim_scale(l.price_level), 'year', l.ppp_year, 'reason', l.ppp_reason,
  'ratio', trim_scale(l.ppp_ratio))`;

/** Names and values of a country with a price, for `json_build_object`; goes with `pricedCountries`. */
export const countryPairs = (tax: TaxView) => Prisma.sql`
  'code', c.code, 'name', c.name, 'currency', c.currency, 'region', c.region,
  'products', i.products, 'prices', i.prices,
  'index', ${indexJson[tax]}, 'index_status', ${indexStatus[tax]}, 'index_fx_date', v.fx_date,
  'ex_tax', ${exTaxJson}, 'income', ${incomeJson}, 'purchasing_power', ${purchasingPowerJson}`;

/** Countries with a current price in the newest dataset version, their index and lenses. */
export const pricedCountries = Prisma.sql`
  dataset_version v
  JOIN country_index i ON i.version_id = v.id AND i.prices > 0 AND v.id = (SELECT max(id) FROM dataset_version)
  JOIN country_lens l ON l.version_id = v.id AND l.country = i.country
  JOIN country c ON c.code = i.country`;
