import "server-only";
import type { TaxView } from "@/lib/catalogue/tax/schema";
import { isComparable } from "@/lib/dataset/rate-rules";
import { Prisma } from "@/prisma/client/client";
import { PRICE_LENSES, PRICE_STATE, priceAmounts } from "./state-sql";

/** Condition of a price in US dollars at a current rate; only these are compared, ranked and summed. */
export const comparedPrices = Prisma.raw(isComparable("p"));

/** Price without tax, as the `tax` member of the contract. */
const taxJson = Prisma.sql`(SELECT row_to_json(tax_lens) FROM (
  SELECT coalesce(l.treatment, 'unknown') AS treatment, trim_scale(l.rate_pct) AS rate_pct, l.reason,
    trim_scale(l.ex_tax_amount) AS ex_tax_amount, trim_scale(l.ex_tax_usd) AS ex_tax_usd,
    trim_scale(l.ex_tax_usd_monthly) AS ex_tax_usd_monthly, l.source_id AS source, l.reviewed_on
) tax_lens)`;

/** US dollars a month of a price (table alias `p`, its lens `l`). */
export const usdMonthly: Record<TaxView, Prisma.Sql> = {
  shown: Prisma.sql`p.usd_monthly`,
  excluded: Prisma.sql`l.ex_tax_usd_monthly`,
};
const amounts: Record<TaxView, Prisma.Sql> = {
  shown: Prisma.raw(priceAmounts("p.usd", "p.usd_monthly")),
  excluded: Prisma.raw(priceAmounts("l.ex_tax_usd", "l.ex_tax_usd_monthly")),
};

/** Columns of a price (table alias `p`, its lens `l`). */
export const priceColumns = (tax: TaxView) => Prisma.sql`
  ${amounts[tax]}, ${taxJson} AS tax, ${Prisma.raw(PRICE_LENSES)}`;

const usUsdMonthly: Record<TaxView, Prisma.Sql> = {
  shown: Prisma.sql`u.usd_monthly`,
  excluded: Prisma.sql`ul.ex_tax_usd_monthly`,
};

/**
 * Columns about the reading of a current price, the US price of its product, platform and period, and the difference
 * from it.
 */
const againstUs = (tax: TaxView) => Prisma.sql`
  ${Prisma.raw(PRICE_STATE)}, trim_scale(us.usd_monthly) AS us_usd_monthly,
  CASE WHEN ${comparedPrices} THEN trim_scale(round(100 * (${usdMonthly[tax]} / nullif(us.usd_monthly, 0) - 1), 4)) END AS pct_vs_us`;
const usPrice = (tax: TaxView) => Prisma.sql`LEFT JOIN LATERAL (
  SELECT ${usUsdMonthly[tax]} AS usd_monthly FROM price u LEFT JOIN price_lens ul ON ul.price_id = u.id
  WHERE u.product = p.product AND u.country = 'US' AND u.platform = p.platform AND u.period = p.period
    AND ${Prisma.raw(isComparable("u"))}
) us ON true`;

/** Price record of `p` as JSON. */
export const priceJsonOf = (tax: TaxView) => Prisma.sql`(SELECT row_to_json(record) FROM (
  SELECT ${priceColumns(tax)}, ${againstUs(tax)} FROM (SELECT) one LEFT JOIN price_lens l ON l.price_id = p.id ${usPrice(tax)}
) record)`;
export const priceJson = priceJsonOf("shown");

/** Query for the record of one current price. */
export const priceById = (id: Prisma.Sql, tax: TaxView = "shown") =>
  Prisma.sql`SELECT row_to_json(record) FROM (
    SELECT ${priceColumns(tax)}, ${againstUs(tax)} FROM price p LEFT JOIN price_lens l ON l.price_id = p.id ${usPrice(tax)}
    WHERE p.id = ${id}
  ) record`;

/** Common table expression `placed`: series by id, in this order. */
export const placedIds = (ids: readonly number[]) =>
  Prisma.sql`placed AS MATERIALIZED (SELECT id, place FROM unnest(${ids}::int[]) WITH ORDINALITY AS listed (id, place))`;

/** Condition of a current price: a series that is no longer listed has no amount. */
export const isCurrent = Prisma.sql`p.amount IS NOT NULL`;

export const priceOrder = Prisma.sql`p.product, p.country, p.platform, p.period`;
