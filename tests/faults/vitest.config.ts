import { resolve } from "node:path";
import { defineConfig, mergeConfig } from "vitest/config";
import { projectOf } from "../../vitest.config";

// npm run test:full: one fault at a time, full runs, and figures written to docs/reliability.md.
export default mergeConfig(
  projectOf("faults", [
    "tests/faults/**/*.test.ts",
    ...[
      "bad-input",
      "data-import",
      "formats",
      "fuzz",
      "limits",
      "limits-shared",
      "log-canary",
      "mcp",
      "past-days",
      "redirects",
      "reports",
      "security-headers",
    ].map((name) => `tests/api/${name}.test.ts`),
    ...["staff-bad-input", "staff-matrix", "staff-sign-in", "unkeyed", "versions"].map(
      (name) => `tests/api/${name}.test.ts`,
    ),
    "tests/rules/dependency-floors.test.ts",
  ]),
  defineConfig({
    root: resolve(import.meta.dirname, "../.."),
    test: {
      fileParallelism: false,
      // Thousands of publishes take hours.
      testTimeout: 14_400_000,
      teardownTimeout: 60_000,
      env: {
        RECORD_PROMISES: "1",
        FAULTS: "long",
        FUZZ_RUNS: "10000",
        MERGE_DRAWS: "20000",
        // The default, which outages are told by.
        DATABASE_TIMEOUT_SECONDS: "5",
      },
    },
  }),
);
