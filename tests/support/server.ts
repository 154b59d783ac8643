import { randomUUID } from "node:crypto";
import { join } from "node:path";
import { inject } from "vitest";
import { createDatabaseFrom, type Template, type TestDatabase } from "./database";
import { type ServerProcess, type SpawnOptions, spawnServer } from "./spawn-server";

const harness = inject("harness");

/** The server of all tests, with the bundled dataset. Tests only read from it: what changes data takes its own. */
export const { baseUrl, databaseUrl } = harness;

/** A database of the caller's own. */
export function createDatabase(template: Template): Promise<TestDatabase> {
  return createDatabaseFrom(harness.adminUrl, template);
}

/** A database with the content of another, to which nobody is connected. */
export function copyDatabase({ url }: TestDatabase): Promise<TestDatabase> {
  return createDatabaseFrom(harness.adminUrl, new URL(url).pathname.slice(1));
}

/** A server of the caller's own, on the database of all tests and with a folder for exports, unless `env` says otherwise. */
export function startServer(env: Record<string, string> = {}, user: SpawnOptions = {}): Promise<ServerProcess> {
  const folder = env.DATA_DIR === undefined && { EXPORT_DIR: join(harness.dir, `exports-${randomUUID()}`) };
  return spawnServer({ DATABASE_URL: databaseUrl, ...folder, ...env }, user);
}
