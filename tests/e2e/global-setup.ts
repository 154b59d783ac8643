import { startHarness } from "../support/start-harness";

/** Starts a server with the bundled dataset and tells the tests where it is. Returns what ends it. */
export default async function setUp(): Promise<() => Promise<void>> {
  const { harness, stop } = await startHarness();
  process.env.BASE_URL = harness.baseUrl;
  process.env.E2E_DATABASE_URL = harness.databaseUrl;
  process.env.E2E_ADMIN_URL = harness.adminUrl;
  return stop;
}
