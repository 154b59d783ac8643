import "server-only";
import { type ClientBase, DatabaseError } from "pg";

const NOT_ALLOWED = "42501";

/**
 * Runs `write` after checking the references of `series` and `staged_observations` once, as sets. Checking them again
 * for every written row would cost half of a large import. The referenced tables are locked against other writers until
 * the transaction ends, so the result stays valid; readers continue. Where the role lacks the right (a managed
 * PostgreSQL without superuser), every row is checked as usual. Throws when a reference has no target.
 */
export async function checkReferencesOnce(client: ClientBase, write: () => Promise<void>): Promise<void> {
  const isSuspended = await suspendRowChecks(client);
  if (isSuspended) await checkAsSets(client);
  await write();
  if (isSuspended) await client.query("SET LOCAL session_replication_role = origin");
}

async function suspendRowChecks(client: ClientBase): Promise<boolean> {
  await client.query("SAVEPOINT references_once");
  try {
    await client.query("LOCK TABLE country, product, source, price IN SHARE ROW EXCLUSIVE MODE");
    await client.query("SET LOCAL session_replication_role = replica");
    return true;
  } catch (error) {
    if (!(error instanceof DatabaseError && error.code === NOT_ALLOWED)) throw error;
    await client.query("ROLLBACK TO SAVEPOINT references_once");
    return false;
  }
}

async function checkAsSets(client: ClientBase): Promise<void> {
  const { rows } = await client.query<{ text: string }>(
    `SELECT format('product %s', product) AS text FROM (SELECT DISTINCT product FROM series) AS named
     WHERE NOT EXISTS (SELECT FROM product WHERE slug = named.product)
     UNION ALL SELECT format('country %s', country) FROM (SELECT DISTINCT country FROM series) AS named
     WHERE NOT EXISTS (SELECT FROM country WHERE code = named.country)
     UNION ALL SELECT format('source %s', source_id) FROM named_sources AS named
     WHERE NOT EXISTS (SELECT FROM source WHERE id = named.source_id)
     UNION ALL (SELECT format('price %s', price_id) FROM series
     WHERE NOT is_new AND NOT EXISTS (SELECT FROM price WHERE id = series.price_id) LIMIT 1)
     LIMIT 1`,
  );
  if (rows[0]) throw new Error(`${rows[0].text} is referred to and does not exist`);
}
