import "server-only";
import { isRedenominatedSql } from "@/lib/catalogue/fx/redenomination-rules";
import type { Period, Platform } from "@/lib/contract/codes";
import type { Version } from "@/lib/versions/current";
import { standing } from "@/lib/versions/standing-sql";
import { Prisma } from "@/prisma/client/client";

// Raw SQL: Prisma cannot take the largest of each group or differences of row sets.

const LARGEST_LISTED = 8;
/** Limits the search, because filtered feeds choose among these. */
const SEARCHED = 1_000;
const KEPT = 1_000;

const since = ({ dataDate }: Version) => Prisma.sql`(${dataDate}::date - interval '12 months')::date`;

export type LargestRow = { product: string; name: string; plan: string; country: string; countryName: string } & {
  seriesId: number;
  period: Period;
  currency: string;
  firstSeenOn: Date;
  was: Prisma.Decimal;
  amount: Prisma.Decimal;
  pct: Prisma.Decimal;
  also: number;
};

/**
 * Largest changes in the twelve months before the newest verification: one per vendor and country; countries with the
 * same change are one.
 */
export const largestChanges = (version: Version) => Prisma.sql`
  WITH largest AS (
    SELECT DISTINCT ON (vendor, c.country) c.*, coalesce(t.vendor, t.slug) AS vendor, t.name, t.plan, k.name AS country_name,
      k.products AS weight, greatest(c.amount, c.was_amount) / least(c.amount, c.was_amount) AS size
    FROM price_change c
    JOIN price p ON p.version_id = c.version_id AND p.series_id = c.series_id
    JOIN product t ON t.version_id = c.version_id AND t.slug = c.product
    JOIN country k ON k.version_id = c.version_id AND k.code = c.country
    WHERE c.version_id = ${version.id} AND c.factor IS NOT NULL AND c.first_seen_on > ${since(version)}
    ORDER BY vendor, c.country, size DESC, c.first_seen_on DESC, c.product
  ), shared AS (
    SELECT *, count(*) OVER (PARTITION BY product, currency, was_amount, amount)::int - 1 AS also,
      row_number() OVER (PARTITION BY product, currency, was_amount, amount ORDER BY weight DESC, country) AS place
    FROM largest
  )
  SELECT series_id AS "seriesId", product, name, plan, country, country_name AS "countryName", period::text AS period, currency,
    first_seen_on AS "firstSeenOn", was_amount AS was, amount, pct, also
  FROM shared WHERE place = 1 ORDER BY size DESC, product, country LIMIT ${LARGEST_LISTED}`;

export type AmountRow = { seriesId: number; day: Date; amount: Prisma.Decimal; currency: string };

export const amountsOf = (version: Version, seriesIds: readonly number[]) => Prisma.sql`
  WITH ${standing(version)}, day AS (
    SELECT *, (amount, currency) IS DISTINCT FROM (lag(amount) OVER days, lag(currency) OVER days) AS is_first
    FROM observation WHERE series_id = ANY (${seriesIds}) WINDOW days AS (PARTITION BY series_id ORDER BY observed_on)
  ), numbered AS (
    SELECT *, row_number() OVER (PARTITION BY series_id, currency ORDER BY observed_on DESC) AS place FROM day
    WHERE is_first AND amount IS NOT NULL
  )
  SELECT series_id AS "seriesId", observed_on AS day, amount, currency FROM numbered WHERE place <= 200 ORDER BY observed_on`;

/** Products with a current price read in those months and on an earlier day, and their vendors (or names). */
export const readTwice = (version: Version) => Prisma.sql`
  WITH ${standing(version)}
  SELECT count(*)::int AS products,
    coalesce(array_agg(DISTINCT coalesce(t.vendor, t.name) ORDER BY coalesce(t.vendor, t.name)), '{}') AS vendors
  FROM product t WHERE t.version_id = ${version.id} AND EXISTS (
    SELECT FROM price p WHERE p.version_id = t.version_id AND p.product = t.slug AND p.verified_on > ${since(version)}
      AND EXISTS (SELECT FROM observation o WHERE o.series_id = p.series_id AND o.observed_on < p.verified_on)
  )`;

export type WithdrawnRow = Record<"product" | "country", string> & {
  platform: Platform;
  period: Period;
  firstSeenOn: Date;
  withdrawnAt: Date;
};

/**
 * Changes that corrections withdrew, newest first. Reads the ledger, because published rows may be deleted; erased
 * rows count as another amount.
 */
export const withdrawnChanges = ({ id }: Version) => Prisma.sql`
  WITH newest AS (
    SELECT series_id, version_id FROM correction WHERE series_id IS NOT NULL AND version_id <= ${id} ORDER BY id DESC LIMIT ${SEARCHED}
  ), stood AS (
    SELECT c.version_id, o.series_id, o.observed_on, o.amount, o.currency, o.is_redacted
    FROM (SELECT DISTINCT series_id, version_id FROM newest) AS c
    JOIN observation o ON o.series_id = c.series_id AND o.recorded_in < c.version_id AND (o.superseded_in IS NULL OR o.superseded_in >= c.version_id)
    WHERE o.amount IS NOT NULL OR o.is_redacted
  ), step AS (
    SELECT *, lag(observed_on) OVER days AS was_on, lag(amount) OVER days AS was_amount, lag(currency) OVER days AS was_currency
    FROM stood WINDOW days AS (PARTITION BY series_id, version_id ORDER BY observed_on)
  ), told AS (
    SELECT series_id, observed_on, max(version_id) AS version_id FROM step
    WHERE was_on IS NOT NULL AND (is_redacted OR (amount, currency) IS DISTINCT FROM (was_amount, was_currency))
      AND (is_redacted OR was_currency IS NULL OR NOT ${Prisma.raw(isRedenominatedSql("was_", "", "observed_on"))})
    GROUP BY series_id, observed_on
  )
  SELECT s.product, s.country, s.platform::text AS platform, s.period::text AS period, t.observed_on AS "firstSeenOn",
    v.published_at AS "withdrawnAt"
  FROM told t JOIN series s ON s.id = t.series_id JOIN dataset_version v ON v.id = t.version_id
  WHERE NOT EXISTS (
    SELECT FROM price_change c WHERE c.version_id = ${id} AND c.series_id = t.series_id AND c.first_seen_on = t.observed_on
  )
  ORDER BY t.version_id DESC, t.observed_on DESC, s.product, s.country, s.platform, s.period LIMIT ${KEPT}`;
