import { readFile } from "node:fs/promises";
import type { Client } from "pg";
import { republish } from "@/lib/versions/publish/publish";

export const LAST_OF_RELEASE_1 = "20261124043014_price_move_day";

const SCRIPT = "prisma/upgrade/from-1.sql";

/** Blocks writes by a running server of release 1, which would be lost. */
const LOCK_ALL = `
  DO $$ DECLARE name text; BEGIN
    FOR name IN SELECT tablename FROM pg_tables WHERE schemaname = 'public' ORDER BY 1 LOOP
      EXECUTE format('LOCK TABLE public.%I IN ACCESS EXCLUSIVE MODE', name);
    END LOOP;
  END $$`;

/**
 * Publishes the copied versions again (prisma/upgrade/from-1.sql). Runs in one transaction, so that a failure changes
 * nothing.
 */
export async function carryOver(client: Client, createTables: () => Promise<void>): Promise<void> {
  await client.query("BEGIN");
  try {
    await client.query("SET LOCAL statement_timeout = 0");
    await client.query(LOCK_ALL);
    await client.query("ALTER SCHEMA public RENAME TO release_1");
    await client.query("CREATE SCHEMA public");
    await client.query("SET LOCAL search_path = public");
    await createTables();
    await client.query(await readFile(SCRIPT, "utf8"));
    const { rows } = await client.query<{ id: number }>("SELECT id FROM dataset_version WHERE in_ledger ORDER BY id");
    for (const { id } of rows) await republish(client, id);
    await client.query("DROP SCHEMA release_1 CASCADE");
    await client.query("COMMIT");
  } catch (error) {
    await client.query("ROLLBACK");
    throw error;
  }
}
