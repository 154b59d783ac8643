import type { TestProject } from "vitest/node";
import type { Harness } from "./harness";
import { startHarness } from "./start-harness";

declare module "vitest" {
  interface ProvidedContext {
    harness: Harness;
  }
}

/** Starts the harness and tells it to the tests. Returns what ends it. */
export default async function setUp(project: TestProject): Promise<() => Promise<void>> {
  const { harness, stop } = await startHarness();
  project.provide("harness", harness);
  return stop;
}
