import "server-only";
import { evidenceOf } from "@/lib/catalogue/prices/evidence/sql";
import { isOutdatedSql, middleDayOf, rankingOf } from "@/lib/catalogue/prices/ranking/sql";
import type { SeriesChoice } from "@/lib/catalogue/prices/rows/filter-rules";
import { isChosen } from "@/lib/catalogue/prices/rows/sql";
import { lensesOf } from "@/lib/catalogue/tax/lens/sql";
import type { TaxView } from "@/lib/catalogue/tax/schema";
import { RATE_VALID_DAYS } from "@/lib/contract/days";
import { JSON_PAGE_SIZE } from "@/lib/contract/inputs";
import { perMonthSql } from "@/lib/contract/period-rules";
import { rateOnDaySql } from "@/lib/dataset/rate-rules";
import type { Version } from "@/lib/versions/current";
import { validRows } from "@/lib/versions/valid-rows-sql";
import { Prisma } from "@/prisma/client/client";

// Raw SQL: the state of a series on a day is its newest earlier reading, which Prisma cannot express.

export type DayPage = {
  date: string;
  /** What prices are sorted and ranked by. */
  tax: TaxView;
  /** What their US dollars are of; by default `tax`. */
  figures?: TaxView;
  sort?: "product" | "-product" | "usd_monthly" | "-usd_monthly" | "verified_on" | "-verified_on";
  best?: "country" | undefined;
  /** `known`: with those that were first read later; `all`: with those that had ended, too. */
  scope?: "listed" | "known" | "all";
  /** Series read by the day come first, if one answer has all. */
  readFirst?: boolean;
  page: number;
  page_size: number;
};

/** What the rule of ranking needs to know of a day: its middle day, and the countries of the index as SQL. */
export type DayRule = { middleDay: string | null; indexCountries: string };

/**
 * Common table expression `asked` (day, rate_day, middle_day), which the expressions below read: after the rate day its rates
 * are held.
 */
const askedDay = (day: string, { fxDate }: Version, middleDay: string | null = null) =>
  Prisma.sql`asked AS MATERIALIZED (SELECT ${day}::date AS day, least(${day}::date, ${fxDate}::date) AS rate_day,
    ${fxDate}::date AS version_day, ${middleDay}::date AS middle_day)`;

const DAY = "(SELECT day FROM asked)";
const RATE_DAY = "(SELECT rate_day FROM asked)";
const MIDDLE_DAY = "(SELECT middle_day FROM asked)";
/** The day is not before the rate day: a currency without a rate of these days keeps the one before. */
const IS_HELD = "(SELECT day >= version_day FROM asked)";

/** True for a series `s` with a valid reading; others count as never seen. */
export const wasRead = ({ id }: Version) => Prisma.sql`(
  EXISTS (SELECT FROM price current WHERE current.version_id = ${id} AND current.series_id = s.id)
  OR EXISTS (SELECT FROM observation o WHERE o.series_id = s.id))`;

/** `series` is an SQL expression. */
const newestReading = (series: string) => `
  SELECT amount, currency, source_id, source_url, observed_on, read_at, quote, method, plan FROM observation
  WHERE series_id = ${series} AND observed_on <= ${DAY} ORDER BY observed_on DESC LIMIT 1`;

const listed = (version: Version, choice: SeriesChoice, scope: DayPage["scope"]) => Prisma.sql`
  ended AS MATERIALIZED (
    SELECT series_id FROM (SELECT DISTINCT series_id FROM observation WHERE amount IS NULL) AS s
    CROSS JOIN LATERAL (${Prisma.raw(newestReading("s.series_id"))}) AS o WHERE o.amount IS NULL
  ),
  listed AS MATERIALIZED (
    SELECT id AS series_id, product, country, platform, period FROM series s
    WHERE ${isChosen(choice, "s")} AND ${wasRead(version)}
      AND ${Prisma.raw(scope === "all" ? "true" : "id NOT IN (SELECT series_id FROM ended)")}
      AND ${Prisma.raw(scope === "listed" ? `EXISTS (SELECT FROM observation o WHERE o.series_id = s.id AND o.observed_on <= ${DAY})` : "true")}
  )`;

const monthly = perMonthSql("l.amount * r.rate", "l.period");

/** US dollars a month of each listed series, for `best=` and orders by value. */
const costs = (tax: TaxView) => `
  reading AS MATERIALIZED (
    SELECT l.*, o.amount, o.currency, o.source_id, o.observed_on, o.observed_on AS verified_on
    FROM listed l LEFT JOIN LATERAL (${newestReading("l.series_id")}) AS o ON true
  ),
  day_rate AS MATERIALIZED (
    SELECT used.currency, r.rate FROM (SELECT DISTINCT currency FROM reading) AS used
    CROSS JOIN LATERAL (${rateOnDaySql("used.currency", RATE_DAY)}) AS r
  ),
  shown AS MATERIALIZED (
    SELECT l.*, r.rate AS fx_rate, false AS fx_stale, round_usd(${monthly}) AS usd_monthly,
      NULL::numeric AS us_amount, NULL::numeric AS us_fx_rate
    FROM reading l LEFT JOIN day_rate r ON r.currency = l.currency
  ),
  priced AS MATERIALIZED (
    ${
      tax === "shown"
        ? "SELECT *, usd_monthly AS cost FROM shown"
        : `SELECT s.*, l.ex_tax_usd_monthly AS cost FROM shown s JOIN (${lensesOf("shown", DAY)}) AS l USING (series_id)`
    }
  )`;

/** Condition of a reading with this alias, of `series`, after which the same amount was read again. */
const isReadAgain = (reading: string, series: string) => `(
  SELECT (n.amount, n.currency) IS NOT DISTINCT FROM (${reading}.amount, ${reading}.currency) FROM observation n
  WHERE n.series_id = ${series} AND n.observed_on > ${DAY} ORDER BY n.observed_on LIMIT 1
)`;

/** `ranked`: the ranked ones among the listed series. */
const ranked = (indexCountries: string) => `
  stated AS MATERIALIZED (
    SELECT p.*, ${evidenceOf("p")} AS evidence, ${isOutdatedSql("p.verified_on", MIDDLE_DAY)} AS is_outdated
    FROM priced p WHERE p.amount IS NOT NULL
  ), ${rankingOf("stated", "ranked", { usd: "cost", indexCountries })}`;

/** The lowest ranked one of each country; a doubted one only where there is no other. */
const LOWEST = `
  lowest AS MATERIALIZED (
    SELECT DISTINCT ON (country) *, usd AS cost FROM ranked ORDER BY country, is_doubted, usd, product, platform, period
  )`;

const DATED = `
  dated AS MATERIALIZED (
    SELECT s.*, l.amount, l.currency, l.source_id, l.source_url, l.observed_on, l.read_at, l.quote, l.method, l.plan, r.rate AS fx_rate, r.date AS fx_date,
      r.source_id AS fx_source_id, coalesce(r.date < ${RATE_DAY} - ${RATE_VALID_DAYS}, false) AS fx_stale, round_usd(l.amount * r.rate) AS usd,
      round_usd(${perMonthSql("l.amount * r.rate", "s.period")}) AS usd_monthly,
      CASE WHEN l.observed_on IS NULL THEN 'not_observed_yet' WHEN l.amount IS NULL THEN 'ended' WHEN l.observed_on = ${DAY} OR ${isReadAgain("l", "s.series_id")} THEN 'observed' ELSE 'carried' END AS status,
      us.amount AS us_amount, us.rate AS us_fx_rate
    FROM placed s
    LEFT JOIN LATERAL (${newestReading("s.series_id")}) AS l ON true
    LEFT JOIN LATERAL (${rateOnDaySql("l.currency", RATE_DAY, IS_HELD)}) AS r ON true
    LEFT JOIN LATERAL (
      SELECT o.amount, r.rate FROM series us
      CROSS JOIN LATERAL (${newestReading("us.id")}) AS o
      CROSS JOIN LATERAL (${rateOnDaySql("o.currency", RATE_DAY)}) AS r
      WHERE us.product = s.product AND us.country = 'US' AND us.platform = s.platform AND us.period = s.period
    ) AS us ON true
  ),
  dated_lens AS MATERIALIZED (${lensesOf("dated", DAY)})`;

function orderOf({ sort = "product", readFirst }: DayPage): string {
  const direction = sort.startsWith("-") ? "DESC" : "ASC";
  if (sort.endsWith("usd_monthly")) return `cost ${direction} NULLS LAST, `;
  if (sort.endsWith("verified_on")) return `verified_on ${direction} NULLS LAST, `;
  if (sort === "-product") return "product DESC, ";
  return readFirst ? `${IS_UNREAD}, ` : "";
}

const IS_UNREAD = `(SELECT count(*) FROM listed) <= ${JSON_PAGE_SIZE} AND NOT EXISTS (
  SELECT FROM observation o WHERE o.series_id = l.series_id AND o.observed_on <= ${DAY})`;

const LAST_SEEN = Prisma.raw(`CASE WHEN p.amount IS NOT NULL THEN p.observed_on ELSE (
  SELECT max(o.observed_on) FROM observation o
  WHERE o.series_id = p.series_id AND o.observed_on <= ${DAY} AND o.amount IS NOT NULL
) END`);

/** Query for the day by which half of the prices known on a day had been read. */
export const middleDayOn = (version: Version, date: string) => Prisma.sql`
  WITH ${validRows(version)}, ${askedDay(date, version)}, ${listed(version, {}, "listed")},
    ${Prisma.raw(costs("shown"))}
  ${Prisma.raw(middleDayOf("(SELECT * FROM priced WHERE amount IS NOT NULL)"))}`;

/** Query for the comparable prices known on a day, of which each one's usual ratio is made. */
export const comparedOnDay = (version: Version, date: string) => Prisma.sql`
  WITH ${validRows(version)}, ${askedDay(date, version)}, ${listed(version, {}, "listed")},
    ${Prisma.raw(costs("shown"))}
  SELECT product, country, platform::text, period::text, usd_monthly::float8 AS "usdMonthly" FROM priced WHERE usd_monthly > 0`;

export type DayRank = Record<"product" | "country" | "platform" | "period" | "ranking", string> & { seriesId: number };

/** Query for the ranked ones among the series of a choice on a day, the lowest of each product first. */
export const rankedOnDay = (
  version: Version,
  choice: SeriesChoice,
  { date, tax }: Pick<DayPage, "date" | "tax">,
  { middleDay, indexCountries }: DayRule,
) => Prisma.sql`
  WITH ${validRows(version)}, ${askedDay(date, version, middleDay)}, ${listed(version, choice, "listed")},
    ${Prisma.raw(`${costs(tax)}, ${ranked(indexCountries)}`)}
  SELECT series_id AS "seriesId", product, country, platform::text, period::text, ranking FROM ranked r
  ORDER BY product, usd, r.country, r.platform, r.period`;

/** Each row has the number of all; an empty page is one row without a product. */
export function pricesOfDay(
  version: Version,
  choice: SeriesChoice,
  asked: DayPage,
  { middleDay, indexCountries }: DayRule,
): Prisma.Sql {
  const { date, tax, sort = "product", best, scope = "known", page, page_size } = asked;
  const isByValue = best !== undefined || !sort.endsWith("product");
  const from = Prisma.raw(best === undefined ? (isByValue ? "priced" : "listed") : "lowest");
  const order = Prisma.raw(`${orderOf(asked)}product, country, platform, period`);
  return Prisma.sql`
    WITH ${validRows(version)}, ${askedDay(date, version, middleDay)}, ${listed(version, choice, scope)},
      ${isByValue ? Prisma.raw(`${costs(tax)},`) : Prisma.empty}
      ${best === undefined ? Prisma.empty : Prisma.raw(`${ranked(indexCountries)}, ${LOWEST},`)}
      placed AS MATERIALIZED (
        SELECT *, row_number() OVER () AS place FROM (
          SELECT series_id, product, country, platform, period FROM ${from} l
          ORDER BY ${order} LIMIT ${page_size} OFFSET ${(page - 1) * page_size}
        ) AS sorted
      ),
      ${Prisma.raw(DATED)}
    SELECT (SELECT count(*)::int FROM ${from}) AS total, p.series_id AS "seriesId", p.product AS "productSlug", p.country AS "countryCode", p.platform::text AS platform,
      p.period::text AS period, p.amount, p.currency, p.usd::float8, p.usd_monthly::float8 AS "usdMonthly", p.fx_rate AS "fxRate",
      p.fx_date AS "fxDate", p.fx_source_id AS "fxSourceId", p.fx_stale AS "fxStale", CASE WHEN p.amount IS NOT NULL THEN p.source_url END AS "sourceUrl",
      CASE WHEN p.amount IS NOT NULL THEN p.source_id END AS "sourceId",
      CASE WHEN p.amount IS NOT NULL THEN p.read_at END AS "readAt", CASE WHEN p.amount IS NOT NULL THEN p.quote END AS quote,
      CASE WHEN p.amount IS NOT NULL THEN p.method END AS method, CASE WHEN p.amount IS NOT NULL THEN p.plan END AS plan,
      CASE WHEN p.amount IS NOT NULL THEN p.observed_on END AS "verifiedOn", ${LAST_SEEN} AS "lastSeenOn", p.status,
      CASE WHEN p.amount IS NOT NULL THEN ${Prisma.raw(evidenceOf("p"))} END AS evidence,
      ${Prisma.raw(isOutdatedSql("p.observed_on", MIDDLE_DAY))} AS "isOutdated", l.treatment AS "taxTreatment",
      l.rate_pct AS "taxRatePct", l.reason AS "taxReason", l.ex_tax_amount AS "exTaxAmount", l.ex_tax_usd::float8 AS "exTaxUsd",
      l.ex_tax_usd_monthly::float8 AS "exTaxUsdMonthly", l.source_id AS "taxSourceId", l.reviewed_on AS "taxReviewedOn",
      l.income_share_pct::float8 AS "incomeSharePct", l.income_year AS "incomeYear", l.income_reason AS "incomeReason",
      EXISTS (
        SELECT FROM price_report r WHERE r.series_id = p.series_id AND r.found_by = 'visitor' AND r.at <= ${version.publishedAt}
          AND (r.closed_at IS NULL OR r.closed_at > ${version.publishedAt})
      ) AS "isReported"
    FROM (SELECT) AS one LEFT JOIN (dated p JOIN dated_lens l USING (series_id)) ON true
    ORDER BY p.place`;
}

/** The first day of reading, and whether a series was read twice. */
export const readingDaysOf = (version: Version, choice: SeriesChoice) => Prisma.sql`
  WITH ${validRows(version)}
  SELECT min(early.first) AS day, coalesce(bool_or(early.n > 1), false) AS "isRepeated" FROM series s
  CROSS JOIN LATERAL (
    SELECT min(observed_on) AS first, count(*) AS n
    FROM (SELECT observed_on FROM observation o WHERE o.series_id = s.id ORDER BY observed_on LIMIT 2) AS two
  ) AS early
  WHERE ${isChosen(choice, "s")}`;
