import { readdirSync, readFileSync } from "node:fs";
import { resolve } from "node:path";
import { defineConfig } from "vitest/config";
import SlowFirst from "./tests/support/slow-first";

// Conditions that Next's server bundles resolve by: they make "server-only" an empty module.
const conditions = ["react-server", "node"];
const shared = {
  resolve: { alias: { "@": resolve(import.meta.dirname) } },
  ssr: { resolve: { conditions, externalConditions: conditions } },
};

// Waits are for a state. What takes longer hangs, on a machine that is busy with other things too.
const timeouts = {
  testTimeout: 900_000,
  hookTimeout: 900_000,
  expect: { poll: { timeout: 240_000 } },
};

const listTests = (folder: string) =>
  readdirSync(resolve(import.meta.dirname, folder))
    .filter((name) => name.endsWith(".test.ts"))
    .map((name) => `${folder}/${name}`);
// Of the faults those that take seconds, in short.
const FAULTS = ["mails", "process-end", "standalone", "webhooks"].map((name) => `tests/faults/${name}.test.ts`);
const API = [...listTests("tests/api"), ...listTests("tests/lint"), ...FAULTS];
/** Recognizes a file that changes settings or classes of its process, which it therefore has for itself. */
const isOnItsOwn = (file: string) =>
  /stubEnv|spyOn|delete process\.env/.test(readFileSync(resolve(import.meta.dirname, file), "utf8"));

/** A project whose tests stand on the harness: a PostgreSQL, and a server that they all read from. */
export const projectOf = (name: string, include: string[], { isolate = true } = {}) => ({
  ...shared,
  test: {
    ...timeouts,
    name,
    include,
    isolate,
    // On a busy machine a database that is well may take longer than callers wait.
    env: { DATABASE_TIMEOUT_SECONDS: "60" },
    globalSetup: resolve(import.meta.dirname, "tests/support/global-setup.ts"),
    // For Prisma's schema engine, which is WebAssembly.
    execArgv: ["--experimental-wasm-modules", "--no-warnings"],
  },
});

export default defineConfig({
  test: {
    // More than processors: tests wait much of their time.
    maxWorkers: 5,
    sequence: { sequencer: SlowFirst },
    teardownTimeout: 60_000,
    projects: [
      // Values in, values out: they share their processes. Biome holds them to it.
      { ...shared, test: { ...timeouts, name: "rules", include: ["tests/rules/**/*.test.ts"], isolate: false } },
      // Files share their processes, because loading the product takes a second each.
      projectOf(
        "api",
        API.filter((file) => !isOnItsOwn(file)),
        { isolate: false },
      ),
      projectOf("api-own", API.filter(isOnItsOwn)),
      projectOf("engines", listTests("tests/engines")),
    ],
  },
});
