import "server-only";
import type { ClientBase } from "pg";

/** Writes `price.changed_on` of every series from its observations. */
export async function rebuildChangedOn(client: ClientBase): Promise<void> {
  await client.query(
    `UPDATE price p SET changed_on = c.changed_on FROM (
       SELECT price_id, max(observed_on) FILTER (WHERE is_other) AS changed_on FROM (
         SELECT price_id, observed_on, lag(observed_on) OVER days IS NOT NULL
           AND (amount, currency) IS DISTINCT FROM (lag(amount) OVER days, lag(currency) OVER days) AS is_other
         FROM price_observation WINDOW days AS (PARTITION BY price_id ORDER BY observed_on)
       ) AS day GROUP BY price_id
     ) AS c WHERE p.id = c.price_id AND p.changed_on IS DISTINCT FROM c.changed_on`,
  );
}
