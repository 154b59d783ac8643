import "server-only";
import { isRedenominatedSql } from "@/lib/catalogue/fx/redenomination-rules";
import type { Period, Platform } from "@/lib/contract/codes";
import type { Version } from "@/lib/versions/current";
import { isValid } from "@/lib/versions/valid-rows-sql";
import { Prisma } from "@/prisma/client/client";

// Raw SQL: Prisma cannot take differences of row sets.

/** Limits the search, because filtered feeds choose among these. */
const SEARCHED = 1_000;
const KEPT = 1_000;

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
export const withdrawnChanges = (version: Version) => Prisma.sql`
  WITH newest AS (
    SELECT series_id, version_id FROM correction WHERE series_id IS NOT NULL AND version_id <= ${version.id} ORDER BY id DESC LIMIT ${SEARCHED}
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
    SELECT FROM price_change c WHERE ${isValid(version, "c")} AND c.series_id = t.series_id AND c.first_seen_on = t.observed_on
  )
  ORDER BY t.version_id DESC, t.observed_on DESC, s.product, s.country, s.platform, s.period LIMIT ${KEPT}`;
