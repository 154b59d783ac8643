import "server-only";
import { db } from "@/lib/db";
import { RATE_VALID_DAYS } from "./rate-rules";

const LISTED = 5;
const ABOVE_MEDIAN_FACTOR = 3;

/** What a person should look at in the data that is served; `lines` are the first few of `count`. */
export type StandingWarning = { title: string; count: number; lines: string[] };

/** Warnings of the current data. What an import changed, it tells itself. */
export async function findStandingWarnings(): Promise<StandingWarning[]> {
  const rows = await db().$queryRaw<{ title: string; count: number; lines: string[] }[]>`
    WITH found (rank, title, line, weight) AS (
      SELECT 1, ${`Prices above ${ABOVE_MEDIAN_FACTOR} times the median of their product`},
             format('%s in %s, %s, %s: %s USD a month, the median is %s', p.product, p.country, p.platform, p.period,
                    round(p.usd_monthly, 2), round(t.usd_monthly_median, 2)),
             p.usd_monthly / t.usd_monthly_median
        FROM price p JOIN product t ON t.slug = p.product
       WHERE p.usd_monthly > ${ABOVE_MEDIAN_FACTOR} * t.usd_monthly_median
      UNION ALL
      SELECT 2, 'Currencies without an exchange rate', format('%s: %s prices have no value in dollars', currency, count(*)),
             count(*)
        FROM price WHERE amount IS NOT NULL AND usd IS NULL GROUP BY currency
      UNION ALL
      SELECT 3, ${`Exchange rates older than ${RATE_VALID_DAYS} days`}, format('%s: of %s', currency, min(fx_date)),
             current_date - min(fx_date)
        FROM price WHERE currency <> 'USD' AND fx_date < current_date - ${RATE_VALID_DAYS}::int GROUP BY currency
    )
    SELECT title, count(*)::int AS count, (array_agg(line ORDER BY weight DESC, line))[1:${LISTED}::int] AS lines
      FROM found GROUP BY rank, title ORDER BY rank`;
  return rows;
}
