import { perMonthSql } from "@/lib/contract/period-rules";
import { COMPUTED_ONCE } from "@/lib/dataset/computed-once-sql";

/**
 * Tax rate of each country on `day` (SQL), or the reason without one. Rates apply from their legal start, or from the
 * first day a source showed them.
 */
export const taxRatesOn = (day: string) => `
  SELECT country, rate_pct, reason, source_id, reviewed_on FROM tax_rate
  WHERE (valid_to IS NULL OR valid_to >= ${day})
    AND CASE WHEN rate_pct IS NOT NULL OR reason = 'no such tax' THEN coalesce(valid_from, known_from) <= ${day}
      ELSE coalesce(valid_from, '-infinity') <= ${day} END`;

/** For a day before every known rate of the country. */
export const RATE_OF_DAY_NOT_KNOWN = "rate of that day not known";

/** A statement for the country precedes one for all, then the vendor's precedes the source's. */
const TREATMENT =
  "coalesce(vendor_here.treatment, source_here.treatment, vendor_all.treatment, source_all.treatment, 'unknown')";

const treatmentOf = (alias: string, scope: string, country: string) => `
  LEFT JOIN tax_treatment ${alias} ON ${alias}.scope = ${scope} AND ${alias}.platform = p.platform AND ${alias}.country = ${country}`;

/** Null when unknown. Unrounded and divided last: at least 18 decimals, so that only the shown figure is rounded. */
export const withoutTax = (figure: string) => `
  CASE WHEN reason = 'no such tax' OR treatment = 'excluded' THEN ${figure}
    WHEN treatment = 'included' AND rate_pct IS NOT NULL THEN ${figure} * 100.000000000000000000 / (100 + rate_pct) END`;

export const NO_INCOME = "no income figure";
export const NO_PRICE_LEVEL = "no purchasing power figure";

const USD_MONTHLY = perMonthSql("amount * fx_rate", "period");

/**
 * Each price without tax, and as a share of a month's income (12 x US dollars a month / gross national income per
 * head, three decimals, half to even). Unknown is null with its reason. `prices` has the columns of `price`; reads
 * ledger, which `validRows` hides.
 */
export const lensesOf = (prices: string, day: string) => `
  SELECT series_id, treatment, rate_pct,
    coalesce(reason, CASE WHEN treatment = 'unknown' THEN 'whether the price includes tax is not known' END) AS reason,
    round_usd(ex_tax) AS ex_tax_amount, round_usd(ex_tax_usd) AS ex_tax_usd, round_usd(ex_tax_monthly) AS ex_tax_usd_monthly,
    ex_tax_monthly AS exact_ex_tax_monthly, rate_source AS source_id, reviewed_on,
    -- Four decimals of a tenth are three of the whole.
    round_usd(share / 10) * 10 AS income_share_pct, CASE WHEN share IS NOT NULL THEN income_year END AS income_year,
    CASE WHEN share IS NULL THEN income_reason END AS income_reason
  FROM (
    SELECT *, ${withoutTax("amount")} AS ex_tax, ${withoutTax("amount * fx_rate")} AS ex_tax_usd,
      ${withoutTax(USD_MONTHLY)} AS ex_tax_monthly, 1200 * (${USD_MONTHLY}) / gni_per_capita_usd AS share
    FROM (
      SELECT p.series_id, p.amount, p.period, p.fx_rate, ${TREATMENT} AS treatment,
        r.rate_pct, CASE WHEN r.country IS NULL THEN '${RATE_OF_DAY_NOT_KNOWN}' ELSE r.reason END AS reason,
        r.source_id AS rate_source, r.reviewed_on, i.gni_per_capita_usd, i.year AS income_year,
        CASE WHEN p.fx_rate IS NULL THEN ${NO_RATE} ELSE coalesce(i.reason, '${NO_INCOME}') END AS income_reason
      FROM ${prices} p
      JOIN product_entry pr ON pr.slug = p.product
      ${treatmentOf("vendor_here", "'vendor:' || pr.vendor", "p.country")}
      ${treatmentOf("source_here", "'source:' || p.source_id", "p.country")}
      ${treatmentOf("vendor_all", "'vendor:' || pr.vendor", "'*'")}
      ${treatmentOf("source_all", "'source:' || p.source_id", "'*'")}
      LEFT JOIN (${taxRatesOn(day)}) r ON r.country = p.country
      LEFT JOIN income i ON i.country = p.country
      ${COMPUTED_ONCE}
    ) AS known
    ${COMPUTED_ONCE}
  ) AS computed`;

const NO_RATE = "CASE WHEN p.amount IS NULL THEN 'no price observed yet' ELSE 'no exchange rate' END";
