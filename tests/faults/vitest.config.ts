import { resolve } from "node:path";
import { defineConfig, mergeConfig } from "vitest/config";
import { projectOf } from "../../vitest.config";

// npm run test:faults: one fault after the other, in its full length, and each figure goes into docs/reliability.md.
export default mergeConfig(
  projectOf("faults", [
    "tests/faults/**/*.test.ts",
    // These keep promises of the same table.
    "tests/api/export-files.test.ts",
    "tests/api/limits-shared.test.ts",
  ]),
  defineConfig({
    root: resolve(import.meta.dirname, "../.."),
    test: {
      fileParallelism: false,
      testTimeout: 300_000,
      teardownTimeout: 60_000,
      env: { RECORD_PROMISES: "1", FAULTS: "long" },
    },
  }),
);
