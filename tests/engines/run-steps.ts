import { mkdir, mkdtemp, rm } from "node:fs/promises";
import { tmpdir } from "node:os";
import { join } from "node:path";
import { afterAll, beforeAll, describe, test } from "vitest";
import { isLong } from "../support/fault-scale";
import { type OwnStaffServer, startStaffServer } from "../support/staff";
import { STAFF, STEPS } from "./steps";
import { BrowserWindow, type Engine, toDownloads, type WindowOptions } from "./window";

const DESK_PX = 1440;
const PHONE_PX = 390;

/** Takes all steps in an engine; `start` answers null where it is missing. */
export async function runSteps(start: (home: string) => Promise<Engine | null>): Promise<void> {
  const home = await mkdtemp(join(tmpdir(), "price-atlas-engine-"));
  await mkdir(toDownloads(home));
  const engine = await start(home);
  let staff: OwnStaffServer | undefined;
  let open: BrowserWindow | undefined;
  afterAll(async () => {
    await open?.driver.close();
    await engine?.close();
    await staff?.stop();
    await rm(home, { recursive: true, force: true, maxRetries: 10, retryDelay: 200 });
  });
  if (engine === null) {
    test.skip("steps in an engine that is missing");
    return;
  }
  beforeAll(async () => {
    staff = await startStaffServer({ TRUST_PROXY_HOPS: "0" });
    await staff.list(STAFF, "owner");
  });
  /** Only one is open, because another one that is open has the focus. */
  const openWindow = async (options: WindowOptions): Promise<BrowserWindow> => {
    if (open?.options.width === options.width && open.options.refused === options.refused) return open;
    await open?.driver.close();
    open = undefined;
    open = new BrowserWindow(await engine.openWindow(options), staff?.server.url ?? "", home, options);
    return open;
  };
  describe.each([DESK_PX, PHONE_PX])(`${engine.name} at %i px`, (width) => {
    const steps = STEPS.filter(({ dependsOnWidth }) => width === DESK_PX || dependsOnWidth || isLong);
    test.each(steps)("$name", async ({ take, refused = null }) => {
      const window = await openWindow({ width, refused });
      await window.forget();
      await take(window);
    });
  });
}
