import { STALE_AFTER_DAYS } from "@/lib/text/format";

// SQL of the columns of a price (table alias `p`) and its lenses (`l`), in the contract's order: records and exports have
// the same. Numbers have no more digits than were published.

/** Columns of the price itself, in the US dollars given. */
export const priceAmounts = (usd: string, usdMonthly: string) => `
  p.product, p.country, p.platform, p.period, trim_scale(p.amount) AS amount, p.currency, trim_scale(${usd}) AS usd,
  trim_scale(${usdMonthly}) AS usd_monthly, trim_scale(p.fx_rate) AS fx_rate, p.fx_date, p.source_url, p.verified_on`;

/**
 * SQL that is true for a price (table alias `p`) of which a visitor's report was open when the version that is read was
 * published: later reports change no answer of that version.
 */
export const IS_REPORTED = `p.id IN (
  SELECT r.price_id FROM price_report r, (SELECT published_at FROM dataset_version ORDER BY id DESC LIMIT 1) AS newest
  WHERE r.found_by = 'visitor' AND r.at <= newest.published_at AND (r.closed_at IS NULL OR r.closed_at > newest.published_at)
)`;

/** Columns behind those of the tax. */
export const PRICE_LENSES = `
  trim_scale(l.income_share_pct) AS income_share_pct, l.income_year, l.income_reason,
  trim_scale(l.ppp_ratio) AS ppp_ratio, l.ppp_year, l.ppp_reason, p.fx_source_id AS fx_source, p.fx_stale,
  ${IS_REPORTED} AS reported`;

const DATA_DAY = "(SELECT data_date FROM dataset_version ORDER BY id DESC LIMIT 1)";
const AGE_DAYS = `${DATA_DAY} - p.verified_on`;

/**
 * Columns that say where and when a price was read. Ages are counted to the day of the
 * dataset version, so that the answer of a version never changes.
 */
export const PRICE_STATE = `
  p.changed_on, p.source_id AS source,
  CASE WHEN p.source_id = 'desk' THEN 'desk' WHEN p.source_id LIKE 'opentherank-%' THEN 'store_index'
    ELSE 'publication' END AS source_kind,
  ${AGE_DAYS} AS age_days, ${AGE_DAYS} > ${STALE_AFTER_DAYS} AS stale`;
