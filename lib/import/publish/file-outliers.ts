import "server-only";
import type { ClientBase } from "pg";
import { isComparable } from "@/lib/dataset/rate-rules";
import { ABOVE_MEDIAN_FACTOR, JUMP_FACTOR } from "@/lib/dataset/rules";

/** Most outliers that one import files: more are a matter of the import, not of single prices. */
const FILED_AT_ONCE = 100;

/**
 * Files a report of each price that this import made an outlier: over three times the median of its product, or a jump
 * over five times. Once for each amount, whatever comes of it; a correction is no jump, because a person made it.
 */
export async function fileOutliers(client: ClientBase): Promise<void> {
  await client.query(
    `INSERT INTO price_report (price_id, kind, found_by, was_amount, was_currency)
     SELECT p.id, 'outlier', 'check', p.amount, p.currency FROM price p JOIN product t ON t.slug = p.product
     WHERE p.id IN (
         SELECT price_id FROM new_states WHERE is_new OR (amount, currency) IS DISTINCT FROM (amount_before, currency_before)
       )
       AND (${isComparable("p")} AND p.usd_monthly > ${ABOVE_MEDIAN_FACTOR} * t.usd_monthly_median
         OR EXISTS (SELECT FROM price_changes m WHERE m.price_id = p.id AND m.observed_on = p.verified_on AND NOT m.is_correction AND m.size > ${JUMP_FACTOR}))
       AND p.amount IS NOT NULL
       AND NOT EXISTS (
         SELECT FROM price_report r WHERE r.price_id = p.id AND r.found_by = 'check' AND (r.was_amount, r.was_currency) = (p.amount, p.currency)
       )
     ORDER BY p.usd_monthly / nullif(t.usd_monthly_median, 0) DESC NULLS LAST LIMIT ${FILED_AT_ONCE}`,
  );
}
