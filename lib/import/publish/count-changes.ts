import "server-only";
import type { ClientBase } from "pg";

/** Numbers of current prices that a version changed, and of rows that it corrected, as in `dataset_version`. */
export interface VersionCounts {
  added: number;
  changed: number;
  ended: number;
  corrected: number;
}

export const NOTHING_CHANGED: VersionCounts = { added: 0, changed: 0, ended: 0, corrected: 0 };

/**
 * Counts the changes of a merged import by the states of its series before and after. Those of series whose newest reading
 * was corrected are corrections.
 */
export async function countStateChanges(client: ClientBase): Promise<VersionCounts> {
  const { rows } = await client.query<VersionCounts>(
    `SELECT count(*) FILTER (WHERE amount_before IS NULL AND amount IS NOT NULL)::int AS added,
       count(*) FILTER (WHERE (amount, currency) <> (amount_before, currency_before))::int AS changed,
       count(*) FILTER (WHERE amount_before IS NOT NULL AND amount IS NULL)::int AS ended,
       (SELECT count(*) FROM price_correction)::int + (SELECT count(*) FROM rate_correction)::int AS corrected
     FROM new_local_states s WHERE is_new OR NOT EXISTS (
       SELECT FROM price_correction c
       WHERE (c.product, c.country, c.platform, c.period) = (s.product, s.country, s.platform, s.period)
         AND (verified_before IS NULL OR c.observed_on >= verified_before)
     )`,
  );
  return rows[0] ?? NOTHING_CHANGED;
}
