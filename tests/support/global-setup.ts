import { spawn } from "node:child_process";
import { once } from "node:events";
import type { TestProject } from "vitest/node";
import type { Harness } from "./harness";

declare module "vitest" {
  interface ProvidedContext {
    harness: Harness;
  }
}

/** Starts the harness and tells it to the tests. Returns what ends it. */
export default async function setUp(project: TestProject): Promise<() => Promise<void>> {
  const args = ["--conditions=react-server", "--import", "tsx", "tests/support/harness.ts"];
  // Detached: a Ctrl-C is the runner's, whose end the harness then sees.
  const child = spawn(process.execPath, args, { detached: true, stdio: ["ignore", "inherit", "inherit", "ipc"] });
  const exited = once(child, "exit");
  const harness = await new Promise<Harness>((resolve, reject) => {
    child.once("message", (message: Harness) => resolve(message));
    exited.then(([code]) => reject(new Error(`the test harness ended with ${code}`)), reject);
  });
  project.provide("harness", harness);
  return async () => {
    child.disconnect();
    await exited;
  };
}
