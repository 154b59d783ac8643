import { spawn } from "node:child_process";
import { once } from "node:events";
import type { Harness } from "./harness";

/** Starts the harness as a process, or uses that of `npm test` (TEST_HARNESS), which `stop` leaves running. */
export async function startHarness(): Promise<{ harness: Harness; stop: () => Promise<void> }> {
  const { TEST_HARNESS } = process.env;
  if (TEST_HARNESS) return { harness: JSON.parse(TEST_HARNESS), stop: async () => {} };
  const args = ["--conditions=react-server", "--import", "tsx", "tests/support/harness.ts"];
  // Detached, so that Ctrl-C reaches the runner only, whose end the harness notices.
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
