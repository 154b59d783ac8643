import { Prisma } from "@/prisma/client/client";
import { isComparable } from "./rate-rules";
import { ABOVE_MEDIAN_FACTOR } from "./rules";

/**
 * Prices of a version far above the median of their product: `count`, and the first `listed` in words, the furthest
 * first. By hand: Prisma compares no columns of two tables.
 */
export const aboveMedian = (versionId: number, listed: number): Prisma.Sql => Prisma.sql`
  SELECT count(*)::int AS count, coalesce((array_agg(line ORDER BY factor DESC, line))[1:${listed}::int], '{}') AS lines FROM (
    SELECT p.usd_monthly / t.usd_monthly_median AS factor,
      format('%s in %s, %s, %s: %s USD a month, the median is %s', p.product, p.country, p.platform, p.period,
        round(p.usd_monthly, 2), round(t.usd_monthly_median, 2)) AS line
    FROM price p JOIN product t ON t.version_id = p.version_id AND t.slug = p.product
    WHERE p.version_id = ${versionId} AND ${Prisma.raw(isComparable("p"))}
      AND p.usd_monthly > ${ABOVE_MEDIAN_FACTOR}::int * t.usd_monthly_median
  ) AS found`;
