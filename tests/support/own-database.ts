import { expect } from "vitest";
import { makeDataDir, type Scratch } from "./scratch";
import { startServer } from "./server";
import type { SpawnOptions } from "./spawn-server";

/** Starts a server that has its own PostgreSQL in `dataDir`. */
export const startIn = (dataDir: string, env: Record<string, string> = {}, user: SpawnOptions = {}) =>
  startServer({ DATABASE_URL: "", DATA_DIR: dataDir, ...env }, user);

export async function readVersion(url: string): Promise<string> {
  const response = await fetch(`${url}/api/health`);
  expect(response.status).toBe(200);
  const { dataset_version } = await response.json();
  return dataset_version;
}

/** Data folder of a server that has started once, to be copied; and its version. */
export async function prepareDataDir(): Promise<{ prepared: Scratch; version: string }> {
  const prepared = await makeDataDir();
  await using server = await startIn(prepared.dir);
  return { prepared, version: await readVersion(server.url) };
}
