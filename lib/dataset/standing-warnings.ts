import "server-only";
import { db } from "@/lib/db";
import { RATE_VALID_DAYS } from "./rate-rules";

const LISTED = 5;
const ABOVE_MEDIAN_FACTOR = 3;

/** What a person should look at in the data that is served; `lines` are the gravest, `hasMore` says whether all. */
export type StandingWarning = { title: string; count: number; lines: string[]; hasMore: boolean };

/** Warnings of the current data. What an import changed, it tells itself. */
export async function findStandingWarnings(): Promise<StandingWarning[]> {
  const rows = await db().$queryRaw<StandingWarning[]>`
    WITH found (rank, title, line, weight, number) AS (
      SELECT 1, ${`Prices above ${ABOVE_MEDIAN_FACTOR} times the median of their product`},
             format('%s in %s, %s, %s: %s USD a month, the median is %s', p.product, p.country, p.platform, p.period,
                    round(p.usd_monthly, 2), round(t.usd_monthly_median, 2)),
             p.usd_monthly / t.usd_monthly_median, 1
        FROM price p JOIN product t ON t.slug = p.product
       WHERE p.usd_monthly > ${ABOVE_MEDIAN_FACTOR} * t.usd_monthly_median
      UNION ALL
      SELECT 2, 'Prices without an exchange rate', format('%s: %s prices', currency, count(*)), count(*), count(*)
        FROM price WHERE amount IS NOT NULL AND usd IS NULL GROUP BY currency
      UNION ALL
      SELECT 3, ${`Currencies converted at rates older than ${RATE_VALID_DAYS} days`},
             format('of %s: %s', fx_date, string_agg(DISTINCT currency, ', ' ORDER BY currency)),
             current_date - fx_date, count(DISTINCT currency)
        FROM price WHERE currency <> 'USD' AND fx_date < current_date - ${RATE_VALID_DAYS}::int GROUP BY fx_date
    )
    SELECT title, sum(number)::int AS count, (array_agg(line ORDER BY weight DESC, line))[1:${LISTED}::int] AS lines,
           count(*) > ${LISTED} AS "hasMore"
      FROM found GROUP BY rank, title ORDER BY rank`;
  return rows;
}
