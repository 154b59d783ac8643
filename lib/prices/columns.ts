import "server-only";
import { Prisma } from "@/prisma/client/client";

/**
 * A current price (table alias `p`) as the JSON of the price record: the columns of the contract, in its
 * order, numbers with no more digits than were published.
 */
export const priceJson = Prisma.sql`json_build_object(
  'product', p.product,
  'country', p.country,
  'platform', p.platform,
  'period', p.period,
  'amount', trim_scale(p.amount),
  'currency', p.currency,
  'usd', trim_scale(p.usd),
  'usd_monthly', trim_scale(p.usd_monthly),
  'fx_rate', trim_scale(p.fx_rate),
  'fx_date', p.fx_date,
  'source_url', p.source_url,
  'verified_on', p.verified_on
)`;

/** A series that is still listed has a current price. */
export const isCurrent = Prisma.sql`p.amount IS NOT NULL`;

export const priceOrder = Prisma.sql`p.product, p.country, p.platform, p.period`;
