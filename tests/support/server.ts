import { randomUUID } from "node:crypto";
import { join } from "node:path";
import { inject } from "vitest";
import { createDatabaseFrom, type Template, type TestDatabase } from "./database";
import { type ServerProcess, type SpawnOptions, spawnServer, toRoles } from "./spawn-server";

const harness = inject("harness");

/** Main test server with the bundled dataset. Read only: tests that change data start their own. */
export const { baseUrl, databaseUrl } = harness;

export function createDatabase(template: Template): Promise<TestDatabase> {
  return createDatabaseFrom(harness.adminUrl, template);
}

/** The source must have no connections. */
export function copyDatabase({ url }: TestDatabase): Promise<TestDatabase> {
  return createDatabaseFrom(harness.adminUrl, new URL(url).pathname.slice(1));
}

/** Starts a server on the main test database, with its own export folder, unless `env` says otherwise. */
export function startServer(env: Record<string, string> = {}, user: SpawnOptions = {}): Promise<ServerProcess> {
  const folder = env.DATA_DIR === undefined && { EXPORT_DIR: join(harness.dir, `exports-${randomUUID()}`) };
  return spawnServer({ ...folder, ...env, ...toRoles(env.DATABASE_URL ?? databaseUrl) }, user);
}
