import "server-only";
import { Prisma } from "@/prisma/client/client";

/** A current price without tax, as the `tax` of the contract. */
const taxJson = Prisma.sql`(SELECT row_to_json(tax) FROM (
  SELECT coalesce(l.treatment, 'unknown') AS treatment, trim_scale(l.rate_pct) AS rate_pct, l.reason,
    trim_scale(l.ex_tax_amount) AS ex_tax_amount, trim_scale(l.ex_tax_usd) AS ex_tax_usd,
    trim_scale(l.ex_tax_usd_monthly) AS ex_tax_usd_monthly, l.source_id AS source, l.reviewed_on
) tax)`;

/**
 * A current price (table alias `p`, its lens `l`) as the columns of the contract, in its order, numbers with no more
 * digits than were published.
 */
const priceColumns = Prisma.sql`
  p.product, p.country, p.platform, p.period, trim_scale(p.amount) AS amount, p.currency, trim_scale(p.usd) AS usd,
  trim_scale(p.usd_monthly) AS usd_monthly, trim_scale(p.fx_rate) AS fx_rate, p.fx_date, p.source_url, p.verified_on,
  ${taxJson} AS tax, trim_scale(l.income_share_pct) AS income_share_pct, l.income_year,
  p.fx_source_id AS fx_source`;

/** The price of `p` as the JSON of the price record. */
export const priceJson = Prisma.sql`(SELECT row_to_json(record) FROM (
  SELECT ${priceColumns} FROM (SELECT) one LEFT JOIN price_lens l ON l.price_id = p.id
) record)`;

/** A query for the record of one current price. */
export const priceById = (id: Prisma.Sql) =>
  Prisma.sql`SELECT row_to_json(record) FROM (
    SELECT ${priceColumns} FROM price p LEFT JOIN price_lens l ON l.price_id = p.id WHERE p.id = ${id}
  ) record`;

/** A series that is still listed has a current price. */
export const isCurrent = Prisma.sql`p.amount IS NOT NULL`;

export const priceOrder = Prisma.sql`p.product, p.country, p.platform, p.period`;
