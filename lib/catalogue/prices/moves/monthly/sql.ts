import "server-only";
import type { Month } from "@/lib/catalogue/prices/list/page-schema";
import type { SeriesChoice } from "@/lib/catalogue/prices/rows/filter-rules";
import { isChosen } from "@/lib/catalogue/prices/rows/sql";
import { perMonthSql } from "@/lib/contract/period-rules";
import { priceRateSql } from "@/lib/dataset/rate-rules";
import type { Version } from "@/lib/versions/current";
import { isValid, validRows } from "@/lib/versions/valid-rows-sql";
import { Prisma } from "@/prisma/client/client";

// Raw SQL: Prisma groups by no part of a date and has no window functions.

const isOfMonth = (month: Month) =>
  Prisma.sql`c.first_seen_on >= ${`${month}-01`}::date AND c.first_seen_on < ${`${month}-01`}::date + interval '1 month'`;

/** Months with changes, the newest first. */
export const monthsOfChanges = (version: Version, choice: SeriesChoice) => Prisma.sql`
  SELECT to_char(c.first_seen_on, 'YYYY-MM') AS month, count(*)::int AS prices, array_agg(DISTINCT c.country) AS countries,
    array_agg(DISTINCT coalesce(t.vendor, t.name)) AS vendors, count(*) FILTER (WHERE c.pct > 0)::int AS raised,
    count(*) FILTER (WHERE c.pct < 0)::int AS lowered, min(c.first_seen_on)::text AS "from", max(c.first_seen_on)::text AS "to"
  FROM price_change c JOIN product t ON t.version_id = ${version.id} AND t.slug = c.product
  WHERE ${isValid(version, "c")} AND ${isChosen(choice, "c")}
  GROUP BY 1 ORDER BY 1 DESC`;

/** Months since a day in which a price was read that had been read before: only these can show a change. */
export const monthsReadAgain = (version: Version, choice: SeriesChoice, since: string) => Prisma.sql`
  WITH ${validRows(version)}, first AS (
    SELECT series_id, min(observed_on) AS day FROM observation GROUP BY series_id
  )
  SELECT DISTINCT to_char(o.observed_on, 'YYYY-MM') AS month
  FROM series s JOIN observation o ON o.series_id = s.id JOIN first ON first.series_id = s.id
  WHERE ${isChosen(choice, "s")} AND o.observed_on >= ${since}::date AND o.observed_on > first.day`;

/** Rate of `currency` on `day`, both SQL expressions. */
const rateOf = (version: Version, currency: string, day: string) =>
  Prisma.raw(`(SELECT rate FROM (${priceRateSql(version.id, currency, day)}) AS known)`);

const monthly = (amount: string) => Prisma.raw(perMonthSql(amount, "period"));

/**
 * Changes of a month; first those of `home`, then of countries with most subscriptions. With each: the exchange rate since
 * the day on which the price before was first seen, and the place by US dollars among the countries where the same was
 * read before, at the rates of the day on which the new price was first seen.
 */
export const changesOfMonth = (
  version: Version,
  choice: SeriesChoice,
  { month, home, limit, offset }: { month: Month; home: string | null; limit: number; offset: number },
) => Prisma.sql`
  WITH ${validRows(version)}, listed AS MATERIALIZED (
    SELECT c.*, row_number() OVER (ORDER BY (c.country = ${home}) DESC NULLS LAST, k.products DESC, c.country, c.product, c.platform, c.period, c.first_seen_on) AS place
    FROM price_change c JOIN country k ON k.version_id = ${version.id} AND k.code = c.country
    WHERE ${isValid(version, "c")} AND ${isChosen(choice, "c")} AND ${isOfMonth(month)}
    ORDER BY place LIMIT ${limit} OFFSET ${offset}
  ), step AS MATERIALIZED (
    SELECT DISTINCT product, platform, period, first_seen_on AS day FROM listed
  ), valued AS (
    SELECT step.*, s.country, ${monthly("now.amount * now_rate.rate")} AS usd, ${monthly("was.amount * was_rate.rate")} AS was_usd
    FROM step JOIN series s USING (product, platform, period)
    CROSS JOIN LATERAL (
      SELECT amount, currency FROM observation WHERE series_id = s.id AND observed_on <= step.day ORDER BY observed_on DESC LIMIT 1
    ) AS now
    CROSS JOIN LATERAL (
      SELECT amount, currency FROM observation WHERE series_id = s.id AND observed_on < step.day ORDER BY observed_on DESC LIMIT 1
    ) AS was
    CROSS JOIN LATERAL (${Prisma.raw(priceRateSql(version.id, "now.currency", "step.day"))}) AS now_rate
    CROSS JOIN LATERAL (${Prisma.raw(priceRateSql(version.id, "was.currency", "step.day"))}) AS was_rate
    WHERE now.amount IS NOT NULL AND was.amount IS NOT NULL
  ), ranked AS (
    SELECT *, rank() OVER (PARTITION BY product, platform, period, day ORDER BY usd)::int AS rank,
      rank() OVER (PARTITION BY product, platform, period, day ORDER BY was_usd)::int AS was_rank,
      count(*) OVER (PARTITION BY product, platform, period, day)::int AS of
    FROM valued
  )
  SELECT l.product, l.country, l.platform::text AS platform, l.period::text AS period, l.first_seen_on::text AS "firstSeenOn",
    l.was_amount AS "wasAmount", l.was_currency AS "wasCurrency", l.amount, l.currency, l.pct,
    ${rateOf(version, "l.currency", "l.first_seen_on")} / ${rateOf(version, "l.was_currency", "since.day")} AS "rateFactor",
    since.day::text AS since, r.was_rank AS "wasRank", r.rank, r.of
  FROM listed l
  CROSS JOIN LATERAL (
    SELECT min(o.observed_on) AS day FROM observation o
    WHERE o.series_id = l.series_id AND o.observed_on < l.first_seen_on AND o.observed_on > coalesce((
      SELECT max(b.observed_on) FROM observation b WHERE b.series_id = l.series_id AND b.observed_on < l.first_seen_on
        AND (b.amount, b.currency) IS DISTINCT FROM (l.was_amount, l.was_currency)
    ), '-infinity')
  ) AS since
  LEFT JOIN ranked r ON r.product = l.product AND r.platform = l.platform AND r.period = l.period AND r.day = l.first_seen_on
    AND r.country = l.country
  ORDER BY l.place`;
