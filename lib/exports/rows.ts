import "server-only";
import { escapeLiteral } from "pg";
import { coverageRows } from "@/lib/catalogue/coverage/sql";
import { FEWER_WITHOUT_TAX } from "@/lib/catalogue/price-index/rules";
import { historyRuns } from "@/lib/catalogue/prices/history-sql";
import { RATE_OF_DAY_NOT_KNOWN, taxRatesOn } from "@/lib/catalogue/tax/lens-sql";
import { correctionRowsText } from "@/lib/dataset/corrections-sql";
import { standingText } from "@/lib/versions/standing-sql";
import type { DatasetName } from "./schema";

// Statements have no parameters, because COPY takes none. Numbers are `numeric`, which PostgreSQL writes without an
// exponent.

export type RowsOf = (versionId: number) => string;

/** Writes doubles as the shortest decimal that reads back as the same number. */
const decimals = (...columns: string[]) =>
  columns.map((column) => `c.${column}::text::numeric AS ${column}`).join(", ");

const pricesOf =
  (condition = "true"): RowsOf =>
  (versionId) =>
    `
  SELECT p.product, p.country, p.platform, p.period, trim_scale(p.amount) AS amount, p.currency, trim_scale(p.usd) AS usd,
    trim_scale(p.usd_monthly) AS usd_monthly, trim_scale(p.fx_rate) AS fx_rate, p.fx_date, p.source_url, p.verified_on,
    p.tax_treatment, trim_scale(p.tax_rate_pct) AS tax_rate_pct, p.tax_reason, trim_scale(p.ex_tax_amount) AS ex_tax_amount,
    trim_scale(p.ex_tax_usd_monthly) AS ex_tax_usd_monthly, trim_scale(p.income_share_pct) AS income_share_pct, p.income_year,
    p.income_reason, p.fx_source_id AS fx_source, p.fx_stale,
    p.is_reported AS reported, p.changed_on, p.source_id AS source,
    CASE WHEN p.source_id = 'desk' THEN 'desk' WHEN p.source_id LIKE 'opentherank-%' THEN 'store_index'
      ELSE 'publication' END AS source_kind,
    p.evidence,
    p.is_outdated AS outdated
  FROM price p WHERE p.version_id = ${versionId} AND ${condition}
  ORDER BY p.position`;

const PRODUCTS: RowsOf = (versionId) => `
  SELECT pr.slug AS product, pr.name, pr.vendor, pr.service, pr.category, pr.plan, pr.website, pr.in_basket, pr.prices AS n_prices,
    pr.countries AS n_countries, trim_scale(pr.usd_monthly_min) AS min, trim_scale(pr.usd_monthly_median) AS median,
    trim_scale(pr.usd_monthly_max) AS max, low.country AS cheapest_country, high.country AS most_expensive_country, pr.verified_on, pr.changed_on
  FROM product pr LEFT JOIN price low ON low.version_id = pr.version_id AND low.series_id = pr.cheapest_id
    LEFT JOIN price high ON high.version_id = pr.version_id AND high.series_id = pr.most_expensive_id
  WHERE pr.version_id = ${versionId} ORDER BY pr.slug`;

const indexOf =
  (versions: RowsOf): RowsOf =>
  (versionId) =>
    `
  SELECT c.code AS country, c.name, trim_scale(100 + c.pct_vs_us::numeric) AS value,
    ${decimals("pct_vs_us", "p10_pct", "p25_pct", "p75_pct", "p90_pct", "cheaper_share")},
    c.basket_size, c.rank, c.usd_billed, ${decimals("model_value", "model_low", "model_high")},
    v.version AS dataset_version,
    to_char(v.published_at AT TIME ZONE 'UTC', 'YYYY-MM-DD"T"HH24:MI:SS.MS"Z"') AS published_at,
    v.fx_date, ${decimals("median_low", "median_high", "share_equal_us")}, c.common_products,
    c.common_pct::text::numeric AS common_pct_vs_us, ${decimals("model_se")},
    c.model_rank_low, c.model_rank_high, c.previous_version, c.change_products, ${decimals("change_from_pct", "change_to_pct")},
    c.ex_tax_pct_vs_us::text::numeric AS ex_tax_pct_vs_us, c.ex_tax_shown_pct::text::numeric AS ex_tax_shown_pct_vs_us,
    ${decimals("ex_tax_median_low", "ex_tax_median_high")}, c.ex_tax_basket_size,
    CASE WHEN c.ex_tax_status <> 'published' THEN '${FEWER_WITHOUT_TAX}' END AS ex_tax_reason,
    trim_scale(c.income_ratio) AS income_ratio, trim_scale(c.ppp_ratio) AS ppp_ratio,
    c.without_doubt_pct::text::numeric AS without_doubt_pct_vs_us, c.without_doubt_low::text::numeric AS without_doubt_median_low,
    c.without_doubt_high::text::numeric AS without_doubt_median_high, c.without_doubt_products, ${decimals("rate_low_pct", "rate_high_pct")},
    CASE WHEN c.rate_low_pct IS NOT NULL THEN array_to_string(v.band_days || v.fx_date, ' ') END AS rate_days
  FROM dataset_version v JOIN country c ON c.version_id = v.id
  WHERE ${versions(versionId)} AND c.status = 'published' ORDER BY v.id, c.code`;

export const indexOfAllVersions = indexOf((versionId) => `v.id <= ${versionId}`);

const COUNTRIES: RowsOf = (versionId) => `
  SELECT code AS country, name, currency, region, products, prices, status AS index_status,
    trim_scale(tax_rate_pct) AS tax_rate_pct, tax_reason, tax_source_id AS tax_source, tax_reviewed_on,
    trim_scale(gni_per_capita_usd) AS gni_per_capita_usd, income_year, income_reason, trim_scale(ppp_factor) AS ppp_factor,
    trim_scale(ppp_official_rate) AS ppp_official_rate, trim_scale(price_level) AS price_level, ppp_year, ppp_reason
  FROM country WHERE version_id = ${versionId} AND prices > 0 ORDER BY code`;

const RATES: RowsOf = (versionId) => `
  WITH ${standingText(versionId)}
  SELECT currency, date, trim_scale(usd_per_unit) AS usd_per_unit, source_id AS source
  FROM rate ORDER BY currency, date, source_id`;

const DIFFERENCES: RowsOf = (versionId) => `
  SELECT c.country, c.other, ${decimals("pct", "low_pct", "high_pct")}, c.standard_error::text::numeric AS se
  FROM level_difference c WHERE c.version_id = ${versionId} ORDER BY c.country, c.other`;

const HISTORY: RowsOf = (versionId) => `
  WITH ${standingText(versionId)}
  SELECT h.product, h.country, h.platform, h.period, trim_scale(h.amount) AS amount, h.currency,
    trim_scale(h.usd) AS usd, trim_scale(h.fx_rate) AS fx_rate, h.fx_date, h.first_seen_on, h.last_seen_on, h.source_url, h.fx_source,
    trim_scale(t.rate_pct) AS tax_rate_pct,
    CASE WHEN t.country IS NULL THEN '${RATE_OF_DAY_NOT_KNOWN}' ELSE t.reason END AS tax_reason
  FROM (${historyRuns(versionId)}) AS h
  LEFT JOIN LATERAL (${taxRatesOn("h.first_seen_on")} AND tax_rate.country = h.country) t ON true`;

export const rowsOf: Record<DatasetName, RowsOf> = {
  prices: pricesOf(),
  products: PRODUCTS,
  index: indexOf((versionId) => `v.id = ${versionId}`),
  history: HISTORY,
  rates: RATES,
  countries: COUNTRIES,
  corrections: correctionRowsText,
  differences: DIFFERENCES,
  coverage: coverageRows,
};

export const rowsOfProduct = (slug: string): RowsOf => pricesOf(`p.product = ${escapeLiteral(slug)}`);
