import "server-only";
import { escapeLiteral } from "pg";
import { coverageRows } from "@/lib/catalogue/coverage/sql";
import { BASE_COUNTRY, FEWER_WITHOUT_TAX } from "@/lib/catalogue/price-index/rules";
import { historyRuns } from "@/lib/catalogue/prices/history/series/sql";
import { RATE_OF_DAY_NOT_KNOWN, taxRatesOn } from "@/lib/catalogue/tax/lens/sql";
import { COUNTRY_CODES, toIso3 } from "@/lib/contract/codes";
import { instantSql } from "@/lib/contract/instant-sql";
import { correctionRowsText } from "@/lib/dataset/corrections/sql";
import { validRowsText } from "@/lib/versions/valid-rows-sql";
import type { DatasetName } from "./schema";

// Statements have no parameters, because COPY takes none. Numbers are `numeric`, which PostgreSQL writes without an
// exponent.

export type RowsOf = (versionId: number) => string;

/** Doubles become the shortest decimal that reads back as the same number. */
const decimals = (columns: Readonly<Record<string, string>>) =>
  Object.entries(columns)
    .map(([name, figure]) => `trim_scale((${figure})::text::numeric) AS ${name}`)
    .join(", ");

const pricesOf =
  (condition = "true"): RowsOf =>
  (versionId) =>
    `
  SELECT p.product, p.country, p.platform, p.period, trim_scale(p.amount) AS amount, p.currency,
    trim_scale(p.fx_rate) AS fx_rate, p.fx_date, p.source_url, p.verified_on,
    p.tax_treatment, trim_scale(p.tax_rate_pct) AS tax_rate_pct, p.tax_reason, trim_scale(p.ex_tax_amount) AS ex_tax_amount,
    ${decimals({
      usd: "p.usd",
      usd_monthly: "p.usd_monthly",
      ex_tax_usd: "p.ex_tax_usd",
      ex_tax_usd_monthly: "p.ex_tax_usd_monthly",
      income_share_pct: "p.income_share_pct",
      usual_ratio: "p.usual_ratio",
      us_usd_monthly: "p.us_usd_monthly",
      pct_vs_us: "p.pct_vs_us",
      ex_tax_us_monthly: "p.us_ex_tax_monthly",
      ex_tax_pct_vs_us: "p.ex_tax_pct_vs_us",
    })},
    p.income_year, p.income_reason, p.fx_source_id AS fx_source, p.fx_stale,
    p.is_reported AS reported, p.changed_on, p.source_id AS source,
    CASE WHEN p.source_id IN ('desk', 'visitors') THEN p.source_id WHEN p.source_id LIKE 'opentherank-%' THEN 'store_index'
      ELSE 'publication' END AS source_kind,
    p.evidence,
    p.is_outdated AS outdated, p.is_ranked AS ranked, p.ex_tax_is_ranked AS ex_tax_ranked,
    ${instantSql("p.read_at")} AS read_at, p.quote, p.method, p.plan, p.tax_source_id AS tax_source, p.tax_reviewed_on,
    pr.name, pr.plan AS product_plan, pr.category, c.name AS country_name
  FROM price p LEFT JOIN product pr ON (pr.version_id, pr.slug) = (p.version_id, p.product)
    LEFT JOIN country c ON (c.version_id, c.code) = (p.version_id, p.country)
  WHERE p.version_id = ${versionId} AND ${condition}
  ORDER BY p.position`;

const PRODUCTS: RowsOf = (versionId) => `
  SELECT pr.slug AS product, pr.name, pr.vendor, pr.service, pr.category, pr.plan, pr.website, pr.in_basket, pr.prices AS n_prices,
    pr.countries AS n_countries, ${decimals({
      min: "pr.usd_monthly_min",
      median: "pr.usd_monthly_median",
      max: "pr.usd_monthly_max",
      ex_tax_min: "pr.ex_tax_monthly_min",
      ex_tax_median: "pr.ex_tax_monthly_median",
      ex_tax_max: "pr.ex_tax_monthly_max",
    })}, low.country AS cheapest_country, high.country AS most_expensive_country, pr.verified_on, pr.changed_on,
    pr.ranking, pr.ranked AS n_ranked, pr.verified_from, free.country AS cheapest_without_tax_country,
    pr.ex_tax_ranking, pr.ex_tax_ranked AS ex_tax_n_ranked,
    pr.same_plan_as
  FROM product pr LEFT JOIN price low ON low.version_id = pr.version_id AND low.series_id = pr.cheapest_id
    LEFT JOIN price high ON high.version_id = pr.version_id AND high.series_id = pr.most_expensive_id
    LEFT JOIN price free ON free.version_id = pr.version_id AND free.series_id = pr.ex_tax_cheapest_id
  WHERE pr.version_id = ${versionId} ORDER BY pr.slug`;

const ISO3 = escapeLiteral(JSON.stringify(Object.fromEntries(COUNTRY_CODES.map((code) => [code, toIso3(code)]))));

/**
 * Figures of an index as shown (`i`), of the one without tax beside it (`x`) and of its model (`m`), which stand where there is
 * one, beside those of every country (`c`).
 */
const countriesOf = (condition: string) => `
  SELECT c.code AS country, ${ISO3}::jsonb ->> c.code AS iso3, c.name, c.region, c.currency, c.products AS n_products, c.prices AS n_prices,
    v.version AS dataset_version, ${instantSql("v.published_at")} AS published_at,
    v.fx_date, CASE WHEN i.country IS NOT NULL THEN '${BASE_COUNTRY}' END AS index_base, ${decimals({
      index_value: "100 + i.pct_vs_us::numeric",
      index_pct_vs_us: "i.pct_vs_us",
      index_p10_pct: "i.p10_pct",
      index_p25_pct: "i.p25_pct",
      index_p75_pct: "i.p75_pct",
      index_p90_pct: "i.p90_pct",
      index_cheaper_pct: "100 * i.cheaper_share::numeric",
      index_equal_pct: "100 * i.share_equal_us::numeric",
      index_median_low: "i.median_low",
      index_median_high: "i.median_high",
      index_rate_low_pct: "i.rate_low_pct",
      index_rate_high_pct: "i.rate_high_pct",
      index_model_value: "m.model_value",
      index_model_low: "m.model_low",
      index_model_high: "m.model_high",
      index_model_se: "m.model_se",
      index_common_basket_value: "100 + i.common_pct::numeric",
      index_common_basket_pct_vs_us: "i.common_pct",
      index_without_doubt_value: "100 + i.without_doubt_pct::numeric",
      index_without_doubt_pct_vs_us: "i.without_doubt_pct",
      index_without_doubt_median_low: "i.without_doubt_low",
      index_without_doubt_median_high: "i.without_doubt_high",
      index_change_from_pct: "i.change_from_pct",
      index_change_to_pct: "i.change_to_pct",
      index_change_points: "i.change_to_pct::numeric - i.change_from_pct::numeric",
      ex_tax_value: "100 + x.pct_vs_us::numeric",
      ex_tax_pct_vs_us: "x.pct_vs_us",
      ex_tax_median_low: "x.median_low",
      ex_tax_median_high: "x.median_high",
      ex_tax_shown_pct_vs_us: "x.shown_pct",
      tax_rate_pct: "c.tax_rate_pct",
      income_gni_per_capita_usd: "c.gni_per_capita_usd",
      income_ratio: "c.income_ratio",
      purchasing_power_factor: "c.ppp_factor",
      purchasing_power_official_rate: "c.ppp_official_rate",
      purchasing_power_price_level: "c.price_level",
      purchasing_power_ratio: "c.ppp_ratio",
    })},
    i.basket_size AS index_n_products, i.rank AS index_rank, i.usd_billed AS index_usd_billed,
    m.model_rank_low AS index_model_rank_low, m.model_rank_high AS index_model_rank_high,
    i.common_products AS index_common_basket_n_products, i.without_doubt_products AS index_without_doubt_n_products,
    CASE WHEN i.rate_low_pct IS NOT NULL THEN array_to_string(v.band_days || v.fx_date, ' ') END AS index_rate_days,
    i.previous_version AS index_change_previous_version, i.change_products AS index_change_n_products,
    c.tax_reason, c.tax_source_id AS tax_source, c.tax_reviewed_on, c.income_year, c.income_reason,
    c.ppp_year AS purchasing_power_year, c.ppp_reason AS purchasing_power_reason, x.basket_size AS ex_tax_n_products,
    CASE WHEN x.status <> 'published' THEN '${FEWER_WITHOUT_TAX}' END AS ex_tax_reason, coalesce(i.status, 'insufficient_basket') AS index_status
  FROM dataset_version v JOIN country c ON c.version_id = v.id
    LEFT JOIN median_index i ON (i.version_id, i.country, i.tax_view) = (c.version_id, c.code, 'shown') AND i.status = 'published'
    LEFT JOIN median_index x ON (x.version_id, x.country, x.tax_view) = (i.version_id, i.country, 'excluded')
    LEFT JOIN country m ON (m.version_id, m.code) = (i.version_id, i.country)
  WHERE ${condition} ORDER BY v.id, c.code`;

export const indexOfAllVersions: RowsOf = (versionId) => countriesOf(`v.id <= ${versionId} AND i.status = 'published'`);

const RATES: RowsOf = (versionId) => `
  WITH ${validRowsText(versionId)}
  SELECT currency, date, trim_scale(usd_per_unit) AS usd_per_unit, source_id AS source
  FROM rate ORDER BY currency, date, source_id`;

const DIFFERENCES: RowsOf = (versionId) => `
  SELECT c.country, c.other, ${decimals({ pct: "c.pct", low_pct: "c.low_pct", high_pct: "c.high_pct", se: "c.standard_error" })}
  FROM level_difference c WHERE c.version_id = ${versionId} ORDER BY c.country, c.other`;

const HISTORY: RowsOf = (versionId) => `
  WITH ${validRowsText(versionId)}
  SELECT h.product, h.country, h.platform, h.period, trim_scale(h.amount) AS amount, h.currency,
    trim_scale(h.usd) AS usd, trim_scale(h.fx_rate) AS fx_rate, h.fx_date, h.first_seen_on, h.last_seen_on, h.source_url, h.fx_source, h.source,
    trim_scale(t.rate_pct) AS tax_rate_pct,
    CASE WHEN t.country IS NULL THEN '${RATE_OF_DAY_NOT_KNOWN}' ELSE t.reason END AS tax_reason,
    ${instantSql("h.read_at")} AS read_at, h.quote, h.method, h.plan
  FROM (${historyRuns(versionId)}) AS h
  LEFT JOIN LATERAL (${taxRatesOn("h.first_seen_on")} AND tax_rate.country = h.country) t ON true`;

export const rowsOf: Record<DatasetName, RowsOf> = {
  prices: pricesOf(),
  products: PRODUCTS,
  index: (versionId) => countriesOf(`v.id = ${versionId} AND i.status = 'published'`),
  history: HISTORY,
  rates: RATES,
  countries: (versionId) => countriesOf(`v.id = ${versionId} AND c.prices > 0`),
  corrections: correctionRowsText,
  differences: DIFFERENCES,
  coverage: coverageRows,
};

export const rowsOfProduct = (slug: string): RowsOf => pricesOf(`p.product = ${escapeLiteral(slug)}`);
