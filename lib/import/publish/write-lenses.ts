import "server-only";
import type { ClientBase } from "pg";
import type { DerivedFor } from "./derived-tables";

/**
 * Rate of each country on day $2, or the reason why there is none. A rate counts from its first day by law, or from the
 * day on which a source showed it; other reasons hold from `valid_from`, or always.
 */
const RATES_OF_DAY = `
  SELECT country, rate_pct, reason, source_id, reviewed_on FROM tax_rate
  WHERE (valid_to IS NULL OR valid_to >= $2::date)
    AND CASE WHEN rate_pct IS NOT NULL OR reason = 'no such tax' THEN coalesce(valid_from, known_from) <= $2::date
      ELSE coalesce(valid_from, '-infinity') <= $2::date END`;

/** A statement for the country comes before one for all; among equals the vendor's before the source's. */
const TREATMENT =
  "coalesce(vendor_here.treatment, source_here.treatment, vendor_all.treatment, source_all.treatment, 'unknown')";

const treatmentOf = (alias: string, scope: string, country: string) => `
  LEFT JOIN tax_treatment ${alias} ON ${alias}.scope = ${scope} AND ${alias}.platform = p.platform AND ${alias}.country = ${country}`;

/** Unrounded: the quotient keeps at least 18 decimals, so that only the shown figure is rounded, once. */
const EX_TAX = `
  CASE WHEN reason = 'no such tax' OR treatment = 'excluded' THEN amount
    WHEN treatment = 'included' AND rate_pct IS NOT NULL THEN amount * 100.000000000000000000 / (100 + rate_pct) END`;

/**
 * Writes `price_lens`: each current price without tax, at the rate of the version's exchange-rate day, and as a share
 * of a month's income in its country (12 x US dollars a month / gross national income per head), three decimals, half
 * to even. Unknown is null with its reason, never 0. Runs inside the caller's transaction, after the index.
 */
export async function writeLenses(client: ClientBase, { versionId }: DerivedFor): Promise<void> {
  const { rows } = await client.query<{ day: string }>(
    "SELECT coalesce(fx_date, data_date)::text AS day FROM dataset_version WHERE id = $1",
    [versionId],
  );
  await client.query("DELETE FROM price_lens");
  await client.query(
    `INSERT INTO price_lens (price_id, treatment, rate_pct, reason, ex_tax_amount, ex_tax_usd, ex_tax_usd_monthly,
       source_id, reviewed_on, income_share_pct, income_year)
     SELECT id, treatment, rate_pct, coalesce(reason, CASE WHEN treatment = 'unknown' THEN $1 END), round_usd(ex_tax),
       round_usd(ex_tax * fx_rate), round_usd(per_month(ex_tax * fx_rate, period)), rate_source, reviewed_on,
       -- Four decimals of a tenth are three of the whole.
       round_usd(share / 10) * 10, CASE WHEN share IS NOT NULL THEN year END
     FROM (
       SELECT *, ${EX_TAX} AS ex_tax, 1200 * per_month(amount * fx_rate, period) / gni_per_capita_usd AS share FROM (
         SELECT p.id, p.amount, p.period, p.fx_rate, ${TREATMENT} AS treatment, r.rate_pct,
           CASE WHEN r.country IS NULL THEN 'rate of that day not known' ELSE r.reason END AS reason,
           r.source_id AS rate_source, r.reviewed_on, i.gni_per_capita_usd, i.year
         FROM price p
         JOIN product pr ON pr.slug = p.product
         ${treatmentOf("vendor_here", "'vendor:' || pr.vendor", "p.country")}
         ${treatmentOf("source_here", "'source:' || p.source_id", "p.country")}
         ${treatmentOf("vendor_all", "'vendor:' || pr.vendor", "'*'")}
         ${treatmentOf("source_all", "'source:' || p.source_id", "'*'")}
         LEFT JOIN (${RATES_OF_DAY}) r ON r.country = p.country
         LEFT JOIN income i ON i.country = p.country
         WHERE p.amount IS NOT NULL
       ) AS known
     ) AS computed`,
    [TREATMENT_NOT_KNOWN, rows[0]?.day],
  );
}

const TREATMENT_NOT_KNOWN = "whether the price includes tax is not known";
