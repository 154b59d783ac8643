import { type ChildProcess, spawn } from "node:child_process";
import { existsSync } from "node:fs";
import { mkdtemp, readFile, rm } from "node:fs/promises";
import { tmpdir } from "node:os";
import { join } from "node:path";
import { z } from "zod";
import { ensureBuilt, ensureClient } from "@/server/build";

// npm test: runs everything that CI requires. The last line has the total; the exit code is 1 when anything failed.
type Count = { passed: number; failed: number };

const VitestReport = z
  .object({ numPassedTests: z.int(), numFailedTests: z.int() })
  .transform((report): Count => ({ passed: report.numPassedTests, failed: report.numFailedTests }));
const PlaywrightReport = z
  .object({ stats: z.object({ expected: z.int(), unexpected: z.int(), flaky: z.int() }) })
  .transform(({ stats }): Count => ({ passed: stats.expected, failed: stats.unexpected + stats.flaky }));

const reports = await mkdtemp(join(tmpdir(), "price-atlas-reports-"));
const vitestReport = join(reports, "vitest.json");
const playwrightReport = join(reports, "playwright.json");
let running: ChildProcess | null = null;
let isInterrupted = false;
for (const signal of ["SIGINT", "SIGTERM"] as const) {
  process.once(signal, () => {
    isInterrupted = true;
    running?.kill(signal);
  });
}

const stages: [string, () => Promise<Count>][] = [
  ["client", () => check(ensureClient())],
  ["types", () => check(run("tsc", ["--noEmit"]))],
  ["lint", () => check(run("biome", ["check", "--error-on-warnings", "."]))],
  ["unused code and packages", () => check(run("knip", []))],
  ["build", () => check(ensureBuilt())],
  [
    "rules and API",
    () =>
      count(
        run("vitest", ["run", "--reporter=default", "--reporter=json", `--outputFile.json=${vitestReport}`]),
        VitestReport,
        vitestReport,
      ),
  ],
];
if (existsSync("tests/e2e/playwright.config.ts")) {
  const env = { PLAYWRIGHT_JSON_OUTPUT_FILE: playwrightReport };
  const args = ["test", "--config=tests/e2e/playwright.config.ts", "--reporter=list,json"];
  stages.push(["browser", () => count(run("playwright", args, env), PlaywrightReport, playwrightReport)]);
}

const total: Count = { passed: 0, failed: 0 };
for (const [name, runStage] of stages) {
  if (isInterrupted) break;
  console.log(`\n== ${name}`);
  const startedAt = Date.now();
  const { passed, failed } = await runStage();
  total.passed += passed;
  total.failed += failed;
  console.log(`== ${name}: ${passed} passed, ${failed} failed, ${Math.round((Date.now() - startedAt) / 1000)} s`);
}
await rm(reports, { recursive: true });
console.log(`\n${total.passed} passed, ${total.failed} failed`);
process.exit(total.failed === 0 && !isInterrupted ? 0 : 1);

/** Runs a program of node_modules/.bin. Throws when it fails. */
function run(program: string, args: string[], env: Record<string, string> = {}): Promise<void> {
  const child = spawn(join("node_modules/.bin", program), args, {
    env: { ...process.env, ...env },
    stdio: ["ignore", "inherit", "inherit"],
  });
  running = child;
  return new Promise((resolve, reject) => {
    child.on("error", reject);
    child.on("close", (code) => (code === 0 ? resolve() : reject(new Error(`${program} ended with ${code}`))));
  });
}

async function check(work: Promise<void>): Promise<Count> {
  try {
    await work;
    return { passed: 1, failed: 0 };
  } catch (error) {
    console.error(error instanceof Error ? error.message : error);
    return { passed: 0, failed: 1 };
  }
}

/** Counts a run that failed outside its tests, or wrote no report, as one more failure. */
async function count(work: Promise<void>, report: z.ZodType<Count>, file: string): Promise<Count> {
  const { failed: runFailed } = await check(work);
  const counted = await readFile(file, "utf8").then(
    (text) => report.parse(JSON.parse(text)),
    (): Count => ({ passed: 0, failed: 0 }),
  );
  return counted.failed === 0 ? { ...counted, failed: runFailed } : counted;
}
