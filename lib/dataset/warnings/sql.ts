import { isComparable } from "@/lib/dataset/rate-rules";
import { isOffMedianSql } from "@/lib/dataset/rules";
import { Prisma } from "@/prisma/client/client";

/**
 * Prices of a version far from the median of their product: `count`, and the first `listed` in words, the furthest
 * first. By hand: Prisma compares no columns of two tables.
 */
export const offMedian = (versionId: number, listed: number): Prisma.Sql => Prisma.sql`
  SELECT count(*)::int AS count, coalesce((array_agg(line ORDER BY factor DESC, line))[1:${listed}::int], '{}') AS lines FROM (
    SELECT greatest(p.usd_monthly / t.usd_monthly_median, t.usd_monthly_median / p.usd_monthly) AS factor,
      format('%s in %s, %s, %s: %s USD a month, the median is %s', p.product, p.country, p.platform, p.period,
        round(p.usd_monthly, 2), round(t.usd_monthly_median, 2)) AS line
    FROM price p JOIN product t ON t.version_id = p.version_id AND t.slug = p.product
    WHERE p.version_id = ${versionId} AND p.usd_monthly > 0 AND ${Prisma.raw(`${isComparable("p")} AND ${isOffMedianSql("p", "t")}`)}
  ) AS found`;
