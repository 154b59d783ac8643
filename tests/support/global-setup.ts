import { execFile } from "node:child_process";
import { chmod, mkdtemp, realpath, rm } from "node:fs/promises";
import { tmpdir } from "node:os";
import { join } from "node:path";
import { promisify } from "node:util";
import type { TestProject } from "vitest/node";
import { ensureBuilt } from "@/server/build";
import { migrate } from "@/server/migrate";
import { openEmbedded } from "@/server/postgres/embedded";
import { createDatabaseFrom, execute, withDatabase } from "./database";
import { spawnServer } from "./spawn-server";

const WORKERS = 2;

declare module "vitest" {
  interface ProvidedContext {
    harness: {
      /** A database to connect to for making others. */
      adminUrl: string;
      workers: { baseUrl: string; databaseUrl: string }[];
    };
  }
}

/** One PostgreSQL for the run, with a server on a database of its own for each worker. Returns what removes it all. */
export default async function setUp(project: TestProject): Promise<() => Promise<void>> {
  const dir = await mkdtemp(join(tmpdir(), "price-atlas-test-"));
  // The user who runs PostgreSQL for root has to enter it.
  await chmod(dir, 0o755);
  const closers = [() => removeAll(dir)];
  const tearDown = async () => {
    for (const close of closers.reverse()) await close();
  };
  try {
    await ensureBuilt();
    const cluster = await openEmbedded(dir, { isDurable: false });
    closers.push(cluster.close);
    await makeTemplates(cluster.url);
    const workers = [];
    for (let worker = 0; worker < WORKERS; worker += 1) {
      const { url: databaseUrl } = await createDatabaseFrom(cluster.url, "bundled");
      const server = await spawnServer({ DATABASE_URL: databaseUrl });
      closers.push(async () => void (await server.stop()));
      workers.push({ baseUrl: server.url, databaseUrl });
    }
    project.provide("harness", { adminUrl: cluster.url, workers });
  } catch (error) {
    await tearDown();
    throw error;
  }
  return tearDown;
}

async function makeTemplates(adminUrl: string): Promise<void> {
  await execute(adminUrl, "CREATE DATABASE migrated");
  await migrate(withDatabase(adminUrl, "migrated"));
  await execute(adminUrl, "CREATE DATABASE bundled TEMPLATE migrated");
  const args = ["--conditions=react-server", "--import", "tsx", "tests/support/import-bundled.ts"];
  const env = { ...process.env, DATABASE_URL: withDatabase(adminUrl, "bundled"), LOG_LEVEL: "warn" };
  await promisify(execFile)(process.execPath, args, { env });
}

async function removeAll(dir: string): Promise<void> {
  const home = await realpath(join(dir, "postgres")).catch(() => dir);
  await rm(home, { recursive: true, force: true });
  await rm(dir, { recursive: true, force: true });
}
