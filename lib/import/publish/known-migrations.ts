import "server-only";
import { readdir } from "node:fs/promises";
import type { ClientBase } from "pg";

/**
 * Thrown for a database with tables of a newer release, whose rules this release does not know: it must not write the
 * dataset.
 */
export class NewerDatabase extends Error {
  override name = "NewerDatabase";

  constructor(migrations: readonly string[]) {
    super(
      `a newer release has migrated this database (${migrations.join(", ")} is unknown here): import with that release`,
    );
  }
}

/** Applied migrations that this release does not have. */
export async function findUnknownMigrations(client: ClientBase, dir = "prisma/migrations"): Promise<string[]> {
  const { rows } = await client.query<{ name: string }>(
    `SELECT migration_name AS name FROM _prisma_migrations
     WHERE rolled_back_at IS NULL AND migration_name <> ALL ($1) ORDER BY migration_name`,
    [await readdir(dir)],
  );
  return rows.map(({ name }) => name);
}
