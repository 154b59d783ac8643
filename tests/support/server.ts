import { randomUUID } from "node:crypto";
import { join } from "node:path";
import { inject } from "vitest";
import { createDatabaseFrom, type Template, type TestDatabase } from "./database";
import { type ServerProcess, type SpawnOptions, spawnServer } from "./spawn-server";

const { adminUrl, dir, workers } = inject("harness");
const worker = workers[(Number(process.env.VITEST_POOL_ID) - 1) % workers.length];
if (!worker) throw new Error("the harness started no server for this worker");

/** The server of this worker, with the bundled dataset. Tests only read from it: what changes data takes its own. */
export const { baseUrl, databaseUrl } = worker;

/** A database of the caller's own. */
export function createDatabase(template: Template): Promise<TestDatabase> {
  return createDatabaseFrom(adminUrl, template);
}

/** A server of the caller's own, on this worker's database and with a folder for exports, unless `env` says otherwise. */
export function startServer(env: Record<string, string> = {}, user: SpawnOptions = {}): Promise<ServerProcess> {
  const folder = env.DATA_DIR === undefined && { EXPORT_DIR: join(dir, `exports-${randomUUID()}`) };
  return spawnServer({ DATABASE_URL: databaseUrl, ...folder, ...env }, user);
}
