import "server-only";
import type { ClientBase } from "pg";
import { RATE_SOURCE_ORDER } from "./rate-rules";

/** Writes the source of the exchange rate that each price stands at; null for US dollars, which need none. */
export async function rebuildFxSource(client: ClientBase): Promise<void> {
  await client.query(
    `UPDATE price p SET fx_source_id = f.source_id FROM (
       SELECT p.id, r.source_id FROM price p LEFT JOIN (
         SELECT DISTINCT ON (currency, date) currency, date, source_id FROM fx_rate
         WHERE currency <> 'USD' ORDER BY currency, date, ${RATE_SOURCE_ORDER}
       ) AS r ON r.currency = p.currency AND r.date = p.fx_date
     ) AS f WHERE p.id = f.id AND p.fx_source_id IS DISTINCT FROM f.source_id`,
  );
}
