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

// Anything slower hangs, on a busy machine too.
const timeouts = { testTimeout: 30_000, hookTimeout: 120_000, expect: { poll: { timeout: 10_000 } } };

const FAULTS = ["clock", "process-end", "slow-readers"].map((name) => `tests/faults/${name}.test.ts`);
const listTests = (folder: string) =>
  readdirSync(resolve(import.meta.dirname, folder))
    .filter((name) => name.endsWith(".test.ts"))
    .map((name) => `${folder}/${name}`);
const API = [...listTests("tests/api"), ...listTests("tests/lint"), ...FAULTS];
/** Recognizes a file that starts a server, makes a database or changes settings: it has a process of its own. */
const isOnItsOwn = (file: string) =>
  /startServer|createDatabase|stubEnv|support\/(?:staff|desk|scratch)"/.test(
    readFileSync(resolve(import.meta.dirname, file), "utf8"),
  );

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

/** A project on the harness whose files share their processes, because they only read. */
function reading(name: string, include: string[]) {
  const project = projectOf(name, include);
  return { ...project, test: { ...project.test, isolate: false } };
}

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
      // Files that only read from the server of all tests share their processes: loading the product takes a second each.
      reading(
        "api",
        API.filter((file) => !isOnItsOwn(file)),
      ),
      // Of the faults those that take seconds, in short.
      projectOf("api-own", API.filter(isOnItsOwn)),
    ],
  },
});
