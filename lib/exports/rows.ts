import "server-only";
import { escapeLiteral } from "pg";
import { historyQuery } from "@/lib/import/publish/history-sql";
import type { DatasetName } from "./schema";

/**
 * A statement without parameters that yields the rows of an export in order, its columns named as those of the
 * contract. `isLong`: it grows with the prices, so PostgreSQL writes the text itself (see copy.ts).
 */
export type Rows = { select: string; isLong: boolean };

const PRICES = `
  SELECT p.product, p.country, p.platform, p.period, trim_scale(p.amount) AS amount, p.currency,
    trim_scale(p.usd) AS usd, trim_scale(p.usd_monthly) AS usd_monthly, trim_scale(p.fx_rate) AS fx_rate, p.fx_date,
    p.source_url, p.verified_on, coalesce(l.treatment, 'unknown') AS tax_treatment, trim_scale(l.rate_pct) AS tax_rate_pct, l.reason AS tax_reason,
    trim_scale(l.ex_tax_amount) AS ex_tax_amount, trim_scale(l.ex_tax_usd_monthly) AS ex_tax_usd_monthly,
    trim_scale(l.income_share_pct) AS income_share_pct, l.income_year,
    p.fx_source_id AS fx_source
  FROM price p LEFT JOIN price_lens l ON l.price_id = p.id WHERE p.amount IS NOT NULL`;
const PRICE_ORDER = "ORDER BY p.product, p.country, p.platform, p.period";

const PRODUCTS = `
  SELECT pr.slug, pr.name, pr.vendor, pr.category, pr.plan, pr.website, pr.countries,
    trim_scale(pr.usd_monthly_min) AS usd_monthly_min, trim_scale(pr.usd_monthly_median) AS usd_monthly_median,
    trim_scale(pr.usd_monthly_max) AS usd_monthly_max, p.country AS cheapest_country,
    trim_scale(p.usd_monthly) AS cheapest_usd_monthly, pr.verified_on, pr.in_basket
  FROM product pr LEFT JOIN price p ON p.id = pr.cheapest_id ORDER BY pr.slug`;

const INDEX = (versions: string) => `
  SELECT i.country, c.name, trim_scale(100 + i.pct_vs_us::numeric) AS value, i.pct_vs_us, i.p10_pct, i.p25_pct,
    i.p75_pct, i.p90_pct, i.cheaper_share, i.basket_size, i.rank, i.usd_billed, i.model_value, i.model_low, i.model_high,
    v.version AS dataset_version,
    to_char(v.published_at AT TIME ZONE 'UTC', 'YYYY-MM-DD"T"HH24:MI:SS.MS"Z"') AS published_at,
    v.fx_date, i.median_low, i.median_high, i.share_equal_us, i.share_mode, i.mode_pct, i.common_products,
    i.common_pct AS common_pct_vs_us, i.model_se, i.model_se_classical, i.model_rank_low, i.model_rank_high,
    i.previous_version, i.change_products, i.change_from_pct, i.change_to_pct
  FROM dataset_version v
  JOIN country_index i ON i.version_id = v.id
  JOIN country c ON c.code = i.country
  WHERE ${versions} AND i.status = 'published'
  ORDER BY v.id, i.country`;

const RATES = `
  SELECT currency, date, trim_scale(usd_per_unit) AS usd_per_unit, source_id AS source
  FROM fx_rate ORDER BY currency, date, source_id`;

const DIFFERENCES = `
  SELECT d.country, d.other, d.pct, d.low_pct, d.high_pct, d.standard_error AS se
  FROM level_difference d WHERE d.version_id = (SELECT max(id) FROM dataset_version) ORDER BY d.country, d.other`;

const HISTORY = `
  SELECT h.product, h.country, h.platform, h.period, trim_scale(h.amount) AS amount, h.currency,
    trim_scale(h.usd) AS usd, trim_scale(h.fx_rate) AS fx_rate, h.fx_date, h.first_seen_on, h.last_seen_on, h.source_url, h.fx_source
  FROM (${historyQuery().text}) AS h`;

export const rowsOf: Record<DatasetName, Rows> = {
  prices: { select: `${PRICES} ${PRICE_ORDER}`, isLong: true },
  products: { select: PRODUCTS, isLong: false },
  index: { select: INDEX("v.id = (SELECT max(id) FROM dataset_version)"), isLong: false },
  history: { select: HISTORY, isLong: true },
  rates: { select: RATES, isLong: true },
  differences: { select: DIFFERENCES, isLong: false },
};

/** The index of every dataset version, the first version first. */
export const indexOfAllVersions: Rows = { select: INDEX("true"), isLong: false };

/** The rows of one product's prices. */
export function rowsOfProduct(slug: string): Rows {
  return { select: `${PRICES} AND p.product = ${escapeLiteral(slug)} ${PRICE_ORDER}`, isLong: true };
}
