import "server-only";
import { lensesOf } from "@/lib/catalogue/tax/lens-sql";
import type { TaxView } from "@/lib/catalogue/tax/schema";
import { perMonthSql } from "@/lib/contract/period-rules";
import { rateOnDaySql } from "@/lib/dataset/rate-rules";
import { Prisma } from "@/prisma/client/client";
import { priceColumns } from "./columns-sql";

/** Condition for a series `p` of which a reading stands: all others are as if they had never been seen. */
export const wasRead = Prisma.sql`EXISTS (SELECT FROM price_observation o WHERE o.price_id = p.id)`;

/** Common table expression `asked` (day), which the expressions below read. */
export const askedDay = (day: string) => Prisma.sql`asked AS MATERIALIZED (SELECT ${day}::date AS day)`;

/** Day of `asked`, wherever it is used. */
const DAY = "(SELECT day FROM asked)";

/** Query for the last observation of a series, an SQL expression, up to the day. */
const lastObservation = (id: string) => `
  SELECT amount, currency, source_id, source_url, observed_on FROM price_observation
  WHERE price_id = ${id} AND observed_on <= ${DAY} ORDER BY observed_on DESC LIMIT 1`;

/** True where the next reading after the day says the same. */
const SAME_AFTERWARDS = `(
  SELECT (n.amount, n.currency) IS NOT DISTINCT FROM (o.amount, o.currency) FROM price_observation n
  WHERE n.price_id = p.id AND n.observed_on > ${DAY} ORDER BY n.observed_on LIMIT 1)`;

/** Every lookup is by key, one series after the other: the planner cannot know how few there are. */
const SERIES = `
  SELECT placed.place, p.id, p.product, p.country, p.platform, p.period, o.amount, o.currency,
    round_usd(o.amount * r.rate) AS usd, round_usd(${perMonthSql("o.amount * r.rate", "p.period")}) AS usd_monthly,
    r.rate AS fx_rate, r.date AS fx_date, r.source_id AS fx_source_id, false AS fx_stale,
    o.source_id, o.source_url, o.observed_on AS verified_on, o.observed_on AS last_seen_on,
    CASE WHEN o.observed_on IS NULL THEN 'not_observed_yet'
      WHEN o.observed_on = ${DAY} OR ${SAME_AFTERWARDS} THEN 'observed' ELSE 'carried' END AS status,
    us.amount AS us_amount, us.rate AS us_fx_rate
  FROM placed
  CROSS JOIN LATERAL (SELECT * FROM price WHERE id = placed.id OFFSET 0) p
  LEFT JOIN LATERAL (${lastObservation("p.id")}) o ON true
  LEFT JOIN LATERAL (${rateOnDaySql("o.currency", DAY)}) r ON true
  LEFT JOIN LATERAL (
    SELECT uo.amount, ur.rate FROM price u
    CROSS JOIN LATERAL (${lastObservation("u.id")}) uo
    CROSS JOIN LATERAL (${rateOnDaySql("uo.currency", DAY)}) ur
    WHERE u.product = p.product AND u.country = 'US' AND u.platform = p.platform AND u.period = p.period
    OFFSET 0
  ) us ON true
  WHERE o.observed_on IS NULL OR o.amount IS NOT NULL`;

/**
 * Common table expressions `dated`, the series of `placed` (id, place) that had not ended by the day of `asked`, with the
 * columns of `price`, `status` and `last_seen_on`; and `dated_lens`, their lenses, as `price_lens`. Series not observed
 * by then have no amount. US dollars, tax rates and the US prices beside them are those of the day.
 */
export const datedPrices = Prisma.raw(`
  dated AS MATERIALIZED (${SERIES}),
  dated_lens AS MATERIALIZED (${lensesOf("dated", DAY)})`);

/** Record of a row `p` of `dated` with its lens `l`, as JSON. */
export const datedJson = (tax: TaxView) =>
  Prisma.sql`(SELECT row_to_json(record) FROM (SELECT ${priceColumns(tax)}, p.status, p.last_seen_on) record)`;

/** Rows of `dated` with their lenses. */
export const fromDated = Prisma.sql`FROM dated p LEFT JOIN dated_lens l ON l.price_id = p.id`;
