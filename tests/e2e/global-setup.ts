import { startHarness } from "../support/start-harness";

/** Starts a server with the bundled dataset and tells the tests where it is. Returns what ends it. */
export default async function setUp(): Promise<() => Promise<void>> {
  const { harness, stop } = await startHarness();
  const [worker] = harness.workers;
  if (!worker) throw new Error("the harness started no server");
  process.env.BASE_URL = worker.baseUrl;
  process.env.E2E_DATABASE_URL = worker.databaseUrl;
  return stop;
}
