import { resolve } from "node:path";
import { defineConfig } from "vitest/config";
import SlowFirst from "./tests/support/slow-first";

// Conditions that Next's server bundles resolve by: they make "server-only" an empty module.
const conditions = ["react-server", "node"];
const shared = {
  resolve: { alias: { "@": resolve(import.meta.dirname) } },
  ssr: { resolve: { conditions, externalConditions: conditions } },
};

// Anything slower hangs, on a busy machine too.
const timeouts = { testTimeout: 30_000, hookTimeout: 120_000, expect: { poll: { timeout: 10_000 } } };

/** A project whose tests stand on the harness: a PostgreSQL, and a server that they all read from. */
export const projectOf = (name: string, include: string[]) => ({
  ...shared,
  test: {
    ...timeouts,
    name,
    include,
    globalSetup: resolve(import.meta.dirname, "tests/support/global-setup.ts"),
    // For Prisma's schema engine, which is WebAssembly.
    execArgv: ["--experimental-wasm-modules", "--no-warnings"],
  },
});

export default defineConfig({
  test: {
    // More than processors: some tests wait.
    maxWorkers: 4,
    sequence: { sequencer: SlowFirst },
    teardownTimeout: 60_000,
    projects: [
      // Values in, values out: they share their processes. Biome holds them to it.
      { ...shared, test: { ...timeouts, name: "rules", include: ["tests/rules/**/*.test.ts"], isolate: false } },
      // What runs outside of server components.
      {
        resolve: { alias: shared.resolve.alias },
        test: { ...timeouts, name: "markup", include: ["tests/markup/**/*.test.ts"] },
      },
      // Of the faults those that take seconds, in short.
      projectOf("api", ["tests/{api,lint}/**/*.test.ts", "tests/faults/{clock,process-end,slow-readers}.test.ts"]),
    ],
  },
});
