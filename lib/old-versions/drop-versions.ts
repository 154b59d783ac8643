import "server-only";
import type { ClientBase } from "pg";
import { connectClient } from "@/lib/platform/database-client";
import { SCHEMA_LOCK, SCHEMA_PREFIX } from "./schema-lock";

/**
 * Drops the schemas of old versions that no process reads from, or the one named. `canBuild`: the role may create them.
 */
export async function dropUnusedSchemas(url: string, only?: string): Promise<{ canBuild: boolean }> {
  const client = await connectClient(url, "history");
  try {
    const { rows } = await client.query<{ schema: string }>(
      "SELECT nspname AS schema FROM pg_namespace WHERE nspname ~ $1 AND nspname = coalesce($2, nspname)",
      [`^${SCHEMA_PREFIX}[0-9]+_`, only ?? null],
    );
    for (const { schema } of rows) await dropUnused(client, schema);
    const { rows: rights } = await client.query<{ canBuild: boolean }>(
      `SELECT has_database_privilege(current_database(), 'CREATE') AS "canBuild"`,
    );
    return { canBuild: rights[0]?.canBuild ?? false };
  } finally {
    await client.end();
  }
}

async function dropUnused(client: ClientBase, schema: string): Promise<void> {
  await client.query("BEGIN");
  const { rows } = await client.query<{ taken: boolean }>(`SELECT pg_try_advisory_xact_lock(${SCHEMA_LOCK}) AS taken`, [
    schema,
  ]);
  if (rows[0]?.taken) await client.query(`DROP SCHEMA IF EXISTS ${schema} CASCADE`);
  await client.query("COMMIT");
}
