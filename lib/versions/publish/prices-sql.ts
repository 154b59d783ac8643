import "server-only";
import type { ClientBase } from "pg";
import { isRedenominatedSql } from "@/lib/catalogue/fx/redenomination-rules";
import { evidenceOf } from "@/lib/catalogue/prices/evidence/sql";
import {
  figuresOfRanked,
  indexCountriesOf,
  isInBasketSql,
  isOutdatedSql,
  middleDayOf,
  rankingOf,
} from "@/lib/catalogue/prices/ranking/sql";
import { lensesOf } from "@/lib/catalogue/tax/lens/sql";
import { perMonthSql } from "@/lib/contract/period-rules";
import { isComparable } from "@/lib/dataset/rate-rules";
import { validRowsText } from "@/lib/versions/valid-rows-sql";

// Raw SQL, because each statement writes a whole set of rows from windows over all observations.

/**
 * Creates `state`: the newest reading of each series, and the last day on which its amount changed (`changed_on`). A
 * null amount means no longer listed.
 */
export async function stageStates(client: ClientBase, id: number): Promise<void> {
  await client.query(
    `CREATE TEMPORARY TABLE state ON COMMIT DROP AS
     WITH ${validRowsText(id)}, day AS (
       SELECT *, lag(observed_on) OVER days AS was_on, lag(amount) OVER days AS was_amount,
         lag(currency) OVER days AS was_currency, lead(observed_on) OVER days IS NULL AS is_newest
       FROM observation WINDOW days AS (PARTITION BY series_id ORDER BY observed_on)
     ), changed AS (
       SELECT series_id, max(observed_on) AS changed_on FROM day
       WHERE was_on IS NOT NULL AND (amount, currency) IS DISTINCT FROM (was_amount, was_currency)
         AND NOT ${isRedenominatedSql("was_", "", "observed_on")}
       GROUP BY series_id
     )
     SELECT series_id, product, country, platform, period, amount, currency, source_id, source_url, observed_on, changed_on,
       read_at, quote, method, plan
     FROM day JOIN series ON series.id = day.series_id LEFT JOIN changed USING (series_id) WHERE is_newest`,
  );
  await client.query("ANALYZE state");
}

const DAY = (id: number) => `(SELECT coalesce(fx_date, data_date) FROM dataset_version WHERE id = ${id})`;

/** Takes unrounded amounts of one currency and period. */
const pctOf = (price: string, us: string) =>
  `CASE WHEN ${isComparable("p")} THEN round(100 * (${price} / nullif(${us}, 0) - 1), 4) END`;

/** Needs `state`, `version_rate` and `usual`. Rows of prices and of products in one statement, because the ranking of the prices is that of their products. */
export const PRICE_AND_PRODUCT_ROWS = (id: number) => `
  WITH ${validRowsText(id)}, known AS MATERIALIZED (
    SELECT p.*, p.observed_on AS verified_on, ${evidenceOf("p")} AS evidence, r.usd_per_unit AS fx_rate,
      CASE WHEN r.currency IS NOT NULL THEN coalesce(r.date, p.observed_on) END AS fx_date,
      coalesce(r.is_stale, false) AS fx_stale, r.source_id AS fx_source_id,
      round_usd(p.amount * r.usd_per_unit) AS usd, round_usd(${perMonthSql("p.amount * r.usd_per_unit", "p.period")}) AS usd_monthly
    FROM state p LEFT JOIN version_rate r ON r.currency = p.currency WHERE p.amount IS NOT NULL
  ), middle AS MATERIALIZED (${middleDayOf("known")}), stated AS MATERIALIZED (
    SELECT known.*, ${isOutdatedSql("verified_on", "middle.day")} AS is_outdated FROM known, middle
  ), compared AS MATERIALIZED (
    SELECT p.*, us.series_id AS us_id, us.amount AS us_amount, us.fx_rate AS us_fx_rate, us.usd_monthly AS us_usd_monthly
    FROM stated p LEFT JOIN stated us ON us.product = p.product AND us.country = 'US' AND us.platform = p.platform
      AND us.period = p.period AND ${isComparable("us")}
  ), lens AS MATERIALIZED (${lensesOf("compared", DAY(id))}), priced AS MATERIALIZED (
    SELECT p.*, l.treatment, l.rate_pct, l.reason, l.ex_tax_amount, l.ex_tax_usd, l.ex_tax_usd_monthly, l.exact_ex_tax_monthly,
      l.source_id AS tax_source_id, l.reviewed_on, l.income_share_pct, l.income_year, l.income_reason
    FROM compared p JOIN lens l USING (series_id)
  ), index_country AS MATERIALIZED (${indexCountriesOf("stated", "product_entry")}),
  ${rankingOf("priced", "shown", { usd: "usd_monthly", indexCountries: INDEX_COUNTRIES })},
  ${rankingOf("priced", "ex_tax", { usd: "ex_tax_usd_monthly", indexCountries: INDEX_COUNTRIES })},
  written AS (
    INSERT INTO price (version_id, series_id, position, product, country, platform, period, amount, currency, usd, usd_monthly,
      fx_rate, fx_date, fx_source_id, fx_stale, source_id, source_url, verified_on, changed_on, is_reported, evidence, is_outdated,
      is_ranked, ex_tax_is_ranked, usual_ratio, tax_treatment, tax_rate_pct, tax_reason, ex_tax_amount, ex_tax_usd, ex_tax_usd_monthly,
      tax_source_id, tax_reviewed_on, income_share_pct, income_year, income_reason, us_usd_monthly, pct_vs_us, us_ex_tax_monthly,
      ex_tax_pct_vs_us, read_at, quote, method, plan)
    SELECT ${id}, p.series_id, row_number() OVER (ORDER BY p.product, p.country, p.platform, p.period), p.product, p.country,
      p.platform, p.period, p.amount, p.currency, p.usd, p.usd_monthly, p.fx_rate, p.fx_date, p.fx_source_id, p.fx_stale,
      p.source_id, p.source_url, p.verified_on, p.changed_on, p.series_id IN (
        SELECT r.series_id FROM price_report r, dataset_version v
        WHERE v.id = ${id} AND r.found_by = 'visitor' AND r.at <= v.published_at AND (r.closed_at IS NULL OR r.closed_at > v.published_at)
      ), p.evidence, p.is_outdated, shown.series_id IS NOT NULL, ex_tax.series_id IS NOT NULL, usual.ratio, p.treatment, p.rate_pct, p.reason,
      p.ex_tax_amount, p.ex_tax_usd, p.ex_tax_usd_monthly, p.tax_source_id, p.reviewed_on, p.income_share_pct, p.income_year,
      p.income_reason, p.us_usd_monthly, ${pctOf("p.amount * p.fx_rate", "(p.us_amount * p.us_fx_rate)")},
      us.ex_tax_usd_monthly, ${pctOf("p.exact_ex_tax_monthly", "us.exact_ex_tax_monthly")}, p.read_at, p.quote, p.method, p.plan
    FROM priced p LEFT JOIN lens us ON us.series_id = p.us_id LEFT JOIN shown ON shown.series_id = p.series_id
    LEFT JOIN ex_tax ON ex_tax.series_id = p.series_id LEFT JOIN usual ON usual.series_id = p.series_id
  ), listed AS (
    SELECT product, count(*)::int AS prices, count(DISTINCT country)::int AS countries, max(changed_on) AS changed_on
    FROM known GROUP BY product
  ), ended AS (
    SELECT product, max(observed_on) AS ended_on FROM state GROUP BY product HAVING count(amount) = 0
  ), ${figuresOfRanked("shown", "shown_figures")}, ${figuresOfRanked("ex_tax", "ex_tax_figures")}
  INSERT INTO product (version_id, slug, name, vendor, service, category, plan, website, in_basket, same_plan_as, prices, countries,
    ranking, ex_tax_ranking, ranked, ex_tax_ranked, usd_monthly_min, usd_monthly_median, usd_monthly_max, ex_tax_monthly_min,
    ex_tax_monthly_median, ex_tax_monthly_max, verified_from, verified_on, ex_tax_verified_from, ex_tax_verified_on, changed_on,
    ended_on, cheapest_id, most_expensive_id, ex_tax_cheapest_id, ex_tax_most_expensive_id)
  SELECT ${id}, e.slug, e.name, e.vendor, e.service, e.category, e.plan, e.website,
    ${isInBasketSql("e")}, e.same_plan_as, coalesce(l.prices, 0), coalesce(l.countries, 0),
    coalesce(s.ranking, 'none'), coalesce(x.ranking, 'none'), coalesce(s.ranked, 0), coalesce(x.ranked, 0), s.lowest, s.median, s.highest,
    x.lowest, x.median, x.highest, s.verified_from, s.verified_on, x.verified_from, x.verified_on, l.changed_on,
    ended.ended_on, s.cheapest_id, s.most_expensive_id, x.cheapest_id, x.most_expensive_id
  FROM product_entry e LEFT JOIN listed l ON l.product = e.slug LEFT JOIN ended ON ended.product = e.slug
  LEFT JOIN shown_figures s ON s.product = e.slug LEFT JOIN ex_tax_figures x ON x.product = e.slug`;

const INDEX_COUNTRIES = "SELECT country FROM index_country";
