import type { TestProject } from "vitest/node";
import type { Harness } from "./harness";
import { startHarness } from "./start-harness";

declare module "vitest" {
  interface ProvidedContext {
    harness: Harness;
  }
}

/** Passes the harness's addresses to the tests. Returns a function that stops it. */
export default async function setUp(project: TestProject): Promise<() => Promise<void>> {
  const { harness, stop } = await startHarness();
  project.provide("harness", harness);
  return stop;
}
