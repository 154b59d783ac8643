import "server-only";
import type { ClientBase } from "pg";
import { isRedenominatedSql } from "@/lib/catalogue/fx/redenomination-rules";
import { PERIOD_OPEN, SECOND_SOURCE_DAYS } from "@/lib/catalogue/prices/evidence-rules";
import { isOutdatedSql } from "@/lib/catalogue/prices/outdated-rules";
import { spreadOf } from "@/lib/catalogue/products/sql";
import { lensesOf } from "@/lib/catalogue/tax/lens-sql";
import { perMonthSql } from "@/lib/contract/period-rules";
import { isComparable } from "@/lib/dataset/rate-rules";
import { standingText } from "@/lib/versions/standing-sql";

// Raw SQL, because each statement writes a whole set of rows from windows over all observations.

/**
 * Creates `state`: the newest reading of each series, and the last day on which its amount changed (`changed_on`). A
 * null amount means no longer listed.
 */
export async function stageStates(client: ClientBase, id: number): Promise<void> {
  await client.query(
    `CREATE TEMPORARY TABLE state ON COMMIT DROP AS
     WITH ${standingText(id)}, day AS (
       SELECT *, lag(observed_on) OVER days AS was_on, lag(amount) OVER days AS was_amount,
         lag(currency) OVER days AS was_currency, lead(observed_on) OVER days IS NULL AS is_newest
       FROM observation WINDOW days AS (PARTITION BY series_id ORDER BY observed_on)
     ), changed AS (
       SELECT series_id, max(observed_on) AS changed_on FROM day
       WHERE was_on IS NOT NULL AND (amount, currency) IS DISTINCT FROM (was_amount, was_currency)
         AND NOT ${isRedenominatedSql("was_", "", "observed_on")}
       GROUP BY series_id
     )
     SELECT series_id, product, country, platform, period, amount, currency, source_id, source_url, observed_on, changed_on
     FROM day JOIN series ON series.id = day.series_id LEFT JOIN changed USING (series_id) WHERE is_newest`,
  );
  await client.query("ANALYZE state");
}

const DAY = (id: number) => `(SELECT coalesce(fx_date, data_date) FROM dataset_version WHERE id = ${id})`;

/** Takes unrounded amounts of one currency and period. */
const pctOf = (price: string, us: string) =>
  `CASE WHEN ${isComparable("p")} THEN round(100 * (${price} / nullif(${us}, 0) - 1), 4) END`;

/** Prefers the nearest reading of another publisher, then who read it, then its publisher's note. */
const EVIDENCE_OF = `coalesce(
    (
      SELECT CASE WHEN (o.amount, o.currency) = (p.amount, p.currency) THEN 'confirmed' ELSE 'contradicted' END
      FROM observation o JOIN source_entry other ON other.id = o.source_id JOIN source_entry own ON own.id = p.source_id
      WHERE o.series_id = p.series_id AND o.amount IS NOT NULL AND other.publisher <> own.publisher
        AND o.observed_on >= p.observed_on - ${SECOND_SOURCE_DAYS}
      ORDER BY o.observed_on DESC LIMIT 1
    ),
    CASE WHEN p.source_id = 'desk' THEN 'staff_read' END,
    (
      SELECT e.evidence FROM evidence_entry e
      WHERE (e.product, e.country, e.platform, e.period, e.observed_on) = (p.product, p.country, p.platform, p.period, p.observed_on)
    ),
    'one_offer')`;

export const PRICE_ROWS = (id: number) => `
  INSERT INTO price (version_id, series_id, position, product, country, platform, period, amount, currency, usd, usd_monthly,
    fx_rate, fx_date, fx_source_id, fx_stale, source_id, source_url, verified_on, changed_on, is_reported, evidence, is_outdated, tax_treatment,
    tax_rate_pct, tax_reason, ex_tax_amount, ex_tax_usd, ex_tax_usd_monthly, tax_source_id, tax_reviewed_on, income_share_pct,
    income_year, income_reason, us_usd_monthly, pct_vs_us, us_ex_tax_monthly, ex_tax_pct_vs_us)
  WITH ${standingText(id)}, known AS MATERIALIZED (
    SELECT p.*, ${EVIDENCE_OF} AS evidence, r.usd_per_unit AS fx_rate, CASE WHEN r.currency IS NOT NULL THEN coalesce(r.date, p.observed_on) END AS fx_date,
      coalesce(r.is_stale, false) AS fx_stale, r.source_id AS fx_source_id,
      round_usd(p.amount * r.usd_per_unit) AS usd, round_usd(${perMonthSql("p.amount * r.usd_per_unit", "p.period")}) AS usd_monthly
    FROM state p LEFT JOIN version_rate r ON r.currency = p.currency WHERE p.amount IS NOT NULL
  ), dated AS (
    SELECT *, max(observed_on) FILTER (WHERE ${isComparable("known")} AND evidence <> '${PERIOD_OPEN}') OVER (PARTITION BY product, country) AS newest,
      (SELECT (published_at AT TIME ZONE 'UTC')::date FROM dataset_version WHERE id = ${id}) AS published_on
    FROM known
  ), stated AS MATERIALIZED (
    SELECT *, ${isOutdatedSql("observed_on", "newest", "published_on")} AS is_outdated FROM dated
  ), compared AS MATERIALIZED (
    SELECT p.*, us.series_id AS us_id, us.amount AS us_amount, us.fx_rate AS us_fx_rate, us.usd_monthly AS us_usd_monthly
    FROM stated p LEFT JOIN stated us ON us.product = p.product AND us.country = 'US' AND us.platform = p.platform
      AND us.period = p.period AND ${isComparable("us")}
  ), lens AS MATERIALIZED (${lensesOf("compared", DAY(id))})
  SELECT ${id}, p.series_id, row_number() OVER (ORDER BY p.product, p.country, p.platform, p.period), p.product, p.country,
    p.platform, p.period, p.amount, p.currency, p.usd, p.usd_monthly, p.fx_rate, p.fx_date, p.fx_source_id, p.fx_stale,
    p.source_id, p.source_url, p.observed_on, p.changed_on, p.series_id IN (
      SELECT r.series_id FROM price_report r, dataset_version v
      WHERE v.id = ${id} AND r.found_by = 'visitor' AND r.at <= v.published_at AND (r.closed_at IS NULL OR r.closed_at > v.published_at)
    ), p.evidence, p.is_outdated, l.treatment, l.rate_pct, l.reason, l.ex_tax_amount, l.ex_tax_usd, l.ex_tax_usd_monthly, l.source_id, l.reviewed_on,
    l.income_share_pct, l.income_year, l.income_reason,
    p.us_usd_monthly, ${pctOf("p.amount * p.fx_rate", "(p.us_amount * p.us_fx_rate)")},
    ul.ex_tax_usd_monthly, ${pctOf("l.exact_ex_tax_monthly", "ul.exact_ex_tax_monthly")}
  FROM compared p JOIN lens l ON l.series_id = p.series_id LEFT JOIN lens ul ON ul.series_id = p.us_id`;

const ofVersion = (id: number) => `(SELECT * FROM price WHERE version_id = ${id})`;

/** The median is over the cheapest price of each country. Leaves out prices at a stale rate. */
export const PRODUCT_ROWS = (id: number) => `
  INSERT INTO product (version_id, slug, name, vendor, service, category, plan, website, in_basket, prices, countries, usd_monthly_min,
    usd_monthly_median, usd_monthly_max, ex_tax_monthly_min, ex_tax_monthly_median, ex_tax_monthly_max, verified_on, changed_on,
    ended_on, cheapest_id, most_expensive_id, ex_tax_cheapest_id, ex_tax_most_expensive_id)
  WITH ${standingText(id)}, listed AS (
    SELECT product, count(*)::int AS prices, count(DISTINCT country)::int AS countries, max(verified_on) AS verified_on,
      max(changed_on) AS changed_on
    FROM price WHERE version_id = ${id} GROUP BY product
  ), ended AS (
    SELECT product, max(observed_on) AS ended_on FROM state GROUP BY product HAVING count(amount) = 0
  ), ${spreadOf(ofVersion(id), "shown", "usd_monthly")}, ${spreadOf(ofVersion(id), "ex_tax", "ex_tax_usd_monthly")}
  SELECT ${id}, e.slug, e.name, e.vendor, e.service, e.category, e.plan, e.website, e.in_basket, coalesce(l.prices, 0), coalesce(l.countries, 0),
    s.lowest, s.median, s.highest, x.lowest, x.median, x.highest, l.verified_on, l.changed_on, ended.ended_on,
    s.cheapest_id, s.most_expensive_id, x.cheapest_id, x.most_expensive_id
  FROM product_entry e LEFT JOIN listed l ON l.product = e.slug LEFT JOIN ended ON ended.product = e.slug
  LEFT JOIN shown s ON s.product = e.slug LEFT JOIN ex_tax x ON x.product = e.slug`;
