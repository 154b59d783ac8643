import "server-only";
import { Prisma } from "@/prisma/client/client";

/**
 * A current price (table alias `p`) as the columns of the contract, in its order, numbers with no more digits than
 * were published.
 */
const priceColumns = Prisma.sql`
  p.product, p.country, p.platform, p.period, trim_scale(p.amount) AS amount, p.currency, trim_scale(p.usd) AS usd,
  trim_scale(p.usd_monthly) AS usd_monthly, trim_scale(p.fx_rate) AS fx_rate, p.fx_date, p.source_url, p.verified_on`;

/** The same as the JSON of the price record. */
export const priceJson = Prisma.sql`(SELECT row_to_json(record) FROM (SELECT ${priceColumns}) record)`;

/** A query for the record of one current price. */
export const priceById = (id: Prisma.Sql) =>
  Prisma.sql`SELECT row_to_json(record) FROM (SELECT ${priceColumns} FROM price p WHERE p.id = ${id}) record`;

/** A series that is still listed has a current price. */
export const isCurrent = Prisma.sql`p.amount IS NOT NULL`;

export const priceOrder = Prisma.sql`p.product, p.country, p.platform, p.period`;
