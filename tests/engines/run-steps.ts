import { mkdtemp, rm } from "node:fs/promises";
import { tmpdir } from "node:os";
import { join } from "node:path";
import { afterAll, beforeAll, describe, test } from "vitest";
import { type OwnStaffServer, startStaffServer } from "../support/staff";
import { STAFF, STEPS } from "./steps";
import { BrowserWindow, type Engine, type Refused } from "./window";

/** Of phones and of desks. */
const WIDTHS_PX = [390, 1440];
const REFUSED: readonly (Refused | null)[] = [null, "scripts", "cookies"];
/** More than a step waits for anything, so that none goes on while the next one runs. */
const STEP_MS = 60_000;

/** Takes all steps in an engine; `start` answers null where it is missing. */
export async function runSteps(start: (home: string) => Promise<Engine | null>): Promise<void> {
  const home = await mkdtemp(join(tmpdir(), "price-atlas-engine-"));
  const engine = await start(home);
  let staff: OwnStaffServer | undefined;
  afterAll(async () => {
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
  describe.each(WIDTHS_PX)(`${engine.name} at %i px`, (width) => {
    const windows = new Map<Refused | null, BrowserWindow>();
    beforeAll(async () => {
      for (const refused of REFUSED) {
        const options = { width, refused, downloads: await mkdtemp(join(home, "downloads-")) };
        windows.set(refused, new BrowserWindow(await engine.openWindow(options), staff?.server.url ?? "", options));
      }
    });
    afterAll(async () => {
      for (const { driver } of windows.values()) await driver.close();
    });
    test.each(STEPS)("$name", { timeout: STEP_MS }, async ({ take, refused = null }) => {
      const window = windows.get(refused);
      if (!window) throw new Error("the window did not open");
      await window.forget();
      await take(window);
    });
  });
}
