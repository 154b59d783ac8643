import { resolve } from "node:path";
import { defineConfig } from "vitest/config";

// What Next's server bundles resolve: it makes "server-only" an empty module.
const conditions = ["react-server", "node"];
const shared = {
  extends: true as const,
  resolve: { alias: { "@": resolve(import.meta.dirname) } },
  ssr: { resolve: { conditions, externalConditions: conditions } },
};

// Anything slower hangs, on a busy machine too.
const timeouts = { testTimeout: 30_000, hookTimeout: 120_000 };

export default defineConfig({
  test: {
    maxWorkers: 2,
    teardownTimeout: 60_000,
    projects: [
      { ...shared, test: { ...timeouts, name: "rules", include: ["tests/rules/**/*.test.ts"] } },
      {
        ...shared,
        test: {
          ...timeouts,
          name: "api",
          include: ["tests/api/**/*.test.ts"],
          globalSetup: "tests/support/global-setup.ts",
          // For Prisma's schema engine, which is WebAssembly.
          execArgv: ["--experimental-wasm-modules", "--no-warnings"],
        },
      },
    ],
  },
});
