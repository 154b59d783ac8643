import { startHarness } from "../support/start-harness";

/** Returns a function that stops the server. */
export default async function setUp(): Promise<() => Promise<void>> {
  const { harness, stop } = await startHarness();
  process.env.BASE_URL = harness.baseUrl;
  process.env.E2E_DATABASE_URL = harness.databaseUrl;
  process.env.E2E_ADMIN_URL = harness.adminUrl;
  return stop;
}
