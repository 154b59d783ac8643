import { priceRateSql } from "@/lib/dataset/rate-rules";
import type { Version } from "@/lib/versions/current";
import { standing } from "@/lib/versions/standing-sql";
import { Prisma } from "@/prisma/client/client";
import type { NeededRate } from "./rules";

/**
 * Statement for the rates of currencies on days in a version, those that there are, by currency. By hand, because each is
 * that of the newest of several days and of the first of several sources. From the rate day on, the newest rate is held.
 */
export const ratesOn = (version: Version, needed: readonly NeededRate[]) => Prisma.sql`
  WITH ${standing(version)}
  SELECT needed.currency, needed.day, known.date, known.rate AS "usdPerUnit", known.source_id AS source
  FROM unnest(${needed.map(({ currency }) => currency)}::text[], ${needed.map(({ day }) => day)}::date[],
    ${needed.map(({ isAfter = false }) => isAfter)}::boolean[]) AS needed (currency, day, is_after)
  CROSS JOIN LATERAL (
    SELECT CASE WHEN is_after THEN (SELECT min(r.date) FROM rate r WHERE r.currency = needed.currency AND r.date > needed.day)
      ELSE needed.day END AS day
  ) AS used
  CROSS JOIN LATERAL (${Prisma.raw(priceRateSql(version.id, "needed.currency", "used.day"))}) AS known
  ORDER BY needed.currency`;
