import { join } from "node:path";
import { startOn } from "../support/shifted-clock";
import { spawnServer, toRoles } from "../support/spawn-server";
import { startHarness } from "../support/start-harness";
import { addDays, NEWEST_DAY } from "../support/test-days";

/**
 * Starts the server of the pages two months after the bundled prices, because what pages say depends on their age.
 * Returns a function that stops it.
 */
export default async function setUp(): Promise<() => Promise<void>> {
  const { harness, stop } = await startHarness();
  const server = await spawnServer({
    ...toRoles(harness.databaseUrl),
    ...startOn(addDays(NEWEST_DAY, 60)),
    EXPORT_DIR: join(harness.dir, "exports-of-pages"),
  });
  process.env.BASE_URL = server.url;
  process.env.E2E_DATABASE_URL = harness.databaseUrl;
  process.env.E2E_ADMIN_URL = harness.adminUrl;
  return async () => {
    await server.stop();
    await stop();
  };
}
