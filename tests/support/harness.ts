import { chmod, mkdtemp, realpath, rm } from "node:fs/promises";
import { tmpdir } from "node:os";
import { join } from "node:path";
import { migrate } from "@/server/migrate";
import { openEmbedded } from "@/server/postgres";
import { prepareServingRole } from "@/server/serving-role";
import { toServingUrl } from "@/server/serving-url";
import { ensureBuilt } from "./build";
import { createDatabaseFrom, execute, TEST_SETTINGS, withDatabase } from "./database";
import { runScript } from "./run-script";
import { isProxied, spawnServer, TREE, toRoles } from "./spawn-server";

// One PostgreSQL and one server for all tests, in a separate process. It ends and removes everything when its channel
// to the runner closes.

export type Harness = {
  dir: string;
  adminUrl: string;
  baseUrl: string;
  databaseUrl: string;
};

const closers: (() => Promise<unknown>)[] = [];

process.on("disconnect", () => void tearDown(0));
try {
  process.send?.(await setUp());
} catch (error) {
  console.error(error);
  await tearDown(1);
}

async function setUp(): Promise<Harness> {
  const dir = await mkdtemp(join(tmpdir(), "price-atlas-test-"));
  closers.push(() => removeAll(dir));
  // As root, PostgreSQL runs as another user, who must enter the folder.
  await chmod(dir, 0o755);
  await ensureBuilt();
  if (isProxied) await runScript("scripts/build-standalone.ts", [TREE], {});
  const cluster = await openEmbedded(dir, { settings: TEST_SETTINGS });
  closers.push(cluster.close);
  await makeTemplates(cluster.url);
  const { url: databaseUrl } = await createDatabaseFrom(cluster.url, "bundled");
  const server = await spawnServer({ ...toRoles(databaseUrl), EXPORT_DIR: join(dir, "exports") });
  closers.push(() => server.stop());
  return { dir, adminUrl: cluster.url, baseUrl: server.url, databaseUrl };
}

async function makeTemplates(adminUrl: string): Promise<void> {
  await execute(adminUrl, "CREATE DATABASE migrated");
  const url = withDatabase(adminUrl, "migrated");
  await migrate(url);
  await prepareServingRole(url, toServingUrl(url));
  for (const name of ["bundled", "small"]) {
    await execute(adminUrl, `CREATE DATABASE ${name} TEMPLATE migrated`);
    const env = { DATABASE_URL: withDatabase(adminUrl, name), LOG_LEVEL: "warn" };
    await runScript(`tests/support/import-${name}.ts`, [], env);
  }
}

async function removeAll(dir: string): Promise<void> {
  const home = await realpath(join(dir, "postgres")).catch(() => dir);
  // Servers of tests write until they notice the end.
  const options = { recursive: true, force: true, maxRetries: 10, retryDelay: 500 };
  await rm(home, options);
  await rm(dir, options);
}

async function tearDown(code: number): Promise<void> {
  for (const close of closers.splice(0).reverse()) await close().catch(console.error);
  process.exit(code);
}
