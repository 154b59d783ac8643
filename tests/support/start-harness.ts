import { spawn } from "node:child_process";
import { once } from "node:events";
import type { Harness } from "./harness";

/**
 * Starts the harness in a process of its own. `stop` ends it and waits until everything is removed. Below `npm test`,
 * which starts one for all its stages and names it in TEST_HARNESS, that one is given, and `stop` leaves it alone.
 */
export async function startHarness(): Promise<{ harness: Harness; stop: () => Promise<void> }> {
  const { TEST_HARNESS } = process.env;
  if (TEST_HARNESS) return { harness: JSON.parse(TEST_HARNESS), stop: async () => {} };
  const args = ["--conditions=react-server", "--import", "tsx", "tests/support/harness.ts"];
  // Detached: a Ctrl-C is the runner's, whose end the harness then sees.
  const child = spawn(process.execPath, args, { detached: true, stdio: ["ignore", "inherit", "inherit", "ipc"] });
  const exited = once(child, "exit");
  const harness = await new Promise<Harness>((resolve, reject) => {
    child.once("message", (message: Harness) => resolve(message));
    exited.then(([code]) => reject(new Error(`the test harness ended with ${code}`)), reject);
  });
  const stop = async () => {
    child.disconnect();
    await exited;
  };
  return { harness, stop };
}
