import "server-only";
import { escapeLiteral } from "pg";
import { FEWER_WITHOUT_TAX } from "@/lib/catalogue/price-index/rules";
import { historyQuery } from "@/lib/catalogue/prices/history-sql";
import { PRICE_LENSES, PRICE_STATE, priceAmounts } from "@/lib/catalogue/prices/state-sql";
import { RATE_OF_DAY_NOT_KNOWN, taxRatesOn } from "@/lib/catalogue/tax/lens-sql";
import { CORRECTION_SELECT, CORRECTIONS } from "@/lib/dataset/corrections-sql";
import type { DatasetName } from "./schema";

// Statements without parameters that return the rows of an export in order, with the contract's column names. Numbers
// are `numeric`, which PostgreSQL writes without an exponent.

/** SQL of double precision columns, each as the shortest decimal that reads back as the same number. */
const decimals = (table: string, ...columns: string[]) =>
  columns.map((column) => `${table}.${column}::text::numeric AS ${column}`).join(", ");

const PRICES = `
  SELECT ${priceAmounts("p.usd", "p.usd_monthly")}, coalesce(l.treatment, 'unknown') AS tax_treatment, trim_scale(l.rate_pct) AS tax_rate_pct, l.reason AS tax_reason,
    trim_scale(l.ex_tax_amount) AS ex_tax_amount, trim_scale(l.ex_tax_usd_monthly) AS ex_tax_usd_monthly,
    ${PRICE_LENSES}, ${PRICE_STATE}
  FROM price p LEFT JOIN price_lens l ON l.price_id = p.id WHERE p.amount IS NOT NULL`;
const PRICE_ORDER = "ORDER BY p.product, p.country, p.platform, p.period";

const PRODUCTS = `
  SELECT pr.slug, pr.name, pr.vendor, pr.category, pr.plan, pr.website, pr.countries,
    trim_scale(pr.usd_monthly_min) AS usd_monthly_min, trim_scale(pr.usd_monthly_median) AS usd_monthly_median,
    trim_scale(pr.usd_monthly_max) AS usd_monthly_max, p.country AS cheapest_country,
    trim_scale(p.usd_monthly) AS cheapest_usd_monthly, pr.verified_on, pr.in_basket
  FROM product pr LEFT JOIN price p ON p.id = pr.cheapest_id ORDER BY pr.slug`;

const INDEX = (versions: string) => `
  SELECT i.country, c.name, trim_scale(100 + i.pct_vs_us::numeric) AS value,
    ${decimals("i", "pct_vs_us", "p10_pct", "p25_pct", "p75_pct", "p90_pct", "cheaper_share")},
    i.basket_size, i.rank, i.usd_billed, ${decimals("i", "model_value", "model_low", "model_high")},
    v.version AS dataset_version,
    to_char(v.published_at AT TIME ZONE 'UTC', 'YYYY-MM-DD"T"HH24:MI:SS.MS"Z"') AS published_at,
    v.fx_date, ${decimals("i", "median_low", "median_high", "share_equal_us", "share_mode", "mode_pct")}, i.common_products,
    i.common_pct::text::numeric AS common_pct_vs_us, ${decimals("i", "model_se", "model_se_classical")},
    i.model_rank_low, i.model_rank_high,
    i.previous_version, i.change_products, ${decimals("i", "change_from_pct", "change_to_pct")},
    l.pct_vs_us::text::numeric AS ex_tax_pct_vs_us, l.shown_pct_vs_us::text::numeric AS ex_tax_shown_pct_vs_us,
    l.median_low::text::numeric AS ex_tax_median_low, l.median_high::text::numeric AS ex_tax_median_high, l.basket_size AS ex_tax_basket_size,
    CASE WHEN l.status <> 'published' THEN '${FEWER_WITHOUT_TAX}' END AS ex_tax_reason,
    trim_scale(l.income_ratio) AS income_ratio, trim_scale(l.ppp_ratio) AS ppp_ratio
  FROM dataset_version v
  JOIN country_index i ON i.version_id = v.id
  LEFT JOIN country_lens l ON l.version_id = v.id AND l.country = i.country
  JOIN country c ON c.code = i.country
  WHERE ${versions} AND i.status = 'published'
  ORDER BY v.id, i.country`;

const COUNTRIES = `
  SELECT c.code AS country, c.name, c.currency, c.region, i.products, i.prices, i.status AS index_status,
    trim_scale(t.rate_pct) AS tax_rate_pct,
    CASE WHEN t.country IS NULL THEN '${RATE_OF_DAY_NOT_KNOWN}' ELSE t.reason END AS tax_reason,
    t.source_id AS tax_source, t.reviewed_on AS tax_reviewed_on,
    trim_scale(l.gni_per_capita_usd) AS gni_per_capita_usd, l.income_year, l.income_reason,
    trim_scale(pp.factor) AS ppp_factor, trim_scale(pp.official_rate) AS ppp_official_rate,
    trim_scale(l.price_level) AS price_level, l.ppp_year, l.ppp_reason
  FROM dataset_version v JOIN country_index i ON i.version_id = v.id
  JOIN country_lens l ON l.version_id = v.id AND l.country = i.country
  JOIN country c ON c.code = i.country
  LEFT JOIN purchasing_power pp ON pp.country = c.code
  LEFT JOIN LATERAL (${taxRatesOn("coalesce(v.fx_date, v.data_date)")} AND tax_rate.country = c.code) t ON true
  WHERE v.id = (SELECT max(id) FROM dataset_version) AND i.prices > 0 ORDER BY c.code`;

const RATES = `
  SELECT currency, date, trim_scale(usd_per_unit) AS usd_per_unit, source_id AS source
  FROM fx_rate ORDER BY currency, date, source_id`;

const DIFFERENCES = `
  SELECT d.country, d.other, ${decimals("d", "pct", "low_pct", "high_pct")}, d.standard_error::text::numeric AS se
  FROM level_difference d WHERE d.version_id = (SELECT max(id) FROM dataset_version) ORDER BY d.country, d.other`;

const HISTORY = `
  SELECT h.product, h.country, h.platform, h.period, trim_scale(h.amount) AS amount, h.currency,
    trim_scale(h.usd) AS usd, trim_scale(h.fx_rate) AS fx_rate, h.fx_date, h.first_seen_on, h.last_seen_on, h.source_url, h.fx_source,
    trim_scale(t.rate_pct) AS tax_rate_pct,
    CASE WHEN t.country IS NULL THEN '${RATE_OF_DAY_NOT_KNOWN}' ELSE t.reason END AS tax_reason
  FROM (${historyQuery().text}) AS h
  LEFT JOIN LATERAL (${taxRatesOn("h.first_seen_on")} AND tax_rate.country = h.country) t ON true`;

const CORRECTIONS_IN_ORDER = `SELECT ${CORRECTION_SELECT} FROM ${CORRECTIONS} ORDER BY c.id`;

export const rowsOf: Record<DatasetName, string> = {
  prices: `${PRICES} ${PRICE_ORDER}`,
  products: PRODUCTS,
  index: INDEX("v.id = (SELECT max(id) FROM dataset_version)"),
  history: HISTORY,
  rates: RATES,
  countries: COUNTRIES,
  corrections: CORRECTIONS_IN_ORDER,
  differences: DIFFERENCES,
};

/** Index of every dataset version, first version first. */
export const indexOfAllVersions: string = INDEX("true");

/** Rows of one product's prices. */
export function rowsOfProduct(slug: string): string {
  return `${PRICES} AND p.product = ${escapeLiteral(slug)} ${PRICE_ORDER}`;
}
